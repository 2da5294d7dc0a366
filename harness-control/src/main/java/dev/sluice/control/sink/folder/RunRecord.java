package dev.sluice.control.sink.folder;

import dev.sluice.control.format.Finding;
import dev.sluice.control.format.Json;
import dev.sluice.control.format.ObjectiveResult;
import dev.sluice.control.format.RunFiles;
import dev.sluice.control.format.SummaryJson;
import dev.sluice.control.secret.SecretRules;
import dev.sluice.core.result.Summary;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** What is known of a run as a whole: the content of {@code run.json}, as it grows. One thread. */
public final class RunRecord {

  private final RunDescription description;
  private final Instant created;
  private final List<ObjectiveResult> objectives = new ArrayList<>();
  private final List<Finding> findings = new ArrayList<>();
  private List<String> variables = List.of();
  private Optional<Summary> summary = Optional.empty();
  private String failure = "";

  /**
   * @param created wall-clock time
   */
  public RunRecord(RunDescription description, Instant created) {
    this.description = description;
    this.created = created;
  }

  /** The run has come to its summary. */
  public void ended(Summary result) {
    summary = Optional.of(result);
  }

  /** The run did not come to a summary: why, one line. */
  public void failed(String why) {
    failure = why;
  }

  /** Adds what came of objectives. */
  public void objectives(List<ObjectiveResult> results) {
    objectives.addAll(results);
  }

  /** Adds something that was found. */
  public void found(Finding finding) {
    findings.add(finding);
  }

  /** The columns of the table of steps that hold the variables of loops. */
  public void variables(List<String> columns) {
    variables = List.copyOf(columns);
  }

  /** Whether it neither came to a summary nor failed. */
  public boolean isOpen() {
    return summary.isEmpty() && failure.isEmpty();
  }

  /** All of it. */
  public Json json() {
    Json json =
        new Json()
            .put("format", RunFiles.FORMAT)
            .put("id", description.spec().id())
            .put("state", state())
            .put("created", created.toString());
    if (!failure.isEmpty()) {
      json.put("failure", SecretRules.mask(failure));
    }
    summary.ifPresent(result -> json.put("summary", SummaryJson.of(result)));
    json.putAny("objectives", objectives.stream().map(ObjectiveResult::json).toList())
        .putAny("findings", findings.stream().map(Finding::json).toList())
        .putAny("variables", variables);
    description.json().members().forEach(json::put);
    return json;
  }

  private String state() {
    if (!failure.isEmpty()) {
      return "failed";
    }
    return summary.isPresent() ? "done" : "running";
  }
}
