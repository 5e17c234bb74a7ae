package org.sunda.bench.codec;

import com.ericsson.otp.erlang.OtpErlangAtom;
import com.ericsson.otp.erlang.OtpErlangBinary;
import com.ericsson.otp.erlang.OtpErlangDecodeException;
import com.ericsson.otp.erlang.OtpErlangList;
import com.ericsson.otp.erlang.OtpErlangLong;
import com.ericsson.otp.erlang.OtpErlangObject;
import com.ericsson.otp.erlang.OtpErlangPid;
import com.ericsson.otp.erlang.OtpErlangRef;
import com.ericsson.otp.erlang.OtpErlangString;
import com.ericsson.otp.erlang.OtpErlangTuple;
import com.ericsson.otp.erlang.OtpInputStream;
import com.ericsson.otp.erlang.OtpOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/// The codec of Jinterface, whichever is on the class path. Streams that are read from memory have nothing to close.
@State(Scope.Thread)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@SuppressWarnings("resource")
public class JinterfaceCodec {
    private static final Map<Load, OtpErlangObject> TERMS = new EnumMap<>(Load.class);

    /// Which term.
    @Param
    public Load load = Load.SMALL;

    /// Where its bytes are, unless they are made here.
    @Param("")
    public String file = "";

    private OtpErlangObject term = new OtpErlangList();
    private byte[] encoded = {};
    private final OtpOutputStream reused = new OtpOutputStream();

    /// JMH makes it.
    public JinterfaceCodec() {}

    /// Makes the term and its bytes.
    @Setup
    public void prepare() throws IOException, OtpErlangDecodeException {
        synchronized (TERMS) {
            if (!TERMS.containsKey(load)) {
                TERMS.put(load, make(load, file));
            }
            term = TERMS.get(load);
        }
        encoded = new OtpOutputStream(term).toByteArray();
    }

    static OtpErlangObject make(Load load, String file) throws IOException, OtpErlangDecodeException {
        return switch (load) {
            case REPORT ->
                new OtpErlangTuple(new OtpErlangObject[] {
                    list(ReportStrings.strings(0)), list(ReportStrings.strings(1)),
                });
            // The older Jinterface does not know the tags of today's pids and references.
            case SMALL ->
                new OtpErlangTuple(new OtpErlangObject[] {
                    new OtpErlangPid(Load.NODE, Load.PID_ID, 0, Load.CREATION),
                    new OtpErlangRef(Load.NODE, Load.REF_WORDS, Load.CREATION),
                    new OtpErlangAtom(Load.TAG),
                    new OtpErlangBinary(Load.TEXT.getBytes(StandardCharsets.UTF_8)),
                    new OtpErlangLong(Load.NUMBER)
                });
            case ROWS, MAPS, BIG_INTEGERS, BINARY -> new OtpInputStream(Files.readAllBytes(Path.of(file))).read_any();
        };
    }

    private static OtpErlangList list(String[] strings) {
        return new OtpErlangList(
                Arrays.stream(strings).map(OtpErlangString::new).toArray(OtpErlangObject[]::new));
    }

    /// Into a new stream, as for each message that it sends. The bytes are not copied out of it.
    @Benchmark
    public OtpOutputStream encode() {
        return new OtpOutputStream(term);
    }

    /// Into a stream that was used before, which is possible, though it never does so itself.
    @Benchmark
    public int encodeReused() {
        reused.reset();
        reused.write_any(term);
        return reused.size();
    }

    /// To the tree.
    @Benchmark
    public OtpErlangObject decode() throws OtpErlangDecodeException {
        return new OtpInputStream(encoded).read_any();
    }

    /// There and back, as a message goes.
    @Benchmark
    public OtpErlangObject both() throws OtpErlangDecodeException {
        return new OtpInputStream(new OtpOutputStream(term).toByteArray()).read_any();
    }

    /// There and back, through a stream that was used before.
    @Benchmark
    public OtpErlangObject bothReused() throws OtpErlangDecodeException {
        reused.reset();
        reused.write_any(term);
        return new OtpInputStream(reused.toByteArray()).read_any();
    }

    /// To the tree, and each string in it to a Java string.
    @Benchmark
    public int decodeAndRead() throws OtpErlangDecodeException {
        int characters = 0;
        OtpErlangTuple lists = (OtpErlangTuple) new OtpInputStream(encoded).read_any();
        for (OtpErlangObject list : lists.elements()) {
            for (OtpErlangObject string : (OtpErlangList) list) {
                characters += ((OtpErlangString) string).stringValue().length();
            }
        }
        return characters;
    }

    /// To the tree, and the strings in it counted.
    @Benchmark
    public int decodeAndCount() throws OtpErlangDecodeException {
        int strings = 0;
        OtpErlangTuple lists = (OtpErlangTuple) new OtpInputStream(encoded).read_any();
        for (OtpErlangObject list : lists.elements()) {
            for (OtpErlangObject string : (OtpErlangList) list) {
                strings += string instanceof OtpErlangString ? 1 : 0;
            }
        }
        return strings;
    }

    /// No tree: counts the strings with the methods of the stream, the least that Jinterface can do.
    @Benchmark
    public int scan() throws OtpErlangDecodeException {
        OtpInputStream in = new OtpInputStream(encoded);
        int strings = 0;
        for (int lists = in.read_tuple_head(); lists > 0; lists--) {
            for (int length = in.read_list_head(); length > 0; length--) {
                strings += in.read_string().isEmpty() ? 0 : 1;
            }
            in.read_nil();
        }
        return strings;
    }
}
