package dev.sluice.control.sink.legacy;

import java.util.Locale;

/**
 * How a run is printed, by what the class of statistics was called there. A line is a text in which
 * {@link StatisticsLines} replaces the names in angle brackets.
 */
public enum ReportFormat {
  /** This program's own. */
  SLUICE("", ""),
  /** JMSPerfHarness's BasicStats: the rate and the number of messages. */
  BASIC(Texts.BASIC, Texts.BASIC_TOTAL),
  /** RollingAvgStats: the rate over a window, and the highest of them. */
  ROLLING(
      "<id><workers>rateR=<average>,threads=<threads>",
      "<total by worker>totalIterations=<iterations>,avgDuration=<worker seconds>,maxrateR=<highest>"),
  /** ResponseTimeStats: mean service times, and a table of all workers at the end. */
  RESPONSE_TIME(
      "<id><memory><service times>tps=<rate>,avgResponse(micros)<response>,threads=<threads>",
      "<table>"),
  /** FileStats: values parted by commas, with date and time. */
  FILE(
      "<begin><id><date>,Threads,<threads>,MsgRate,<rate><counts>",
      "<date>,<destination>,MsgSize,<size>,Threads,<most threads>,MsgRate,<worker rates>"
          + ",Iterations,<iterations>,AvgDuration,<worker seconds>"
          + ",Tx,<transacted>,Persistent,<persistent>,UseCorrId,<correlated>"),
  /**
   * SequenceStats: the lines of BasicStats and what the check of deliveries found so far. {@code
   * ord} counts messages that came after a later one.
   */
  SEQUENCE(Texts.BASIC + Texts.FOUND, Texts.BASIC_TOTAL + Texts.FOUND),
  /** MQ-CPH's. */
  CPH(
      "<id><workers>rate=<rate>,threads=<threads><latencies>",
      "totalIterations=<iterations>,totalSeconds=<seconds>,avgRate=<rate><line of latencies>");

  private static final class Texts {
    private static final String BASIC =
        "<id><memory><workers>rate=<rate>,total messages=<iterations>,Snapshot period=<period>"
            + ",threads=<threads>";
    private static final String BASIC_TOTAL =
        "totalIterations=<iterations>,avgDuration=<worker seconds>,totalRate=<worker rates>";
    private static final String FOUND =
        ",miss=<lost>,ord=<disordered>,dup=<duplicates>,err=<corrupt>,cnt=<checked>";
  }

  final String interval;
  final String summary;

  ReportFormat(String interval, String summary) {
    this.interval = interval;
    this.summary = summary;
  }

  /** As it is written in options. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
