package org.sunda.gateway.config;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigException;
import com.typesafe.config.ConfigFactory;
import com.typesafe.config.ConfigOrigin;
import com.typesafe.config.ConfigParseOptions;
import com.typesafe.config.ConfigSyntax;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/// Reads HOCON text into whatever a function makes of its root [Section].
public final class ConfigurationFile {
    private ConfigurationFile() {}

    /// Reads a file. `${NAME}` in it is another key or, where there is none, a variable of the environment.
    ///
    /// @throws InvalidConfigurationException with all mistakes: those of syntax, unknown keys,
    ///     and those that `reader` found
    public static <T> T read(Path file, Function<Section, T> reader) throws InvalidConfigurationException {
        if (!Files.isReadable(file) || Files.isDirectory(file)) {
            throw new InvalidConfigurationException(
                    List.of(new Mistake(file.toString(), "", "there is no such file, or it may not be read")));
        }
        ConfigParseOptions options = ConfigParseOptions.defaults().setSyntax(ConfigSyntax.CONF);
        return read(() -> ConfigFactory.parseFile(file.toFile(), options.setAllowMissing(false)), reader);
    }

    /// Reads text that comes from somewhere else than a file.
    ///
    /// @param description what stands in the place of a file name in mistakes
    /// @throws InvalidConfigurationException as for a file
    public static <T> T read(String text, String description, Function<Section, T> reader)
            throws InvalidConfigurationException {
        ConfigParseOptions options = ConfigParseOptions.defaults().setOriginDescription(description);
        return read(() -> ConfigFactory.parseString(text, options), reader);
    }

    private static <T> T read(Parser parser, Function<Section, T> reader) throws InvalidConfigurationException {
        Config config;
        try {
            config = parser.parse().resolve();
        } catch (ConfigException e) {
            throw new InvalidConfigurationException(List.of(syntaxMistake(e)));
        }
        List<Mistake> mistakes = new ArrayList<>();
        Section root = new Section("", config.root(), mistakes);
        T result = reader.apply(root);
        root.refuseUnknown();
        if (!mistakes.isEmpty()) {
            throw new InvalidConfigurationException(mistakes);
        }
        return result;
    }

    private static Mistake syntaxMistake(ConfigException e) {
        ConfigOrigin origin = e.origin();
        if (origin == null) {
            return new Mistake("configuration", "", String.valueOf(e.getMessage()));
        }
        String prefix = origin.description() + ": ";
        String message = String.valueOf(e.getMessage());
        return new Mistake(
                place(origin), "", message.startsWith(prefix) ? message.substring(prefix.length()) : message);
    }

    static String place(ConfigOrigin origin) {
        String filename = origin.filename();
        if (origin.lineNumber() < 0) {
            return filename == null ? origin.description() : filename;
        }
        // A description ends in ": " and the line, whatever it begins with.
        String source =
                filename == null ? origin.description().replaceFirst(": " + origin.lineNumber() + "$", "") : filename;
        return source + ":" + origin.lineNumber();
    }

    private interface Parser {
        Config parse();
    }
}
