package dev.sluice.control.format;

import dev.sluice.core.text.Figures;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.json.JSONException;
import org.json.JSONObject;

/**
 * What came of something that was asked of a run.
 *
 * @param objective what was asked for, and of whom: {@code senders p99 < 20ms}
 * @param outcome missed too if it could not be measured
 * @param found the figure that was found, with its unit
 */
public record ObjectiveResult(String objective, Judgement outcome, String found) {

  /** Whether it came true; from the best to the worst. */
  public enum Judgement {
    MET("PASS"),
    /** The harness, or this host, may have done it itself; or too little is known. */
    NOT_JUDGED("NOT JUDGED"),
    MISSED("FAIL");

    private final String word; // before a line

    Judgement(String word) {
      this.word = word;
    }

    /** {@code met}, {@code not judged}, {@code missed}. */
    public String label() {
      return name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }

    /** The gravest of some; met if there are none. */
    public static Judgement of(List<ObjectiveResult> results) {
      return results.stream().map(ObjectiveResult::outcome).max(Judgement::compareTo).orElse(MET);
    }
  }

  public boolean met() {
    return outcome == Judgement.MET;
  }

  /** The same, where it was missed whatever the figure. */
  public ObjectiveResult missed() {
    return new ObjectiveResult(objective, Judgement.MISSED, found);
  }

  /** The same, where it cannot be judged. */
  public ObjectiveResult notJudged(String why) {
    return new ObjectiveResult(objective, Judgement.NOT_JUDGED, found + "; " + why);
  }

  /** The same, where it is met all the same. */
  public ObjectiveResult met(String why) {
    return new ObjectiveResult(objective, Judgement.MET, found + "; " + why);
  }

  /** The gravest outcome, and of how many: {@code 1 of 3 objectives missed}. */
  public static String headline(List<ObjectiveResult> results) {
    Judgement worst = Judgement.of(results);
    long count = results.stream().filter(each -> each.outcome == worst).count();
    return count + " of " + Figures.count(results.size(), "objective") + " " + worst.label();
  }

  /** For people: {@code PASS senders p99 < 20ms: 3.1ms}. */
  public String line() {
    return outcome.word + " " + text();
  }

  /** The same without the outcome. */
  public String text() {
    return objective + ": " + found;
  }

  public Json json() {
    return new Json()
        .put("objective", objective)
        .put("met", met())
        .put("outcome", outcome.label())
        .put("found", found);
  }

  /** The reverse. */
  static ObjectiveResult of(JSONObject json) {
    String label = json.getString("outcome");
    return new ObjectiveResult(
        json.getString("objective"),
        Stream.of(Judgement.values())
            .filter(each -> each.label().equals(label))
            .findFirst()
            .orElseThrow(() -> new JSONException("an outcome '" + label + "'")),
        json.getString("found"));
  }
}
