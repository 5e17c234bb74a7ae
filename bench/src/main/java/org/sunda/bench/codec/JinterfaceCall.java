package org.sunda.bench.codec;

import com.ericsson.otp.erlang.OtpConnection;
import com.ericsson.otp.erlang.OtpErlangList;
import com.ericsson.otp.erlang.OtpErlangObject;
import com.ericsson.otp.erlang.OtpPeer;
import com.ericsson.otp.erlang.OtpSelf;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/// A Jinterface node that calls a function on an Erlang node: its argument comes back.
@State(Scope.Benchmark)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class JinterfaceCall {
    /// The connection and its term outlive a turn.
    private static @Nullable OtpConnection connection;

    private static OtpErlangObject term = new OtpErlangList();

    /// The Erlang node.
    @Param("")
    public String peer = "";

    /// Of both.
    @Param("")
    public String cookie = "";

    /// JMH makes it.
    public JinterfaceCall() {}

    /// Connects, once.
    @Setup
    public void prepare() throws Exception {
        synchronized (JinterfaceCall.class) {
            if (connection == null) {
                connection = new OtpSelf("jinterface@127.0.0.1", cookie).connect(new OtpPeer(peer));
                term = JinterfaceCodec.make(Load.REPORT, "");
            }
        }
    }

    /// There and back.
    @Benchmark
    public OtpErlangObject call() throws Exception {
        if (connection == null) {
            throw new IllegalStateException("not prepared");
        }
        connection.sendRPC("erlang", "hd", new OtpErlangList(new OtpErlangList(term)));
        return connection.receiveRPC();
    }
}
