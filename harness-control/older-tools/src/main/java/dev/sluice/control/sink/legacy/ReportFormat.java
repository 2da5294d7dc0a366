package dev.sluice.control.sink.legacy;

import java.util.Locale;

/** How a run is printed, by what the class of statistics was called there. */
public enum ReportFormat {
  /** This program's own. */
  SLUICE,
  /** JMSPerfHarness's BasicStats. */
  BASIC,
  /** RollingAvgStats. */
  ROLLING,
  /** ResponseTimeStats. */
  RESPONSE_TIME,
  /** FileStats. */
  FILE,
  /** SequenceStats. */
  SEQUENCE,
  /** MQ-CPH's. */
  CPH;

  /** As it is written in options. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
