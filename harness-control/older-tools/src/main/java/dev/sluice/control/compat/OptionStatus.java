package dev.sluice.control.compat;

import java.util.Arrays;

/** The status of an option or a worker of the older tools. */
public enum OptionStatus {
  /** It means what it meant. */
  SUPPORTED("supported"),
  /** It means what it was documented to mean, without its defects. */
  FIXED("fixed"),
  /** It is accepted and changes nothing; a notice says so. */
  NO_OP("no-op"),
  /** It is refused, with the reason. */
  OUT_OF_SCOPE("out of scope");

  private final String text;

  OptionStatus(String text) {
    this.text = text;
  }

  /** As it stands in tables. */
  public String text() {
    return text;
  }

  static OptionStatus of(String text) {
    return Arrays.stream(values())
        .filter(status -> status.text.equals(text))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("no status: " + text));
  }
}
