package dev.sluice.control.results.page;

import dev.sluice.core.run.Verdict;
import dev.sluice.control.results.folder.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.json.JSONArray;
import org.json.JSONObject;

/**
 * What came of a run in one phrase, for the head of its page.
 *
 * @param level how good it is
 * @param headline the phrase
 * @param details a sentence or two that it rests on
 */
record PageVerdict(Level level, String headline, List<String> details) {

  /** How good it is. */
  enum Level {
    GOOD,
    PLAIN,
    WARNING,
    BAD
  }

  /**
   * Reads it from the content of {@code run.json}.
   *
   * @param intervals how many intervals there are
   */
  static PageVerdict of(JSONObject description, long intervals) {
    String state = description.getString("state");
    JSONObject summary = description.optJSONObject("summary");
    if (state.equals("failed")) {
      return new PageVerdict(Level.BAD, "Failed", List.of(description.optString("failure")));
    }
    if (summary == null) {
      return new PageVerdict(
          Level.WARNING,
          "Unfinished",
          List.of(
              "The run ended before it could sum up. All figures come from the "
                  + intervals
                  + " intervals it left."));
    }
    List<String> missed = missedObjectives(description.optJSONArray("objectives"));
    if (!missed.isEmpty()) {
      return new PageVerdict(Level.BAD, "Objective missed", missed);
    }
    return ofSummary(summary, description.has("objectives"));
  }

  Json json() {
    return new Json()
        .put("level", level.name().toLowerCase(Locale.ROOT))
        .put("headline", headline)
        .put("details", details);
  }

  private static PageVerdict ofSummary(JSONObject summary, boolean objectives) {
    List<String> details = new ArrayList<>();
    Verdict.Kind worst = Verdict.Kind.UNLIMITED;
    for (Object each : summary.getJSONArray("workloads")) {
      JSONObject workload = (JSONObject) each;
      worst = worst.worse(Verdict.Kind.ofKey(workload.getString("verdict")));
      details.add(workload.getString("name") + ": " + workload.getString("explanation"));
    }
    if (!summary.getBoolean("clean")) {
      return new PageVerdict(Level.BAD, "Completed with faults", details);
    }
    return switch (worst) {
      case FAILED -> new PageVerdict(Level.BAD, "Iterations failed", details);
      case INTERRUPTED -> new PageVerdict(Level.WARNING, "Interrupted", details);
      case HARNESS_LIMITED -> new PageVerdict(Level.BAD, "Limited by the harness", details);
      case SATURATED -> new PageVerdict(Level.WARNING, "Saturated", details);
      case IDLE, KEPT, UNLIMITED ->
          objectives
              ? new PageVerdict(Level.GOOD, "Objectives met", details)
              : switch (worst) {
                case IDLE -> new PageVerdict(Level.PLAIN, "Workers were idle", details);
                case KEPT -> new PageVerdict(Level.GOOD, "Target kept", details);
                default -> new PageVerdict(Level.PLAIN, "Completed", details);
              };
    };
  }

  private static List<String> missedObjectives(JSONArray objectives) {
    List<String> missed = new ArrayList<>();
    if (objectives != null) {
      for (Object each : objectives) {
        JSONObject objective = (JSONObject) each;
        if (!objective.getBoolean("met")) {
          missed.add(objective.getString("objective") + ": found " + objective.getString("found"));
        }
      }
    }
    return missed;
  }
}
