package dev.sluice.control.cli;

/** Exit codes of the program. */
final class ExitCode {

  static final int OK = 0;

  /** The run took place, and something in it failed. */
  static final int FAILED_RUN = 1;

  /** The command line or a setting was wrong; nothing was run. */
  static final int USAGE = 2;

  /** The broker could not be reached. */
  static final int NO_CONNECTION = 3;

  /** The run took place, and what came of it is not what it was held against. */
  static final int OBJECTIVES_MISSED = 4;

  /** A second interrupt ended the program at once (128 + SIGINT). */
  static final int INTERRUPTED = 130;

  private ExitCode() {}
}
