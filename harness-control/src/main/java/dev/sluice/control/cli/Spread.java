package dev.sluice.control.cli;

/** Which worker gets which of several destinations, as it is written. */
enum Spread {
  ROUND_ROBIN,
  RANDOM
}
