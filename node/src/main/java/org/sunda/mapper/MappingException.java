package org.sunda.mapper;

/// A term is not what a Java type wants, or a Java value has no term. The message says where, what was
/// expected and what came: `orders[3].price: expected a float or an integer, but there is the atom free`.
public final class MappingException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /// A path longer than this is cut: it is for people, and a peer may nest as deep as the mapper allows.
    private static final int LONGEST_PATH = 300;

    private final String what;
    private String path = "";

    MappingException(String what) {
        super(what);
        this.what = what;
    }

    MappingException(String what, Throwable cause) {
        super(what, cause);
        this.what = what;
    }

    static MappingException expected(String expected, String found) {
        return new MappingException("expected " + expected + ", but there is " + found);
    }

    static MappingException nothing() {
        return new MappingException("expected a value, but there is null: what may be missing is an Optional");
    }

    /// Where the fault is, in the names of the Java side: `orders[3].price`; empty where it is the value
    /// itself. Only the end of a very long one.
    public String path() {
        return path;
    }

    @Override
    public String getMessage() {
        return path.isEmpty() ? what : path + ": " + what;
    }

    /// The same, once it is known in which component it happened.
    MappingException in(String component) {
        return outside(path.isEmpty() || path.startsWith("[") ? component : component + ".");
    }

    /// The same, once it is known at which index or key it happened.
    MappingException at(Object index) {
        return outside("[" + index + (path.isEmpty() || path.startsWith("[") ? "]" : "]."));
    }

    private MappingException outside(String segment) {
        if (path.length() < LONGEST_PATH) {
            path = segment + path;
        } else if (!path.startsWith("...")) {
            path = "..." + path;
        }
        return this;
    }
}
