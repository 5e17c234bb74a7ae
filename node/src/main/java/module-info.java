/// Sunda: a Java process as an ordinary member of an Erlang cluster.
@org.jspecify.annotations.NullMarked
module org.sunda {
    requires java.management;
    requires java.naming;
    requires jdk.jfr;
    requires static transitive org.jspecify;

    exports org.sunda;
    exports org.sunda.etf;
    exports org.sunda.kernel;
    exports org.sunda.mapper;
    exports org.sunda.memory;
    exports org.sunda.otp;
    exports org.sunda.peer;
    exports org.sunda.pg;
    exports org.sunda.process;
    exports org.sunda.signal;
    exports org.sunda.term;
    exports org.sunda.tls;
}
