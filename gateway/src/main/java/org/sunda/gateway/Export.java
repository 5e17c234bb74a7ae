package org.sunda.gateway;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.sunda.gateway.config.Section;
import org.sunda.gateway.java.JavaModule;

/// One line of the section `exports`: a Java class under the name of an Erlang module.
record Export(String module, JavaModule java) {
    /// `erpc` is how calls come in, and `erlang` what an ordinary node answers itself.
    private static final Set<String> RESERVED = Set.of("erlang", "erpc", "rpc");

    private static final int MOST_NAME = 255;

    /// Reads all of them.
    static List<Export> readAll(Section exports) {
        List<Export> all = new ArrayList<>();
        for (String module : exports.keys()) {
            if (module.isEmpty() || module.length() > MOST_NAME || RESERVED.contains(module)) {
                exports.mistake(module, "a module may have any name but " + RESERVED + ", up to 255 characters");
            }
            read(exports, module).ifPresent(java -> all.add(new Export(module, java)));
        }
        return List.copyOf(all);
    }

    private static Optional<JavaModule> read(Section exports, String module) {
        if (!exports.isSection(module)) {
            return exports.text(module).flatMap(name -> load(exports, module, name));
        }
        Section export = exports.section(module);
        String name = export.requiredText("class");
        List<String> methods = export.texts("methods");
        return load(export, "class", name).map(java -> methods.isEmpty() ? java : only(export, java, methods));
    }

    private static JavaModule only(Section export, JavaModule java, List<String> methods) {
        for (String method : methods) {
            if (!java.names().contains(method)) {
                export.mistake(
                        "methods",
                        java.className() + " has no public static method \"" + method
                                + "\" whose parameters Erlang terms can become");
            }
        }
        return java.only(Set.copyOf(methods));
    }

    private static Optional<JavaModule> load(Section section, String key, String name) {
        if (name.isEmpty()) {
            return Optional.empty();
        }
        try {
            JavaModule java = JavaModule.of(Class.forName(name, false, Export.class.getClassLoader()));
            if (java.names().isEmpty()) {
                section.mistake(key, name + " has no public static method whose parameters Erlang terms can become");
            }
            return Optional.of(java);
        } catch (ClassNotFoundException e) {
            section.mistake(key, "there is no class " + name + ": is its jar in drivers/, or on the class path?");
        } catch (IllegalAccessException | LinkageError e) {
            section.mistake(key, "the class " + name + " cannot be exported: " + e.getMessage());
        }
        return Optional.empty();
    }
}
