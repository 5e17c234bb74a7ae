package org.sunda.mapper;

import java.lang.invoke.MethodHandles;
import org.sunda.term.Atom;

/// Makes a [Mapper] that does some things its own way.
public final class MapperBuilder {
    private static final int DEPTH = 200;

    private Text text = Text.BINARY;
    private Form records = Form.RECORD;
    private Times times = Times.ERLANG;
    private Atom absent = Atom.UNDEFINED;
    private String variantKey = "type";
    private boolean refusesUnknownKeys;
    private boolean refusesAtomsAsText;
    private int depth = DEPTH;
    private MethodHandles.Lookup lookup = MethodHandles.lookup();

    MapperBuilder() {}

    /// As what text is written. Default [Text#BINARY].
    public MapperBuilder text(Text form) {
        text = form;
        return this;
    }

    /// The form of records that are not [Mapped]. Default [Form#RECORD].
    public MapperBuilder records(Form form) {
        records = form;
        return this;
    }

    /// As what dates and times are written. Default [Times#ERLANG].
    public MapperBuilder times(Times form) {
        times = form;
        return this;
    }

    /// As what an empty `Optional` is written. Default `undefined`; `undefined`, `nil` and `null` are all
    /// read.
    public MapperBuilder absent(Atom atom) {
        absent = atom;
        return this;
    }

    /// The key that tells the records of a sealed interface apart where they are maps. Default `type`:
    /// `#{type => circle, radius => 1.0}`.
    public MapperBuilder variantKey(String atom) {
        variantKey = atom;
        return this;
    }

    /// Refuses keys of a map that belong to no component of its record; by default they are passed over.
    public MapperBuilder refuseUnknownKeys() {
        refusesUnknownKeys = true;
        return this;
    }

    /// Refuses atoms where text is wanted; by default they are read, but for `undefined`, `nil` and `null`.
    public MapperBuilder refuseAtomsAsText() {
        refusesAtomsAsText = true;
        return this;
    }

    /// How many tuples, lists and maps may stand inside one another; terms that pass as they are do not
    /// count. Default 200: a level may take almost 2 KiB of the thread's stack, of which there is usually 1
    /// MiB.
    ///
    /// @throws IllegalArgumentException when it is not positive
    public MapperBuilder depth(int levels) {
        if (levels < 1) {
            throw new IllegalArgumentException("the depth of a mapper is at least 1, not " + levels);
        }
        depth = levels;
        return this;
    }

    /// What may look into records that are not open to the module `org.sunda`: `MethodHandles.lookup()`,
    /// called in their module.
    public MapperBuilder lookup(MethodHandles.Lookup lookup) {
        this.lookup = lookup;
        return this;
    }

    /// The mapper.
    public Mapper build() {
        return new Mapper(new Policy(
                text, records, times, absent, variantKey, refusesUnknownKeys, refusesAtomsAsText, depth, lookup));
    }
}
