package org.sunda.mapper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.module.Configuration;
import java.lang.module.ModuleFinder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.spi.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sunda.term.Term;

/// Private records of another module.
class LookupTest {
    private static final String SOURCE = """
            package app;

            public final class Main {
                private record Secret(int value, Inner inner) {}

                public record Shown(int value) {}

                public static Object shown() {
                    return new Shown(1);
                }

                private record Inner(boolean open) {}

                public static Object make() {
                    return new Secret(1, new Inner(true));
                }

                public static java.lang.invoke.MethodHandles.Lookup lookup() {
                    return java.lang.invoke.MethodHandles.lookup();
                }
            }
            """;

    @TempDir
    private Path folder = Path.of("");

    @Test
    void shouldSayHowToOpenARecordThatMayNotBeLookedInto() throws Exception {
        Object secret =
                compiled("module app { exports app; }").getMethod("make").invoke(null);

        assertThatIllegalArgumentException()
                .isThrownBy(() -> Mapper.builder().build().toTerm(secret))
                .withMessageStartingWith("Sunda may not look into app.Main$Secret: open its package "
                        + "(`opens app to org.sunda;` in its module-info), or give the mapper's builder a lookup");
    }

    @Test
    void shouldMapAPrivateRecordWhenItsPackageIsOpen() throws Exception {
        Class<?> main = compiled("module app { exports app; opens app; }");

        bothWays(Mapper.builder().build(), main.getMethod("make").invoke(null));
    }

    @Test
    void shouldMapAPrivateRecordWhenTheBuilderHasALookup() throws Exception {
        Class<?> main = compiled("module app { exports app; }");
        MethodHandles.Lookup lookup =
                (MethodHandles.Lookup) main.getMethod("lookup").invoke(null);

        bothWays(Mapper.builder().lookup(lookup).build(), main.getMethod("make").invoke(null));
    }

    @Test
    void shouldMapAPublicRecordWhenItsPackageIsExported() throws Exception {
        Object shown =
                compiled("module app { exports app; }").getMethod("shown").invoke(null);

        assertThat(Mapper.standard().toTerm(shown)).isEqualTo(Term.parse("{shown, 1}"));
    }

    private static void bothWays(Mapper mapper, Object secret) {
        Term term = Term.parse("{secret, 1, {inner, true}}");
        assertThat(mapper.toTerm(secret)).isEqualTo(term);
        assertThat((Object) mapper.fromTerm(term, secret.getClass())).isEqualTo(secret);
    }

    /// The class `app.Main` in a module of its own.
    private Class<?> compiled(String module) throws IOException, ClassNotFoundException {
        Path info = Files.writeString(folder.resolve("module-info.java"), module);
        Path main = Files.writeString(folder.resolve("Main.java"), SOURCE);
        Path classes = folder.resolve("classes");
        int result = ToolProvider.findFirst("javac")
                .orElseThrow()
                .run(System.out, System.err, "-proc:none", "-d", classes.toString(), info.toString(), main.toString());
        assertThat(result).isZero();
        ModuleLayer boot = ModuleLayer.boot();
        Configuration configuration =
                boot.configuration().resolve(ModuleFinder.of(classes), ModuleFinder.of(), Set.of("app"));
        return boot.defineModulesWithOneLoader(configuration, ClassLoader.getSystemClassLoader())
                .findLoader("app")
                .loadClass("app.Main");
    }
}
