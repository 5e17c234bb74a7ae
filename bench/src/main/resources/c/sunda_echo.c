/* A node of erl_interface with a process `echo`, for `bench echo`: the part of its name before the host 127.0.0.1, and
   the cookie, are its arguments. Answers a line of its input, serves one connection after the other, and ends with its
   input. */
#include <arpa/inet.h>
#include <ei.h>
#include <netinet/in.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#define HOST "127.0.0.1"

static void check(int result, const char *what) {
  if (result < 0) {
    perror(what);
    exit(1);
  }
}

static int listen_on_loopback(int *port) {
  struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
  socklen_t size = sizeof address;
  int fd = socket(AF_INET, SOCK_STREAM, 0);
  check(fd, "socket");
  check(bind(fd, (struct sockaddr *)&address, size), "bind");
  check(listen(fd, 5), "listen");
  check(getsockname(fd, (struct sockaddr *)&address, &size), "getsockname");
  *port = ntohs(address.sin_port);
  return fd;
}

static void *answer_lines(void *unused) {
  char line[64];
  while (fgets(line, sizeof line, stdin)) {
    puts("=>ok");
    fflush(stdout);
  }
  exit(0);
  return unused;
}

/* {From, X} goes back to From as it came. */
static int echo(int fd, ei_x_buff *message) {
  erlang_pid from;
  int index = 0, version, arity;
  if (ei_decode_version(message->buff, &index, &version) < 0 ||
      ei_decode_tuple_header(message->buff, &index, &arity) < 0 || arity != 2 ||
      ei_decode_pid(message->buff, &index, &from) < 0)
    return 0;
  return ei_send(fd, &from, message->buff, message->index);
}

static void serve(int fd) {
  ei_x_buff message;
  erlang_msg kind;
  ei_x_new(&message);
  for (;;) {
    int got = ei_xreceive_msg(fd, &kind, &message);
    if (got == ERL_ERROR || (got == ERL_MSG && kind.msgtype == ERL_REG_SEND && echo(fd, &message) < 0)) break;
  }
  ei_x_free(&message);
  close(fd);
}

int main(int count, char **arguments) {
  ei_cnode node;
  char name[256];
  struct in_addr address = {.s_addr = htonl(INADDR_LOOPBACK)};
  ErlConnect peer;
  pthread_t lines;
  int port, server;
  if (count < 3) return 1;
  check(ei_init(), "ei_init");
  snprintf(name, sizeof name, "%s@" HOST, arguments[1]);
  check(ei_connect_xinit(&node, HOST, arguments[1], name, &address, arguments[2], (short)time(NULL)), "ei_connect_xinit");
  server = listen_on_loopback(&port);
  check(ei_publish(&node, port), "ei_publish");
  check(pthread_create(&lines, NULL, answer_lines, NULL), "pthread_create");
  for (;;) {
    int fd = ei_accept(&node, server, &peer);
    if (fd >= 0) serve(fd);
  }
}
