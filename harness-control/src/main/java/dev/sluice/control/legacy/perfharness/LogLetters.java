package dev.sluice.control.legacy.perfharness;

import dev.sluice.control.legacy.GivenOptions;
import dev.sluice.control.legacy.LegacyLineException;
import dev.sluice.control.legacy.NativeLine;
import java.util.logging.Level;

/** How much is logged, and other classes that a line may name. */
final class LogLetters {

  private LogLetters() {}

  static void translate(GivenOptions given, NativeLine line) {
    Level level;
    try {
      level = Level.parse(given.text("vo"));
    } catch (IllegalArgumentException e) {
      throw new LegacyLineException(
          "Invalid parameter: -vo '"
              + given.text("vo")
              + "': SEVERE, WARNING, INFO, FINE, FINER, FINEST or ALL",
          e);
    }
    line.addIf(level.intValue() <= Level.FINE.intValue(), "--verbose");
    if (level.intValue() > Level.INFO.intValue()) {
      given.leaveOut("vo"); // what is said is said
    }
    String factory = PerfHarness.simpleName(given.text("df"));
    if (!factory.isEmpty() && !factory.matches("(Default|Multi)DestinationFactory")) {
      throw new LegacyLineException(
          "Invalid parameter: -df '"
              + factory
              + "': DefaultDestinationFactory or MultiDestinationFactory");
    }
  }
}
