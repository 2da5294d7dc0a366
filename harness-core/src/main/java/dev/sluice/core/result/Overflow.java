package dev.sluice.core.result;

/**
 * The events that an output of a run did not get, because it was blocked for so long that its queue
 * was full.
 *
 * @param sink the output's name
 * @param intervals statistics intervals that were left out
 * @param events everything else that was left out
 */
public record Overflow(String sink, long intervals, long events) {

  /** Nothing was left out. */
  public static Overflow none(String sink) {
    return new Overflow(sink, 0, 0);
  }

  public boolean isNothing() {
    return intervals + events == 0;
  }

  /** And one more. */
  public Overflow plus(boolean interval) {
    return new Overflow(sink, intervals + (interval ? 1 : 0), events + (interval ? 0 : 1));
  }

  /** In words, one line. */
  public String text() {
    return sink + " was blocked: it missed " + intervals + " intervals and " + events + " events";
  }
}
