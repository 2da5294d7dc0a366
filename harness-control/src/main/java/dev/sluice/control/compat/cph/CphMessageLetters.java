package dev.sluice.control.compat.cph;

import dev.sluice.control.compat.GivenOptions;
import dev.sluice.control.compat.LegacyLineException;
import dev.sluice.control.compat.MessageFormat;
import dev.sluice.control.compat.NativeLine;

/** What MQ-CPH's messages are made of and how they are sent. */
final class CphMessageLetters {

  private CphMessageLetters() {}

  static void translate(GivenOptions given, NativeLine line) {
    MessageFormat format = new MessageFormat(given.text("mfm"));
    line.add("--message", format.kind());
    format.addTo(line);
    if (line.overruled("--body")) {
      given.leaveOut("ms", "mf", "mr");
    } else if (given.text("mf").isEmpty()) {
      line.add("--size", given.count("ms"));
      line.addIf(given.flag("mr"), "--content", "random");
    } else {
      line.add("--body", given.text("mf"));
      given.leaveOut("ms", "mr");
    }
    boolean header = given.flag("mh") || given.flag("rf");
    if (line.own("--provider").map("ibmmq"::equals).orElse(true)) {
      line.addIf(!header, "--target-client", "mq");
    }
    boolean nonPersistent = given.flag("ppn");
    if (given.flag("pp") && nonPersistent) {
      throw new LegacyLineException("Invalid parameter: -pp and -ppn cannot be used together");
    }
    line.addIf(given.flag("pp"), "--persistent");
  }

  /** For a worker that sends nothing. */
  static void leaveOut(GivenOptions given) {
    leaveOutBodies(given);
    given.leaveOut("pp", "ppn", "p1");
  }

  /** For a worker that sends what it got. */
  static void leaveOutBodies(GivenOptions given) {
    given.leaveOut("ms", "mf", "mr", "mfm", "mh", "rf");
  }
}
