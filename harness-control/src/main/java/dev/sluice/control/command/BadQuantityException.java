package dev.sluice.control.command;

/** A text is not the quantity that belongs there. The message says what to write instead. */
public final class BadQuantityException extends IllegalArgumentException {

  private static final long serialVersionUID = 1L;

  private final String expected;

  BadQuantityException(String expected) {
    this(expected, expected);
  }

  /**
   * @param expected what the text is not
   * @param remedy what to write
   */
  BadQuantityException(String expected, String remedy) {
    super("write " + remedy);
    this.expected = expected;
  }

  /** The expected value, to stand behind "is not": {@code a time such as 500ms}. */
  public String expected() {
    return expected;
  }
}
