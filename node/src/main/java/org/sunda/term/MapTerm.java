package org.sunda.term;

import java.util.AbstractMap;
import java.util.AbstractSet;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Iterator;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;

/// A map. Keys are distinct under `=:=` and kept in term order, integers before floats, as [TermOrder#EXACT] sorts
/// them: no choice of keys makes building or searching it slow.
public final class MapTerm implements Term {
    /// The map `#{}`.
    public static final MapTerm EMPTY = new MapTerm(new Term[0], new Term[0]);

    /// The most of a key that an error message shows.
    private static final int SHOWN = 100;

    private final Term[] keys;
    private final Term[] values;

    private MapTerm(Term[] keys, Term[] values) {
        this.keys = keys;
        this.values = values;
    }

    /// The map of those keys and values, which stand in turn.
    ///
    /// @throws IllegalArgumentException when a key has no value or comes twice
    public static MapTerm of(Term... keysAndValues) {
        if (keysAndValues.length % 2 != 0) {
            throw new IllegalArgumentException(
                    "a key without a value: " + keysAndValues[keysAndValues.length - 1].toString(SHOWN));
        }
        int size = keysAndValues.length / 2;
        Term[] keys = new Term[size];
        Term[] values = new Term[size];
        for (int i = 0; i < size; i++) {
            keys[i] = keysAndValues[2 * i];
            values[i] = keysAndValues[2 * i + 1];
        }
        return of(keys, values);
    }

    /// The map of those entries.
    public static MapTerm of(Map<? extends Term, ? extends Term> entries) {
        Term[] keys = entries.keySet().toArray(Term[]::new);
        return of(keys, Arrays.stream(keys).map(entries::get).toArray(Term[]::new));
    }

    /// The map of `keys[i] => values[i]`. The arrays become the map's own.
    ///
    /// @throws IllegalArgumentException when a key comes twice
    public static MapTerm of(Term[] keys, Term[] values) {
        if (keys.length != values.length) {
            throw new IllegalArgumentException(keys.length + " keys, but " + values.length + " values");
        }
        for (int i = 1; i < keys.length; i++) {
            if (TermOrder.EXACT.compare(keys[i - 1], keys[i]) >= 0) {
                return sorted(keys, values);
            }
        }
        return keys.length == 0 ? EMPTY : new MapTerm(keys, values);
    }

    private static MapTerm sorted(Term[] keys, Term[] values) {
        Integer[] order = IntStream.range(0, keys.length).boxed().toArray(Integer[]::new);
        Arrays.sort(order, Comparator.comparing((Integer i) -> keys[i], TermOrder.EXACT));
        Term[] sortedKeys = new Term[keys.length];
        Term[] sortedValues = new Term[keys.length];
        for (int i = 0; i < order.length; i++) {
            sortedKeys[i] = keys[order[i]];
            sortedValues[i] = values[order[i]];
            if (i > 0 && sortedKeys[i].equals(sortedKeys[i - 1])) {
                throw new IllegalArgumentException("the key " + sortedKeys[i].toString(SHOWN) + " comes twice");
            }
        }
        return new MapTerm(sortedKeys, sortedValues);
    }

    /// How many keys it has.
    public int size() {
        return keys.length;
    }

    /// One key, in term order, counted from 0.
    public Term key(int index) {
        return keys[index];
    }

    /// The value of [#key] at that index.
    public Term value(int index) {
        return values[index];
    }

    /// The value of a key.
    public Optional<Term> get(Term key) {
        int index = Arrays.binarySearch(keys, key, TermOrder.EXACT);
        return index >= 0 ? Optional.of(values[index]) : Optional.empty();
    }

    /// The value of the key that is the atom of that text.
    public Optional<Term> get(String atom) {
        return get(Atom.of(atom));
    }

    /// This map with that key set to that value.
    public MapTerm with(Term key, Term value) {
        int index = Arrays.binarySearch(keys, key, TermOrder.EXACT);
        if (index >= 0) {
            Term[] changed = values.clone();
            changed[index] = value;
            return new MapTerm(keys, changed);
        }
        return new MapTerm(inserted(keys, -index - 1, key), inserted(values, -index - 1, value));
    }

    /// This map without that key, if it has it.
    public MapTerm without(Term key) {
        int index = Arrays.binarySearch(keys, key, TermOrder.EXACT);
        return index < 0 ? this : new MapTerm(removed(keys, index), removed(values, index));
    }

    private static Term[] removed(Term[] terms, int index) {
        Term[] shorter = Arrays.copyOf(terms, terms.length - 1);
        System.arraycopy(terms, index + 1, shorter, index, shorter.length - index);
        return shorter;
    }

    private static Term[] inserted(Term[] terms, int index, Term term) {
        Term[] longer = Arrays.copyOf(terms, terms.length + 1);
        System.arraycopy(terms, index, longer, index + 1, terms.length - index);
        longer[index] = term;
        return longer;
    }

    /// The entries, in term order of their keys, as a view.
    public Map<Term, Term> asMap() {
        return new AbstractMap<>() {
            @Override
            public boolean containsKey(Object key) {
                return key instanceof Term term && MapTerm.this.get(term).isPresent();
            }

            @Override
            @SuppressWarnings("NullAway") // Map.get answers null for what is not there
            public Term get(Object key) {
                return key instanceof Term term ? MapTerm.this.get(term).orElse(null) : null;
            }

            @Override
            public Set<Entry<Term, Term>> entrySet() {
                return new AbstractSet<>() {
                    @Override
                    public Iterator<Entry<Term, Term>> iterator() {
                        return IntStream.range(0, keys.length)
                                .mapToObj(i -> Map.entry(keys[i], values[i]))
                                .iterator();
                    }

                    @Override
                    public int size() {
                        return keys.length;
                    }
                };
            }
        };
    }

    @Override
    public boolean equals(Object other) {
        return this == other || other instanceof MapTerm map && TermOrder.equal(this, map);
    }

    @Override
    public int hashCode() {
        return TermHash.of(this);
    }

    @Override
    public String toString() {
        return TermPrinter.print(this);
    }
}
