package dev.sluice.control.cli;

/** What an answer is that does not come in time, as it is written. */
enum OnTimeout {
  /** An error. */
  FAIL,
  /** Nothing found. */
  COUNT
}
