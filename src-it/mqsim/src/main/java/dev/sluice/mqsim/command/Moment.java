package dev.sluice.mqsim.command;

import dev.sluice.mqsim.codec.pcf.Parameter;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;

/** Date and time as a queue manager answers them: two texts, yyyy-mm-dd and hh.mm.ss. */
final class Moment {

  private static final DateTimeFormatter DATE =
      DateTimeFormatter.ofPattern("yyyy-MM-dd").withZone(ZoneOffset.UTC);
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("HH.mm.ss").withZone(ZoneOffset.UTC);

  private Moment() {}

  /**
   * Both parameters.
   *
   * @param epochMillis 0 = never, which is blank
   */
  static List<Parameter> of(int dateId, int timeId, long epochMillis) {
    Instant when = Instant.ofEpochMilli(epochMillis);
    return List.of(
        new Parameter.Text(dateId, epochMillis == 0 ? "" : DATE.format(when)),
        new Parameter.Text(timeId, epochMillis == 0 ? "" : TIME.format(when)));
  }
}
