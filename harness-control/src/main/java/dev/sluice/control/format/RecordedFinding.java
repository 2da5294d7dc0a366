package dev.sluice.control.format;

import java.util.OptionalDouble;

/**
 * Something that a scenario found.
 *
 * @param kind {@code max_rate}, {@code peak} or {@code recovery}
 * @param subject what it was found of: a workload, a condition
 * @param perSecond the rate that was found, if it is one
 * @param text the finding in one line
 */
public record RecordedFinding(String kind, String subject, OptionalDouble perSecond, String text) {

  public Json json() {
    return new Json()
        .put("kind", kind)
        .put("subject", subject)
        .put("perSecond", perSecond.isPresent() ? Csv.number(perSecond.getAsDouble()) : null)
        .put("text", text);
  }
}
