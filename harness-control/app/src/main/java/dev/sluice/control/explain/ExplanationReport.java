package dev.sluice.control.explain;

import dev.sluice.control.analysis.compare.Difference;
import dev.sluice.control.format.Csv;
import dev.sluice.control.format.Json;
import dev.sluice.control.format.Table;
import dev.sluice.core.text.Figures;
import dev.sluice.estimates.Interval;
import dev.sluice.estimates.bottleneck.Bottleneck;
import dev.sluice.estimates.bottleneck.Explanation;
import dev.sluice.estimates.bottleneck.Explanation.Effect;
import dev.sluice.estimates.bottleneck.Variation;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * The answer for people and programs.
 *
 * @param plan its name
 * @param workload whose rate it is about
 * @param labels what each variation is called
 */
public record ExplanationReport(
    String plan, String workload, Map<Variation, String> labels, Explanation explanation) {

  /** An error falls with the root of the rounds, and faster where there are few. */
  private static final int HALVING = 4;

  /**
   * A row for the plan and for each variation, and the answer; or what it takes to know more.
   *
   * @param rounds how many were played
   * @param took how long all of them took
   */
  public List<String> lines(int rounds, Duration took) {
    List<Optional<Effect>> rows = new ArrayList<>(List.of(Optional.empty()));
    explanation.effects().forEach(effect -> rows.add(Optional.of(effect)));
    List<String> lines = new ArrayList<>(table().lines(rows));
    lines.add("");
    lines.add("intervals hold in 999 of 1,000");
    lines.add(workload + " of " + plan + ": " + explanation.sentence());
    if (explanation.named().isEmpty()) {
      lines.add(
          Figures.text(
              "--rounds %d takes about %s, and at least halves the intervals",
              HALVING * rounds, Figures.time(took.multipliedBy(HALVING))));
    }
    return lines;
  }

  private Table<Optional<Effect>> table() {
    return new Table<Optional<Effect>>()
        .left(workload, row -> row.map(Effect::variation).map(labels::get).orElse("as planned"))
        .right(
            "rate/s",
            row -> Figures.rate(row.map(Effect::perSecond).orElse(explanation.perSecond())))
        .right(
            "change", row -> row.map(each -> Difference.percent(each.change().value())).orElse(""))
        .left("interval", row -> row.map(each -> Difference.range(each.change())).orElse(""))
        .left("share of the time", row -> row.map(ExplanationReport::share).orElse(""));
  }

  private static String share(Effect effect) {
    return effect.share().map(share -> bounds(effect, share)).orElse("-");
  }

  /** What made something faster gives a lower bound of its share, what made it slower an upper. */
  private static String bounds(Effect effect, Interval share) {
    return effect.variation().speedup() > 1
        ? Figures.text("at least %.2f", share.low())
        : Figures.text("at most %.2f", share.high());
  }

  public Json json() {
    Json shares = new Json();
    EnumSet.complementOf(EnumSet.of(Bottleneck.RATE))
        .forEach(part -> shares.put(word(part), bounds(explanation.share(part))));
    return new Json()
        .put("answer", explanation.named().map(ExplanationReport::word).orElse("cannot tell"))
        .put("sentence", explanation.sentence())
        .put("possible", explanation.possible().stream().map(ExplanationReport::word).toList())
        .put("plan", plan)
        .put("workload", workload)
        .put("perSecond", Csv.number(explanation.perSecond()))
        .put("variations", explanation.effects().stream().map(this::json).toList())
        .put("shares", shares);
  }

  private static Json bounds(Interval share) {
    return new Json().put("low", Csv.number(share.low())).put("high", Csv.number(share.high()));
  }

  private Json json(Effect effect) {
    return new Json()
        .put("lever", word(effect.variation().lever()))
        .put("variation", labels.get(effect.variation()))
        .put("perSecond", Csv.number(effect.perSecond()))
        .put("change", Difference.percents(effect.change()))
        .put("share", effect.share().map(ExplanationReport::bounds).orElse(null));
  }

  private static String word(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT);
  }
}
