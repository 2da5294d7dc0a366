package dev.sluice.control.scenario.model;

/** A group of options the command line does not take. */
public final class BadOptionException extends Exception {

  private final String key;

  /**
   * @param key the option without dashes, or empty if it is about several
   * @param message what is wrong and what would be right
   */
  public BadOptionException(String key, String message) {
    super(message);
    this.key = key;
  }

  public String key() {
    return key;
  }
}
