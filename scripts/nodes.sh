# A small cluster of its own: a folder, a cookie, an epmd port nobody uses, Java nodes; all of it gone at the end.
# Its nodes are name@127.0.0.1: not every machine (a bare debootstrap folder, for one) knows the name localhost.

# Which erl: the one on the PATH, or any command, such as "chroot DIR erl" (./sunda test --otp).
erl=${SUNDA_ERL:-erl}

# The erl of this cluster. Its HOME holds the cookie, so that none shows in a listing of processes. It starts no epmd,
# which would outlive it: the first Java node serves as one.
cluster_erl() {
  HOME=$cluster $erl -noshell +Bd -start_epmd false -pa "$cluster/ebin" "$@"
}

cluster_open() {
  cluster=$(mktemp -d "${TMPDIR:-/tmp}/sunda.XXXXXX")
  java_pids=
  trap cluster_close EXIT
  trap 'exit 130' INT
  trap 'exit 143' TERM HUP
  trap 'exit 141' PIPE
  (umask 077 && od -An -N16 -tx1 /dev/urandom | tr -d ' \n' >"$cluster/.erlang.cookie")
  mkdir "$cluster/ebin"
  ERL_EPMD_PORT=$($erl -noshell -eval \
    '{ok, S} = gen_tcp:listen(0, []), {ok, P} = inet:port(S), io:format("~b", [P]), halt().')
  export ERL_EPMD_PORT
}

# compile_erlang FILE...: into the cluster's ebin.
compile_erlang() {
  ${erl}c -Werror +debug_info -o "$cluster/ebin" "$@"
}

# start_java LOG ARGUMENT...: starts a Java node and waits until it says that it is ready, or fails.
start_java() {
  java_log=$cluster/$1.log
  shift
  : >"$java_log"
  "$JAVA_HOME/bin/java" -jar "$gateway_jar" "$@" --cookie-file "$cluster/.erlang.cookie" >"$java_log" 2>&1 &
  java_pids="$! $java_pids"
  tries=0
  until grep -q '^SUNDA READY' "$java_log"; do
    tries=$((tries + 1))
    if [ $tries -gt 300 ] || ! kill -0 "${java_pids%% *}" 2>/dev/null; then
      cat "$java_log" >&2
      say "the Java node did not come up ($*): what it said stands above"
      return 1
    fi
    sleep 0.1
  done
}

# The last started first, each by its own pid; who does not go in five seconds is killed.
cluster_close() {
  for pid in $java_pids; do
    kill "$pid" 2>/dev/null || continue
    tries=0
    while kill -0 "$pid" 2>/dev/null && [ $tries -lt 50 ]; do
      tries=$((tries + 1))
      sleep 0.1
    done
    kill -KILL "$pid" 2>/dev/null || true
  done
  rm -rf "$cluster"
}
