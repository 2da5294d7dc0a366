package dev.sluice.control.format;

import dev.sluice.core.pacing.Cause;
import dev.sluice.core.stats.Account;
import dev.sluice.core.stats.AccountTerm;
import dev.sluice.core.stats.UnderWay;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import org.json.JSONObject;

/** The account of a workload as JSON, and what was under way back from it. Pure functions. */
public final class AccountJson {

  private AccountJson() {}

  /** All of its terms, as they add up. */
  public static Json of(Account account) {
    Json json = new Json();
    for (AccountTerm term : AccountTerm.values()) {
      json.put(term.key(), term.of(account));
    }
    return json.put("postponed", account.counts().postponed());
  }

  public static Json of(UnderWay underWay) {
    Json missing = new Json();
    underWay.missing().forEach((cause, count) -> missing.put(key(cause), count));
    return new Json()
        .put("calls", underWay.calls())
        .put("overdue", underWay.overdue())
        .put("missing", missing)
        .put("oldestCallNanos", underWay.oldestCallNanos());
  }

  /** The reverse; nothing of null, as an older version left it. */
  public static UnderWay underWay(JSONObject json) {
    if (json == null) {
      return UnderWay.NOTHING;
    }
    JSONObject missing = json.getJSONObject("missing");
    Map<Cause, Long> byCause = new EnumMap<>(Cause.class);
    for (Cause cause : Cause.values()) {
      if (missing.has(key(cause))) {
        byCause.put(cause, missing.getLong(key(cause)));
      }
    }
    return new UnderWay(
        json.getLong("calls"), json.getLong("overdue"), byCause, json.getLong("oldestCallNanos"));
  }

  private static String key(Cause cause) {
    return cause.name().toLowerCase(Locale.ROOT);
  }
}
