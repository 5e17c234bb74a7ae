package org.sunda.gateway;

import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.sunda.gateway.config.InvalidConfigurationException;
import org.sunda.gateway.service.ServiceException;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;

/// What `java -jar sunda-gateway.jar` runs. A mistake of whoever starts it is one sentence on standard error, and exit
/// code 2; anything else that goes wrong is one sentence and exit code 1.
@Command(
        name = "sunda",
        description = {"The crossing between Erlang and the JVM.", ""},
        synopsisSubcommandLabel = "COMMAND",
        subcommands = {GatewayCommand.class, EchoCommand.class, RingCommand.class},
        mixinStandardHelpOptions = true,
        scope = CommandLine.ScopeType.INHERIT,
        versionProvider = Main.Version.class)
public final class Main {
    private Main() {}

    /// Runs a command.
    public static void main(String[] arguments) {
        System.exit(commandLine().execute(arguments));
    }

    static CommandLine commandLine() {
        return new CommandLine(new Main())
                .setUsageHelpWidth(100)
                .setCaseInsensitiveEnumValuesAllowed(true)
                .setParameterExceptionHandler(Main::wrongParameter)
                .setExecutionExceptionHandler(Main::failed);
    }

    private static int wrongParameter(ParameterException e, String[] arguments) {
        CommandLine command = e.getCommandLine();
        String name = command.getCommandSpec().qualifiedName();
        command.getErr().println(name + ": " + e.getMessage() + " (" + name + " --help)");
        return ExitCode.USAGE;
    }

    private static int failed(Exception e, CommandLine command, ParseResult parsed) throws Exception {
        String name = command.getCommandSpec().qualifiedName();
        switch (e) {
            case InvalidConfigurationException wrong -> {
                wrong.mistakes().forEach(command.getErr()::println);
                return ExitCode.USAGE;
            }
            case ServiceException _, IOException _, IllegalArgumentException _ ->
                command.getErr().println(name + ": " + sentence(e));
            default -> command.getErr().println(name + ": " + e);
        }
        if (parsed.hasMatchedOption("--verbose")) {
            e.printStackTrace(command.getErr());
        }
        return ExitCode.SOFTWARE;
    }

    private static String sentence(Exception e) {
        @Nullable String message = e.getMessage();
        if (e instanceof NoSuchFileException) {
            return "there is no file " + message;
        }
        return message == null ? e.toString() : message;
    }

    /// Reads the version from the jar.
    static final class Version implements IVersionProvider {
        @Override
        public String[] getVersion() {
            String version = Main.class.getPackage().getImplementationVersion();
            return new String[] {"sunda " + Optional.ofNullable(version).orElse("(not from a jar)")};
        }
    }
}
