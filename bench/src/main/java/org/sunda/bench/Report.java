package org.sunda.bench;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// What a suite found.
public record Report(List<Section> sections, List<Target> targets) {
    /// A report of one section.
    public static Report of(Section section, Target... targets) {
        return new Report(List.of(section), List.of(targets));
    }

    /// The sections and targets of both.
    public Report and(Report further) {
        List<Section> allSections = new ArrayList<>(sections);
        allSections.addAll(further.sections());
        List<Target> allTargets = new ArrayList<>(targets);
        allTargets.addAll(further.targets());
        return new Report(allSections, allTargets);
    }

    /// The whole as Markdown, below what describes the run.
    String markdown(Run run) {
        StringBuilder text = new StringBuilder("# `" + run.command() + "`\n\n");
        run.facts().forEach((name, value) -> text.append("- " + name + ": " + value + "\n"));
        for (Section section : sections) {
            text.append("\n## " + section.title() + "\n\n");
            if (!section.note().isEmpty()) {
                text.append(section.note().strip() + "\n\n");
            }
            text.append(section.table().markdown());
        }
        if (!targets.isEmpty()) {
            text.append("\n## Targets\n\n").append(targetTable().markdown());
        }
        return text.toString();
    }

    private Table targetTable() {
        List<List<String>> rows = new ArrayList<>();
        for (Target each : targets) {
            rows.add(List.of(each.what(), each.wanted(), each.reached(), each.verdict()));
        }
        return new Table(List.of("target", "wanted", "reached", "verdict"), rows);
    }

    /// The whole as JSON.
    String json(Run run) {
        Map<String, Object> all = new LinkedHashMap<>();
        all.put("suite", run.suite());
        all.put("command", run.command());
        all.put("quick", run.quick());
        all.put("facts", run.facts());
        all.put("sections", sections.stream().map(Report::object).toList());
        all.put("targets", targets.stream().map(Report::object).toList());
        return Json.write(all) + "\n";
    }

    private static Map<String, Object> object(Section section) {
        Map<String, Object> object = new LinkedHashMap<>();
        object.put("title", section.title());
        object.put("rows", section.rows());
        return object;
    }

    private static Map<String, Object> object(Target target) {
        Map<String, Object> object = new LinkedHashMap<>();
        object.put("what", target.what());
        object.put("wanted", target.wanted());
        object.put("reached", target.reached());
        object.put("met", target.met());
        return object;
    }
}
