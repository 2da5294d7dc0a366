package dev.sluice.control.results.folder;

import dev.sluice.core.stats.Counts;
import org.json.JSONObject;

/** What workers counted, as members of a JSON object and back. Pure functions. */
public final class CountsJson {

  private CountsJson() {}

  /** Adds the counts to an object, and returns it. */
  public static Json addTo(Json json, Counts counts) {
    return json.put("iterations", counts.iterations())
        .put("empty", counts.empty())
        .put("errors", counts.errors())
        .put("inDoubt", counts.inDoubt())
        .put("rolledBack", counts.rolledBack())
        .put("givenUp", counts.givenUp())
        .put("wakeUps", counts.wakeUps())
        .put("oversleptNanos", counts.oversleptNanos())
        .put("skewed", counts.skewed());
  }

  static Counts parse(JSONObject json) {
    return new Counts(
        json.getLong("iterations"),
        json.getLong("empty"),
        json.getLong("errors"),
        json.getLong("inDoubt"),
        json.getLong("rolledBack"),
        json.getLong("givenUp"),
        json.getLong("wakeUps"),
        json.getLong("oversleptNanos"),
        json.getLong("skewed"));
  }
}
