package org.sunda.dist;

import java.io.File;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.concurrent.TimeUnit;

/// The epmd of OTP on a port of its own, for one test.
final class RealEpmd implements AutoCloseable {
    private static final String COMMAND = "epmd";
    private static final int PATIENCE_MILLIS = 20_000;

    private final Process process;
    private final InetSocketAddress address;

    private RealEpmd(Process process, InetSocketAddress address) {
        this.process = process;
        this.address = address;
    }

    static boolean isInstalled() {
        for (String folder : System.getenv("PATH").split(File.pathSeparator, -1)) {
            if (new File(folder, COMMAND).canExecute()) {
                return true;
            }
        }
        return false;
    }

    /// Starts one; returns when it answers.
    static RealEpmd start() throws IOException, InterruptedException {
        return start(freePort());
    }

    static RealEpmd start(int port) throws IOException, InterruptedException {
        InetSocketAddress address = new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
        Process process = new ProcessBuilder(
                        COMMAND, "-port", Integer.toString(port), "-address", "127.0.0.1", "-relaxed_command_check")
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        RealEpmd epmd = new RealEpmd(process, address);
        long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(PATIENCE_MILLIS);
        while (!epmd.answers()) {
            if (System.nanoTime() > end || process.waitFor(20, TimeUnit.MILLISECONDS)) {
                epmd.close();
                throw new IOException("epmd did not come up at " + address);
            }
        }
        return epmd;
    }

    private boolean answers() {
        try (Socket socket = new Socket()) {
            socket.connect(address, 1000);
            return true;
        } catch (IOException _) {
            return false;
        }
    }

    InetSocketAddress address() {
        return address;
    }

    @Override
    public void close() {
        process.destroy();
        process.onExit().join();
    }

    /// A port that was free a moment ago.
    static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }
}
