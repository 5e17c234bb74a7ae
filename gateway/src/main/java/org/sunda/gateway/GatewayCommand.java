package org.sunda.gateway;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.sunda.gateway.config.InvalidConfigurationException;
import org.sunda.gateway.service.ServiceException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/// `sunda gateway`.
@Command(
        name = "gateway",
        description = {
            "Joins an Erlang cluster and serves what the configuration names: databases as processes, Java classes as "
                    + "modules.",
            "",
        },
        footer = {
            "",
            "Without --config it serves one database in memory as `db`, and exports java.lang.Math as `math`. "
                    + "docs/gateway.md explains the configuration.",
            "",
            "Example, and what then works in an erl -sname me@localhost:",
            "  sunda gateway --name gw@localhost",
            "  > gen_server:call({db, 'gw@localhost'}, {query, <<\"SELECT 6 * 7\">>, []}).",
            "  > erpc:call('gw@localhost', math, max, [1, 2]).",
        })
final class GatewayCommand implements Callable<Integer> {
    private static final Optional<String> DEFAULT_NAME = Optional.of("gw@localhost");

    @Option(names = "--config", paramLabel = "FILE", description = "The configuration, in HOCON.")
    private @Nullable Path file;

    @Option(names = "--check", description = "Only reads the configuration, and tells all its mistakes.")
    private boolean isCheck;

    @Mixin
    private final NodeOptions options = new NodeOptions();

    @Mixin
    private final CommonOptions common = new CommonOptions();

    @Override
    public Integer call() throws InvalidConfigurationException, ServiceException, IOException, InterruptedException {
        common.apply();
        GatewayConfig config = file == null ? GatewayConfig.standard() : GatewayConfig.read(file);
        if (isCheck) {
            System.out.println("The configuration has no mistakes: " + contents(config));
            return 0;
        }
        Gateway gateway = Gateway.open(config, options.builder(config.node(), DEFAULT_NAME));
        Ready.serve(gateway.node(), contents(config), gateway);
        return 0;
    }

    private static String contents(GatewayConfig config) {
        List<String> services =
                config.services().stream().map(ServiceSettings::name).toList();
        String exports = config.exports().stream().map(Export::module).collect(Collectors.joining(","));
        return "services=" + String.join(",", services) + " exports=" + exports;
    }
}
