package dev.sluice.control.compat.perfharness;

import dev.sluice.control.compat.GivenOptions;
import dev.sluice.control.compat.LegacyLineException;
import dev.sluice.control.compat.NativeLine;
import dev.sluice.control.compat.Times;

/** What messages are made of and how they are sent. */
final class MessageLetters {

  private static final int MOST_PRIORITY = 9;

  private MessageLetters() {}

  static void translate(GivenOptions given, NativeLine line) {
    body(given, line);
    line.addUnlessEmpty("--message-properties", given.text("pf"));
    delivery(given, line);
  }

  private static void body(GivenOptions given, NativeLine line) {
    String kind = given.text("mt");
    if (kind.equals("ebcdic")) {
      throw new LegacyLineException(
          "Invalid parameter: -mt 'ebcdic': JMSPerfHarness accepted it but did not "
              + "support it; use bytes with -mf FILE");
    }
    line.add("--message", kind);
    if (kind.equals("empty")) {
      if (!given.text("mf").isEmpty()) {
        throw new LegacyLineException(
            "Invalid parameter: -mf with -mt empty: an empty message has no body");
      }
      given.leaveOut("ms");
    } else if (line.overruled("--body")) {
      given.leaveOut("ms", "mf");
    } else if (given.text("mf").isEmpty()) {
      line.add("--size", given.count("ms"));
    } else {
      line.add("--body", given.text("mf"));
      given.leaveOut("ms");
    }
  }

  /** Persistence, priority, time to live. */
  static void delivery(GivenOptions given, NativeLine line) {
    line.addIf(given.flag("pp"), "--persistent");
    if (given.has("pr")) {
      line.add("--priority", given.within("pr", 0, MOST_PRIORITY));
    }
    if (given.count("ex") > 0) {
      line.add("--expiry", Times.millis(given.count("ex")));
    }
  }

  /** For a worker that sends nothing. */
  static void leaveOut(GivenOptions given) {
    leaveOutBodies(given);
    given.leaveOut("pp", "pr", "ex");
  }

  /** For a worker that sends what it got. */
  static void leaveOutBodies(GivenOptions given) {
    given.leaveOut("ms", "mt", "mf", "pf");
  }
}
