package dev.sluice.control.format;

import dev.sluice.control.format.RunDocument.RunState;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * The content of {@code scenario.json}.
 *
 * @param format {@link RunFiles#FORMAT}
 * @param scenario its name
 * @param description what it is for, in its author's words
 * @param failure why the scenario ended before its last step, one line
 * @param variables the columns of the table of steps that hold the variables of loops
 * @param runs the names of their folders
 */
public record ScenarioDocument(
    long format,
    String id,
    String scenario,
    Optional<String> description,
    RunState state,
    Instant created,
    Optional<String> failure,
    List<String> variables,
    List<String> runs,
    List<ObjectiveResult> objectives,
    List<Finding> findings) {}
