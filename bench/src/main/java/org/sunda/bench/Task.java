package org.sunda.bench;

import java.util.List;

/// What several contenders do in turn.
///
/// @param name what is done, short
public record Task(String name, List<Contender> contenders) {
    /// A task.
    public static Task of(String name, Contender... contenders) {
        return new Task(name, List.of(contenders));
    }
}
