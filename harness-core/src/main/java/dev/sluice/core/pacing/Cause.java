package dev.sluice.core.pacing;

/** Why a worker did not begin what was due. */
public enum Cause {
  /** Its connection was lost. */
  NO_CONNECTION("no connection"),
  /** Its calls failed, or it waited after a failure. */
  FAILURES("failures"),
  /** It was woken later than it asked for: the harness, or its host, had no time for it. */
  HARNESS("harness late"),
  /** It looked for work and there was none. */
  NOTHING_TO_DO("nothing to do"),
  /** It was in calls, which took longer than the schedule allows. */
  BUSY("busy");

  private final String label;

  Cause(String label) {
    this.label = label;
  }

  /** The name that people use for it. */
  public String label() {
    return label;
  }
}
