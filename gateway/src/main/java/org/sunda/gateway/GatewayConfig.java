package org.sunda.gateway;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.sunda.gateway.config.ConfigurationFile;
import org.sunda.gateway.config.InvalidConfigurationException;
import org.sunda.gateway.config.Section;
import org.sunda.gateway.jdbc.JdbcDriver;
import org.sunda.gateway.service.Driver;

/// All that a gateway is told. Reading it loads drivers and classes, but opens nothing.
record GatewayConfig(NodeSettings node, List<ServiceSettings> services, List<Export> exports) {
    private static final String DEFAULT = "default.conf";

    /// The types of service there are.
    private static final Map<String, Driver> DRIVERS = Map.of("jdbc", new JdbcDriver());

    /// Reads a file.
    ///
    /// @throws InvalidConfigurationException with all its mistakes
    static GatewayConfig read(Path file) throws InvalidConfigurationException {
        return ConfigurationFile.read(file, GatewayConfig::read);
    }

    /// Reads text.
    ///
    /// @throws InvalidConfigurationException with all its mistakes
    static GatewayConfig read(String text, String description) throws InvalidConfigurationException {
        return ConfigurationFile.read(text, description, GatewayConfig::read);
    }

    /// What holds where no file is named: one database in memory, and `math`.
    static GatewayConfig standard() throws InvalidConfigurationException {
        try (InputStream resource = Objects.requireNonNull(GatewayConfig.class.getResourceAsStream(DEFAULT))) {
            return read(new String(resource.readAllBytes(), StandardCharsets.UTF_8), DEFAULT);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static GatewayConfig read(Section root) {
        return new GatewayConfig(
                NodeSettings.read(root.section("node")),
                ServiceSettings.readAll(root.section("services"), DRIVERS),
                Export.readAll(root.section("exports")));
    }
}
