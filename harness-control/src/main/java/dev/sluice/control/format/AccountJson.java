package dev.sluice.control.format;

import dev.sluice.core.pacing.Cause;
import dev.sluice.core.stats.Account;
import dev.sluice.core.stats.Account.AccountTerm;
import dev.sluice.core.stats.Counter;
import dev.sluice.core.stats.Latency;
import dev.sluice.core.stats.Unfinished;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import org.json.JSONObject;

/** The account of a workload as JSON, and what was unfinished back from it. Pure functions. */
public final class AccountJson {

  private AccountJson() {}

  /** All of its terms, as they add up. */
  public static Json of(Account account) {
    Json json = new Json();
    for (AccountTerm term : AccountTerm.values()) {
      json.put(term.key(), term.of(account));
    }
    return json.put("postponed", account.counts().get(Counter.POSTPONED));
  }

  public static Json of(Unfinished unfinished) {
    Json missing = new Json();
    unfinished.missing().forEach((cause, count) -> missing.put(key(cause), count));
    return new Json()
        .put("inFlight", unfinished.inFlight())
        .put("overdue", unfinished.overdue())
        .put("missing", missing)
        .put("oldestCallNanos", unfinished.oldestCallNanos())
        .put("tooOld", unfinished.tooOld())
        .put("ages", unfinished.ages().isEmpty() ? "" : unfinished.ages().encoded());
  }

  /** The reverse; older versions left it out, or wrote "calls" for what was in flight. */
  public static Unfinished unfinished(JSONObject json) {
    if (json == null) {
      return Unfinished.NOTHING;
    }
    JSONObject missing = json.getJSONObject("missing");
    Map<Cause, Long> byCause = new EnumMap<>(Cause.class);
    for (Cause cause : Cause.values()) {
      if (missing.has(key(cause))) {
        byCause.put(cause, missing.getLong(key(cause)));
      }
    }
    String ages = json.optString("ages");
    return new Unfinished(
        json.getLong(json.has("calls") ? "calls" : "inFlight"),
        json.getLong("overdue"),
        byCause,
        json.getLong("oldestCallNanos"),
        json.optLong("tooOld"),
        ages.isEmpty() ? Latency.NONE : Latency.decode(ages));
  }

  private static String key(Cause cause) {
    return cause.name().toLowerCase(Locale.ROOT);
  }
}
