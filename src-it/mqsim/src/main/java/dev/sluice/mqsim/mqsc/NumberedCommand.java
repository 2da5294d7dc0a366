package dev.sluice.mqsim.mqsc;

/**
 * A command of a script.
 *
 * @param line of the script on which it begins; the first is 1
 * @param text on one line
 */
public record NumberedCommand(int line, String text) {

  /** Its failure as people read it, in a script of any length. */
  public IllegalArgumentException failure(IllegalArgumentException why) {
    return new IllegalArgumentException("line %d: %s".formatted(line, why.getMessage()), why);
  }
}
