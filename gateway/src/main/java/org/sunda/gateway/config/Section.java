package org.sunda.gateway.config;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigException;
import com.typesafe.config.ConfigFactory;
import com.typesafe.config.ConfigList;
import com.typesafe.config.ConfigObject;
import com.typesafe.config.ConfigOrigin;
import com.typesafe.config.ConfigRenderOptions;
import com.typesafe.config.ConfigUtil;
import com.typesafe.config.ConfigValue;
import com.typesafe.config.ConfigValueType;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// One `{ ... }` of a configuration. Each question is remembered, so that [#refuseUnknown] can tell the keys nobody
/// asked for. A value that is wrong is a [Mistake] and answered by the fallback: reading goes on to find the next one.
/// For one thread.
public final class Section {
    private static final int MOST_SHOWN = 60;

    private final String path;
    private final ConfigObject object;
    private final List<Mistake> mistakes;
    private final Set<String> asked = new LinkedHashSet<>();
    private final List<Section> inner = new ArrayList<>();

    Section(String path, ConfigObject object, List<Mistake> mistakes) {
        this.path = path;
        this.object = object;
        this.mistakes = mistakes;
    }

    /// The names of all its keys, in the order of the text as far as the parser kept it.
    public List<String> keys() {
        return object.entrySet().stream()
                .sorted((a, b) -> Integer.compare(
                        a.getValue().origin().lineNumber(),
                        b.getValue().origin().lineNumber()))
                .map(Map.Entry::getKey)
                .toList();
    }

    /// Whether that key has a value that is a section.
    public boolean isSection(String key) {
        return object.get(key) instanceof ConfigObject;
    }

    /// A text that may be missing.
    public Optional<String> text(String key) {
        return Optional.ofNullable(value(key)).flatMap(value -> scalar(key, value, "a text"));
    }

    /// A text that must be there.
    public String requiredText(String key) {
        if (!object.containsKey(key)) {
            missing(key, "a text");
        }
        return text(key).orElse("");
    }

    /// A text that no mistake ever shows.
    public Optional<String> secret(String key) {
        ConfigValue value = value(key);
        if (value != null && !isScalar(value)) {
            report(value.origin(), key, "expected a text");
            return Optional.empty();
        }
        return Optional.ofNullable(value).map(Section::scalarText);
    }

    /// The path of a file; a relative one starts at the folder of the configuration file.
    public Optional<Path> path(String key) {
        return text(key).map(text -> {
            String file = origin(key).filename();
            return file == null ? Path.of(text) : Path.of(file).toAbsolutePath().resolveSibling(text);
        });
    }

    /// A list of texts; a single text is a list of one.
    public List<String> texts(String key) {
        ConfigValue value = value(key);
        if (value == null) {
            return List.of();
        }
        if (!(value instanceof ConfigList list)) {
            return scalar(key, value, "a list of texts").stream().toList();
        }
        List<String> texts = new ArrayList<>();
        for (ConfigValue element : list) {
            scalar(key, element, "a list of texts").ifPresent(texts::add);
        }
        return texts;
    }

    /// A whole number within bounds.
    public int integer(String key, int fallback, int least, int most) {
        String expected = "a whole number from " + least + " to " + most;
        return read(key, fallback, expected, config -> {
            String text = config.getString(ConfigUtil.joinPath(key));
            int number = Integer.parseInt(text.strip());
            return number >= least && number <= most ? number : null;
        });
    }

    /// A period of time within bounds: `500ms`, `5s`, `2 minutes`, or a bare number of milliseconds.
    public Duration duration(String key, Duration fallback, Duration least, Duration most) {
        String expected = "a time such as 500ms, 5s or 2 minutes, from " + words(least) + " to " + words(most);
        return read(key, fallback, expected, config -> {
            Duration duration = config.getDuration(ConfigUtil.joinPath(key));
            return duration.compareTo(least) >= 0 && duration.compareTo(most) <= 0 ? duration : null;
        });
    }

    /// A number of bytes within bounds: `64KiB`, `16MiB`, or a bare number.
    public long bytes(String key, long fallback, long least, long most) {
        String expected = "a size such as 64KiB or 16MiB, from " + least + " to " + most + " bytes";
        return read(key, fallback, expected, config -> {
            long bytes = config.getBytes(ConfigUtil.joinPath(key));
            return bytes >= least && bytes <= most ? bytes : null;
        });
    }

    /// `true` or `false`.
    public boolean flag(String key, boolean fallback) {
        return read(key, fallback, "true or false", config -> config.getBoolean(ConfigUtil.joinPath(key)));
    }

    /// All keys of a section, whatever they are called, each with its text: what is handed on unread.
    public Map<String, String> properties(String key) {
        Section section = section(key);
        Map<String, String> properties = new LinkedHashMap<>();
        for (String name : section.keys()) {
            section.text(name).ifPresent(text -> properties.put(name, text));
        }
        return properties;
    }

    /// A section; an empty one where it is missing.
    public Section section(String key) {
        ConfigValue value = value(key);
        if (value != null && !(value instanceof ConfigObject)) {
            report(value.origin(), key, "expected a section { ... }, found " + shown(value));
        }
        Section section = new Section(pathOf(key), value instanceof ConfigObject there ? there : noKeys(), mistakes);
        inner.add(section);
        return section;
    }

    /// Reports that the value of a key, which is there, is not what was expected.
    public void mistake(String key, String text) {
        report(origin(key), key, text);
    }

    /// Reports that a key is missing.
    public void missing(String key, String expected) {
        report(object.origin(), key, "is missing: expected " + expected);
    }

    /// Takes all keys for known: for a section in which nobody can tell what may stand there.
    public void acceptAll() {
        asked.addAll(object.keySet());
    }

    /// Reports every key that nobody asked for, in the sections within as well.
    void refuseUnknown() {
        for (String key : keys()) {
            if (!asked.contains(key)) {
                String known = asked.isEmpty() ? "none is known here" : "known here: " + String.join(", ", asked);
                report(origin(key), key, "is not a key; " + known);
            }
        }
        inner.forEach(Section::refuseUnknown);
    }

    /// What stands for a section that is missing; its place is that of the section around it.
    private ConfigObject noKeys() {
        return ConfigFactory.empty().root().withOrigin(object.origin());
    }

    private @Nullable ConfigValue value(String key) {
        asked.add(key);
        ConfigValue value = object.get(key);
        return value == null || value.valueType() == ConfigValueType.NULL ? null : value;
    }

    private <T> T read(String key, T fallback, String expected, Function<Config, @Nullable T> reader) {
        ConfigValue value = value(key);
        if (value == null) {
            return fallback;
        }
        T result = null;
        try {
            result = reader.apply(object.toConfig());
        } catch (ConfigException | NumberFormatException e) {
            // What these say is less than what is reported below.
        }
        if (result == null) {
            report(value.origin(), key, "expected " + expected + ", found " + shown(value));
            return fallback;
        }
        return result;
    }

    private Optional<String> scalar(String key, ConfigValue value, String expected) {
        if (isScalar(value)) {
            return Optional.of(scalarText(value));
        }
        report(value.origin(), key, "expected " + expected + ", found " + shown(value));
        return Optional.empty();
    }

    private static boolean isScalar(ConfigValue value) {
        return switch (value.valueType()) {
            case STRING, NUMBER, BOOLEAN -> true;
            case OBJECT, LIST, NULL -> false;
        };
    }

    /// A number keeps the digits it was written with: `user = 007` is `007`.
    private static String scalarText(ConfigValue value) {
        return value.unwrapped() instanceof String text ? text : value.render(ConfigRenderOptions.concise());
    }

    private static String shown(ConfigValue value) {
        String text = value.render(ConfigRenderOptions.concise());
        return text.length() > MOST_SHOWN ? text.substring(0, MOST_SHOWN) + "..." : text;
    }

    private static String words(Duration duration) {
        return duration.toString().substring(2).toLowerCase(Locale.ROOT);
    }

    private ConfigOrigin origin(String key) {
        ConfigValue value = object.get(key);
        return value == null ? object.origin() : value.origin();
    }

    private String pathOf(String key) {
        String quoted = ConfigUtil.joinPath(key);
        return path.isEmpty() ? quoted : path + "." + quoted;
    }

    private void report(ConfigOrigin origin, String key, String text) {
        mistakes.add(new Mistake(ConfigurationFile.place(origin), pathOf(key), text));
    }
}
