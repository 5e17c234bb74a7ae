package org.sunda.gateway;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.sunda.gateway.config.Section;
import org.sunda.gateway.service.Driver;

/// One service of the section `services`.
record ServiceSettings(String name, Driver.Plan plan) {

    /// Reads all of them.
    ///
    /// @param drivers by the name of their type
    static List<ServiceSettings> readAll(Section services, Map<String, Driver> drivers) {
        List<ServiceSettings> all = new ArrayList<>();
        for (String name : services.keys()) {
            Section service = services.section(name);
            if (!Names.isPlainAtom(name)) {
                services.mistake(name, "a service's name must be an atom that needs no quotes, as orders_db");
            }
            if (services.isSection(name)) {
                driver(service, drivers).ifPresent(driver -> all.add(new ServiceSettings(name, driver.read(service))));
            }
        }
        return List.copyOf(all);
    }

    private static Optional<Driver> driver(Section service, Map<String, Driver> drivers) {
        String known = "one of the types " + drivers.keySet().stream().sorted().toList();
        Optional<String> type = service.text("type");
        if (type.isEmpty()) {
            service.missing("type", known);
            service.acceptAll();
            return Optional.empty();
        }
        Driver driver = drivers.get(type.get());
        if (driver == null) {
            service.mistake("type", "expected " + known + ", found \"" + type.get() + "\"");
            service.acceptAll();
        }
        return Optional.ofNullable(driver);
    }
}
