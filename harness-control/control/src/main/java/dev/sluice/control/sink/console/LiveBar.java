package dev.sluice.control.sink.console;

import dev.sluice.core.text.Figures;
import java.time.Duration;
import java.util.Timer;
import java.util.TimerTask;
import java.util.function.Supplier;

/** A terminal's bar, drawn again and again by a thread of its own until it is closed. */
public final class LiveBar implements AutoCloseable {

  private static final long PERIOD_MILLIS = 1_000;

  /** A bar that wraps to a second line could not be cleared. */
  private static final int MAX_CHARACTERS = Terminal.COLUMNS - 1;

  private final Timer timer = new Timer("progress bar", true);
  private final Terminal terminal;

  /**
   * @param text what it says at the time of the call; empty for no bar at that time
   */
  public LiveBar(Terminal terminal, Supplier<String> text) {
    this.terminal = terminal;
    TimerTask draw =
        new TimerTask() {
          @Override
          public void run() {
            String now = text.get();
            if (!now.isEmpty()) {
              terminal.bar(cut(now));
            }
          }
        };
    timer.schedule(draw, PERIOD_MILLIS, PERIOD_MILLIS);
  }

  /** A text that fits into a line. */
  static String cut(String text) {
    return text.length() <= MAX_CHARACTERS ? text : text.substring(0, MAX_CHARACTERS - 3) + "...";
  }

  @Override
  public void close() {
    timer.cancel();
    terminal.bar("");
  }

  /** How much of a run with a fixed duration is over, as one line. */
  public record ProgressBar(Duration duration) {

    private static final int WIDTH = 34;

    /** The bar after some time of the run. */
    public String after(Duration elapsed) {
      double done = Math.min(1, (double) elapsed.toNanos() / duration.toNanos());
      int filled = (int) (done * WIDTH);
      Duration left = duration.minus(elapsed);
      return Figures.text(
          "[%s%s] %d %%, %s so far, %s left",
          "=".repeat(filled),
          " ".repeat(WIDTH - filled),
          (int) (done * 100),
          Figures.clock(elapsed),
          Figures.clock(left.isNegative() ? Duration.ZERO : left));
    }
  }
}
