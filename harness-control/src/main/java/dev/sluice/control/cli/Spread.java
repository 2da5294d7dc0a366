package dev.sluice.control.cli;

import java.util.Locale;

/** Which worker gets which of several destinations, as it is written. */
enum Spread {
  ROUND_ROBIN,
  RANDOM;

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
