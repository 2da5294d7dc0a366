package dev.sluice.control.cli.option.workload;

/** What an answer is that does not come in time, as it is written. */
enum OnTimeout {
  /** An error. */
  FAIL,
  /** Nothing found. */
  COUNT
}
