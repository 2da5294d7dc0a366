package dev.sluice.control.sink.console;

import java.time.Duration;

/** How much of a run with a fixed duration is over, as one line. */
public final class ProgressBar {

  private static final int WIDTH = 34;

  private final Duration duration;

  public ProgressBar(Duration duration) {
    this.duration = duration;
  }

  /** The bar after some time of the run. */
  public String after(Duration elapsed) {
    double done = Math.min(1, (double) elapsed.toNanos() / duration.toNanos());
    int filled = (int) (done * WIDTH);
    Duration left = duration.minus(elapsed);
    return "["
        + "=".repeat(filled)
        + " ".repeat(WIDTH - filled)
        + "] "
        + (int) (done * 100)
        + " %, "
        + Figures.clock(elapsed)
        + " so far, "
        + Figures.clock(left.isNegative() ? Duration.ZERO : left)
        + " left";
  }
}
