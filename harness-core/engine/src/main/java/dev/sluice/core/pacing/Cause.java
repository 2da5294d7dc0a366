package dev.sluice.core.pacing;

import java.util.Locale;

/** Why a worker did not begin what was due. */
public enum Cause {
  /** Its connection was lost. */
  NO_CONNECTION,
  /** Its calls failed, or it waited after a failure. */
  FAILURES,
  /** It was woken later than it asked for: the harness, or its host, had no time for it. */
  HARNESS,
  /** It looked for work and there was none. */
  NOTHING_TO_DO,
  /** It was in calls, which took longer than the schedule allows. */
  BUSY;

  /** The name that people use for it. */
  public String label() {
    return this == HARNESS ? "harness late" : name().toLowerCase(Locale.ROOT).replace('_', ' ');
  }
}
