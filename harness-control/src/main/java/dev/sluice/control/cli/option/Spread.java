package dev.sluice.control.cli.option;

/** Which worker gets which of several destinations, as it is written. */
public enum Spread {
  ROUND_ROBIN,
  RANDOM
}
