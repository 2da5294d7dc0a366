package dev.sluice.control.compat.cph;

import dev.sluice.control.compat.GivenOptions;
import dev.sluice.control.compat.LegacyLineException;
import dev.sluice.control.compat.MessageFormat;
import dev.sluice.control.compat.NativeLine;
import dev.sluice.control.compat.QueueManagerFlags;

/** Translates the options of MQ-CPH about messages and how they are sent. */
final class CphMessageFlags {

  private CphMessageFlags() {}

  static void translate(GivenOptions given, NativeLine line) {
    MessageFormat format = new MessageFormat(given.text("mfm"));
    line.add("--message", format.kind());
    format.addTo(line);
    if (line.overruled("--body")) {
      given.leaveOut("ms", "mf", "mr");
    } else if (given.text("mf").isEmpty()) {
      given.addTo(line, "ms", "mr");
    } else {
      given.addTo(line, "mf");
      given.leaveOut("ms", "mr");
    }
    boolean header = given.flag("mh") || given.flag("rf");
    line.addIf(!header && !QueueManagerFlags.isElsewhere(line), "--target-client", "mq");
    boolean nonPersistent = given.flag("ppn");
    if (given.flag("pp") && nonPersistent) {
      throw new LegacyLineException("Invalid parameter: -pp and -ppn cannot be used together");
    }
    given.addTo(line, "pp");
  }

  /** For a worker that sends what it got. */
  static void leaveOutBodies(GivenOptions given) {
    given.leaveOut("ms", "mf", "mr", "mfm", "mh", "rf");
  }
}
