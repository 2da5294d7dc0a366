package dev.sluice.control.analysis.compare;

import dev.sluice.control.format.Json;

/** A comparison as JSON. Pure functions. */
public final class ComparisonJson {

  private ComparisonJson() {}

  public static Json of(Comparison comparison) {
    return new Json()
        .put("baseline", comparison.baseline())
        .put("runs", comparison.runs())
        .put("thresholdPercent", comparison.thresholdPercent())
        .put("significanceLevel", Significance.LEVEL)
        .put("regression", comparison.regression())
        .put(
            "differences",
            comparison.differences().stream().map(each -> json(each, comparison.kind())).toList())
        .put("missing", comparison.missing())
        .put("notComparable", comparison.notComparable())
        .put("notJudged", comparison.notJudged());
  }

  private static Json json(Difference difference, Samples.Kind kind) {
    return new Json()
        .put(kind.subject(), difference.subject())
        .put("metric", difference.metric().word())
        .put("unit", difference.metric().isTime() ? "ms" : "/s")
        .put("run", difference.run())
        .put("before", number(difference.before()))
        .put("after", number(difference.after()))
        .put("changePercent", number(difference.percent()))
        .put("p", difference.pValue().isEmpty() ? null : difference.pValue().getAsDouble())
        .put("verdict", difference.verdict());
  }

  /** JSON has no word for what is not a number. */
  private static Double number(double value) {
    return Double.isFinite(value) ? value : null;
  }
}
