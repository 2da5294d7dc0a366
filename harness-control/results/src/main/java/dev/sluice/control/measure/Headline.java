package dev.sluice.control.measure;

/**
 * The outcome of a run in one phrase, which stands at the top of its summary on the console and of
 * its page. It does not say whether objectives were met.
 *
 * @param basis what the phrase is about
 */
public record Headline(Basis basis, String text) {

  /** Topics of headlines. */
  public enum Basis {
    /** Something failed in the run. */
    FAULTS,
    /** The plan searched for the highest rate. */
    SEARCH,
    /** The plan disturbed the run, which recovered. */
    DISTURBANCE,
    /** What became of the targets of its workloads. */
    TARGETS
  }
}
