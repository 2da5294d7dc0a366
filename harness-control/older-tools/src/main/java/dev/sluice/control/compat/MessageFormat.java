package dev.sluice.control.compat;

/**
 * The value that both tools write into MQMD.Format. A text of its own is a text message; any other
 * format goes by a property that IBM's client makes that of.
 *
 * @param name as it was given; blank for none
 */
public record MessageFormat(String name) {

  private static final String TEXT = "MQSTR";
  private static final int MAX_CHARACTERS = 8;

  /**
   * A format.
   *
   * @throws LegacyLineException if it is longer than a format can be
   */
  public MessageFormat {
    name = name.strip();
    if (name.length() > MAX_CHARACTERS) {
      throw new LegacyLineException(
          "Invalid parameter: format '" + name + "': at most 8 characters");
    }
  }

  /** The kind of message. */
  public String kind() {
    return name.equals(TEXT) ? "text" : "bytes";
  }

  /** Adds what says the format, where the kind of message does not. */
  public void addTo(NativeLine line) {
    if (!name.isEmpty() && !name.equals(TEXT) && !name.equals("NONE")) {
      line.add("--message-property", "JMS_IBM_Format=" + name);
    }
  }
}
