package dev.sluice.control.format;

import dev.sluice.core.stats.Counter;
import dev.sluice.core.stats.Counts;
import java.util.Map;
import java.util.TreeMap;
import org.json.JSONException;
import org.json.JSONObject;

/** The counters of workers, as members of a JSON object and back. Pure functions. */
public final class CountsJson {

  /** Thousands of them can be added up: a billion a second for three years. */
  private static final long MOST = 100_000_000_000_000_000L;

  private CountsJson() {}

  /** Adds the counts to an object, and returns it. */
  public static Json addTo(Json json, Counts counts) {
    for (Counter counter : Counter.values()) {
      json.put(counter.key(), counts.get(counter));
    }
    return json;
  }

  /**
   * The reverse. What an older version did not count yet is worked out or 0.
   *
   * @throws JSONException if a count is negative or too large
   */
  public static Counts parse(JSONObject json) {
    Counts counts = Counts.of(counter -> count(json, counter));
    return json.has(Counter.DONE.key())
        ? counts
        : counts.with(Counter.DONE, counts.iterations() - counts.rolledBack());
  }

  /**
   * Counts by the names of what was counted, such as causes of errors.
   *
   * @throws JSONException if one is not a number
   */
  public static Map<String, Long> byName(JSONObject json) {
    Map<String, Long> counts = new TreeMap<>();
    json.keySet().forEach(name -> counts.put(name, json.getLong(name)));
    return counts;
  }

  private static long count(JSONObject json, Counter counter) {
    String older = counter.key().replace("dropped", "givenUp"); // its key in version 0.1.0
    long count = json.optLong(counter.key(), json.optLong(older));
    if (count < 0 || count > MOST) {
      throw new JSONException("a count of " + count + " " + counter.key());
    }
    return count;
  }
}
