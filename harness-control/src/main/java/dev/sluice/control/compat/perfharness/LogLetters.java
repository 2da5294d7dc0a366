package dev.sluice.control.compat.perfharness;

import dev.sluice.control.compat.GivenOptions;
import dev.sluice.control.compat.LegacyLineException;
import dev.sluice.control.compat.NativeLine;
import java.util.logging.Level;

/** How much is logged, and other classes that a line may name. */
final class LogLetters {

  private LogLetters() {}

  static void translate(GivenOptions given, NativeLine line) {
    line.addIf(level(given).intValue() <= Level.FINE.intValue(), "--verbose");
    String factory = PerfHarness.simpleName(given.text("df"));
    if (!factory.isEmpty() && !factory.matches("(Default|Multi)DestinationFactory")) {
      throw new LegacyLineException(
          "Invalid parameter: -df '"
              + factory
              + "': DefaultDestinationFactory or MultiDestinationFactory");
    }
  }

  /** Whether threads say that they start and stop. */
  static boolean informs(GivenOptions given) {
    return level(given).intValue() <= Level.INFO.intValue();
  }

  private static Level level(GivenOptions given) {
    try {
      return Level.parse(given.text("vo"));
    } catch (IllegalArgumentException e) {
      throw new LegacyLineException(
          "Invalid parameter: -vo '"
              + given.text("vo")
              + "': SEVERE, WARNING, INFO, FINE, FINER, FINEST or ALL",
          e);
    }
  }
}
