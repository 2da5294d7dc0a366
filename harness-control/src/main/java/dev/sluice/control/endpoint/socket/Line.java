package dev.sluice.control.endpoint.socket;

/**
 * The line that a client sent.
 *
 * @param text without the end, without blanks around it and without control characters
 * @param tooLong whether there was more than a line may have; the text is then empty
 */
record Line(String text, boolean tooLong) {

  static final Line TOO_LONG = new Line("", true);

  static Line of(String text) {
    return new Line(text.replaceAll("\\p{Cntrl}", " ").strip(), false);
  }

  boolean isBlank() {
    return text.isEmpty() && !tooLong;
  }
}
