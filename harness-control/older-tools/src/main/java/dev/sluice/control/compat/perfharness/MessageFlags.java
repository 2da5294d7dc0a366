package dev.sluice.control.compat.perfharness;

import dev.sluice.control.compat.GivenOptions;
import dev.sluice.control.compat.LegacyLineException;
import dev.sluice.control.compat.NativeLine;

/** Translates the options about messages and how they are sent. */
final class MessageFlags {

  private MessageFlags() {}

  static void translate(GivenOptions given, NativeLine line) {
    body(given, line);
    given.addTo(line, "pf");
    delivery(given, line);
  }

  private static void body(GivenOptions given, NativeLine line) {
    String kind = given.text("mt");
    if (kind.equals("ebcdic")) {
      throw new LegacyLineException(
          "Invalid parameter: -mt 'ebcdic': JMSPerfHarness accepted it but did not "
              + "support it; use bytes with -mf FILE");
    }
    given.addTo(line, "mt");
    if (kind.equals("empty")) {
      if (!given.text("mf").isEmpty()) {
        throw new LegacyLineException(
            "Invalid parameter: -mf with -mt empty: an empty message has no body");
      }
      given.leaveOut("ms");
    } else if (line.overruled("--body") || line.overruled("--template")) {
      given.leaveOut("ms", "mf");
    } else if (given.text("mf").isEmpty()) {
      given.addTo(line, "ms");
      line.add("--content", "letters");
    } else {
      given.addTo(line, "mf");
      given.leaveOut("ms");
    }
  }

  /** Persistence, priority, time to live. */
  static void delivery(GivenOptions given, NativeLine line) {
    given.addTo(line, "pp", "pr", "ex");
  }

  /** For a worker that sends what it got. */
  static void leaveOutBodies(GivenOptions given) {
    given.leaveOut("ms", "mt", "mf", "pf");
  }
}
