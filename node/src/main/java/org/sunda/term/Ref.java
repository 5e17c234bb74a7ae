package org.sunda.term;

/// A reference: 1 to 5 unsigned 32-bit words, kept in the order of the wire. As on the BEAM, a word that is not there
/// equals a word of 0.
public final class Ref implements Term {
    /// The most words a reference has.
    public static final int MAX_WORDS = 5;

    private final Atom node;
    private final int creation;
    private final int[] words;

    private Ref(Atom node, int creation, int[] words) {
        this.node = node;
        this.creation = creation;
        this.words = words;
    }

    /// The reference with those words, in the order of the wire. An array becomes its own: do not change it afterwards.
    ///
    /// @throws IllegalArgumentException unless there are 1 to 5 words
    public static Ref of(Atom node, int creation, int... words) {
        if (words.length == 0 || words.length > MAX_WORDS) {
            throw new IllegalArgumentException("a reference has 1 to 5 words, not " + words.length);
        }
        return new Ref(node, creation, words);
    }

    /// The node that made it.
    public Atom node() {
        return node;
    }

    /// The creation of that node, unsigned.
    public int creation() {
        return creation;
    }

    /// How many words it has.
    public int wordCount() {
        return words.length;
    }

    /// One word, unsigned, counted as on the wire.
    public int word(int index) {
        return words[index];
    }

    /// The order of the words alone: the last word counts most.
    int compareWords(Ref other) {
        int order = 0;
        for (int i = Math.max(words.length, other.words.length) - 1; order == 0 && i >= 0; i--) {
            order = Integer.compareUnsigned(wordOrZero(i), other.wordOrZero(i));
        }
        return order;
    }

    private int wordOrZero(int index) {
        return index < words.length ? words[index] : 0;
    }

    @Override
    public boolean equals(Object other) {
        return this == other
                || other instanceof Ref ref
                        && creation == ref.creation
                        && compareWords(ref) == 0
                        && node.equals(ref.node);
    }

    @Override
    public int hashCode() {
        return TermHash.ofWords(words);
    }

    @Override
    public String toString() {
        return TermPrinter.print(this);
    }
}
