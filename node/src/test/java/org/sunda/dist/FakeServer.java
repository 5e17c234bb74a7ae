package org.sunda.dist;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;

/// Answers each caller with the same bytes as soon as it has said something, and hangs up.
final class FakeServer implements AutoCloseable {
    private final ServerSocket server;

    private FakeServer(ServerSocket server) {
        this.server = server;
    }

    static FakeServer answering(byte[] answer) throws IOException {
        FakeServer fake = new FakeServer(new ServerSocket(0, 50, InetAddress.getLoopbackAddress()));
        Thread.ofVirtual().start(() -> fake.serve(answer));
        return fake;
    }

    private void serve(byte[] answer) {
        while (!server.isClosed()) {
            serveOne(answer);
        }
    }

    private void serveOne(byte[] answer) {
        try (Socket caller = server.accept()) {
            byte[] ignored = new byte[1024];
            if (caller.getInputStream().read(ignored) >= 0) {
                caller.getOutputStream().write(answer);
            }
        } catch (IOException e) {
            System.getLogger("org.sunda.dist").log(System.Logger.Level.DEBUG, "a caller went: {0}", e.getMessage());
        }
    }

    InetSocketAddress address() {
        return (InetSocketAddress) server.getLocalSocketAddress();
    }

    @Override
    public void close() throws IOException {
        server.close();
    }
}
