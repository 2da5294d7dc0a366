package dev.sluice.control.process;

import dev.sluice.control.format.ObjectiveResult;
import dev.sluice.estimates.Decision;
import java.util.Optional;

/** Exit codes of the program. */
public final class ExitCode {

  public static final int OK = 0;

  /** The run took place, and something in it failed. */
  public static final int FAILED_RUN = 1;

  /** The command line or a setting was wrong; nothing was run. */
  public static final int USAGE = 2;

  /** The broker could not be reached. */
  public static final int NO_CONNECTION = 3;

  /** The run took place, and its figures miss what they were compared with. */
  public static final int OBJECTIVES_MISSED = 4;

  /** Nothing was missed, but something was not judged: the harness was late, or it is not known. */
  public static final int OBJECTIVES_NOT_JUDGED = 5;

  /** A gate found that the plan got better, which somebody asked to be told. */
  public static final int BETTER = 6;

  /** A second interrupt ended the program at once (128 + SIGINT). */
  static final int INTERRUPTED = 130;

  private ExitCode() {}

  /**
   * That of a gate.
   *
   * @param better that of a plan that got better
   */
  public static int of(Decision answer, int better) {
    return switch (answer) {
      case EQUAL -> OK;
      case WORSE -> OBJECTIVES_MISSED;
      case CANNOT_TELL -> OBJECTIVES_NOT_JUDGED;
      case BETTER -> better;
    };
  }

  /** What is said of one of runs that took place; of others why there was none has been said. */
  static Optional<String> ofRun(int code) {
    return Optional.ofNullable(
        switch (code) {
          case OK -> "nothing failed";
          case FAILED_RUN -> "something failed";
          case OBJECTIVES_MISSED -> "an objective was missed";
          case OBJECTIVES_NOT_JUDGED -> "an objective was not judged";
          default -> null;
        });
  }

  /**
   * That of runs which took place.
   *
   * @param objectives the gravest of what came of them
   * @param clean whether nothing failed in them
   */
  static int of(ObjectiveResult.Judgement objectives, boolean clean) {
    return switch (objectives) {
      case MISSED -> OBJECTIVES_MISSED;
      case NOT_JUDGED -> OBJECTIVES_NOT_JUDGED;
      case MET -> clean ? OK : FAILED_RUN;
    };
  }
}
