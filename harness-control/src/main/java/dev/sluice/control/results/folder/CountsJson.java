package dev.sluice.control.results.folder;

import dev.sluice.core.stats.Counter;
import dev.sluice.core.stats.Counts;
import org.json.JSONObject;

/** What workers counted, as members of a JSON object and back. Pure functions. */
public final class CountsJson {

  private CountsJson() {}

  /** Adds the counts to an object, and returns it. */
  public static Json addTo(Json json, Counts counts) {
    for (Counter counter : Counter.values()) {
      json.put(counter.key(), counts.get(counter));
    }
    return json;
  }

  /** The reverse. What an older version did not count yet is worked out or 0. */
  static Counts parse(JSONObject json) {
    Counts counts = Counts.of(counter -> json.optLong(counter.key()));
    return json.has(Counter.DONE.key())
        ? counts
        : counts.with(Counter.DONE, counts.iterations() - counts.rolledBack());
  }
}
