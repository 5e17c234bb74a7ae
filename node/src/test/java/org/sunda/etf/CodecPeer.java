package org.sunda.etf;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Assumptions;
import org.sunda.memory.Bytes;
import org.sunda.term.Term;

/// A real `erl` that reads and writes terms; what it runs and understands stands in `codec_peer.eval`.
public final class CodecPeer implements AutoCloseable {
    private static final int DEADLINE_SECONDS = 300;

    private final Process erl;
    private final DataOutputStream requests;
    private final DataInputStream answers;

    private CodecPeer(Process erl) {
        this.erl = erl;
        this.requests = new DataOutputStream(erl.getOutputStream());
        this.answers = new DataInputStream(erl.getInputStream());
        CompletableFuture.delayedExecutor(DEADLINE_SECONDS, TimeUnit.SECONDS).execute(erl::destroyForcibly);
    }

    /// Starts the `erl` of the system property `sunda.erl`. Where there is none the test is skipped, or fails when
    /// `sunda.erl.required` is true.
    public static CodecPeer start() throws IOException {
        String program = System.getProperty("sunda.erl", "erl");
        List<String> command = new ArrayList<>(List.of(program.split(" +")));
        command.addAll(List.of("-noinput", "-eval", source()));
        try {
            return new CodecPeer(new ProcessBuilder(command)
                    .redirectError(ProcessBuilder.Redirect.INHERIT)
                    .start());
        } catch (IOException e) {
            if (Boolean.getBoolean("sunda.erl.required")) {
                throw e;
            }
            String skipped = "SKIPPED: no `" + program + "` here, so no real BEAM reads what is written";
            System.err.println(skipped);
            return Assumptions.abort(skipped);
        }
    }

    private static String source() throws IOException {
        try (InputStream file = CodecPeer.class.getResourceAsStream("codec_peer.eval")) {
            return new String(Objects.requireNonNull(file).readAllBytes(), UTF_8);
        }
    }

    /// The answer to a request.
    public Term ask(Term request) throws IOException {
        Bytes bytes = ExternalTerm.encodeBytes(request);
        requests.writeInt((int) bytes.size());
        requests.write(bytes.toByteArray());
        requests.flush();
        byte[] answer = new byte[answers.readInt()];
        answers.readFully(answer);
        return ExternalTerm.decode(answer);
    }

    /// Ends the `erl` and waits for its end.
    @Override
    public void close() throws IOException {
        requests.close();
        if (erl.onExit().completeOnTimeout(erl, 10, TimeUnit.SECONDS).join().isAlive()) {
            erl.destroyForcibly().onExit().join();
        }
    }
}
