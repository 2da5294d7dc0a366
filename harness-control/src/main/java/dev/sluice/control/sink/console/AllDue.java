package dev.sluice.control.sink.console;

import dev.sluice.core.result.Verdict;
import dev.sluice.core.stats.Counter;
import dev.sluice.core.stats.Latency;
import dev.sluice.core.stats.Window;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * How long all took that was due, in nanoseconds: what is done has its latency, what is unfinished
 * its age so far, and what was never done took longer than anything.
 *
 * @param done what is done
 * @param rest what became of the rest
 */
public record AllDue(Latency done, Window rest) {

  private static final List<Counter> NEVER_DONE =
      List.of(Counter.DROPPED, Counter.FAILED, Counter.IN_DOUBT, Counter.ROLLED_BACK);

  /** All of a window. */
  public static AllDue of(Window window) {
    return new AllDue(window.headlineLatency(), window);
  }

  /** What is done, as if nothing else had been due. */
  public AllDue ofDone() {
    return new AllDue(done, Window.none(""));
  }

  /** How many of what is overdue will be dropped. */
  public long tooOld() {
    return rest.unfinished().tooOld();
  }

  /** Whether nothing was due. */
  public boolean isNothing() {
    return done.isEmpty() && ages().isEmpty() && neverDone() == 0;
  }

  /** A lower bound where not all is done; infinite if it is of something that was never done. */
  public double atPercentile(double percentile) {
    return done.atPercentile(percentile, ages(), neverDone());
  }

  /** A lower bound where not all is done. */
  public double meanNanos() {
    return done.meanNanos(ages(), neverDone());
  }

  /** A value as people read it, with what is behind it if that is not what was done alone. */
  public String text(double nanos, double ofDoneNanos) {
    if (Double.isInfinite(nanos)) {
      long all = done.count() + ages().count() + neverDone();
      return Figures.text(
          "%.1f %% of what was due was never done (%s)",
          100.0 * neverDone() / all, joined(never()));
    }
    String shown = Figures.latency(Math.round(nanos));
    return shown.equals(Figures.latency(Math.round(ofDoneNanos)))
        ? shown
        : "at least " + shown + " (" + notDone() + ")";
  }

  /** The 99th percentile in words where it is not that of what was done alone. */
  public Optional<String> p99() {
    double ofDone = done.atPercentile(99);
    String text = isNothing() ? "" : text(atPercentile(99), ofDone);
    return text.isEmpty() || text.equals(Figures.latency(Math.round(ofDone)))
        ? Optional.empty()
        : Optional.of("p99 of all that was due: " + text);
  }

  /** See {@link Verdict#harnessShare}. */
  public double harnessShare() {
    return Verdict.harnessShare(rest.counts(), done, meanNanos());
  }

  /** What was due and is not done: {@code 480 overdue, 3 failed}. */
  public String notDone() {
    return joined(
        Stream.concat(
            Stream.of(
                text(rest.unfinished().overdue(), "overdue"),
                text(rest.unfinished().inFlight(), "in flight")),
            never()));
  }

  private Stream<String> never() {
    return NEVER_DONE.stream()
        .map(each -> text(rest.counts().get(each), each.figureName().label()));
  }

  private static String joined(Stream<String> texts) {
    return texts.filter(text -> !text.isEmpty()).collect(Collectors.joining(", "));
  }

  private static String text(long iterations, String what) {
    return iterations == 0 ? "" : Figures.count(iterations) + " " + what;
  }

  private Latency ages() {
    return rest.unfinished().ages();
  }

  private long neverDone() {
    return NEVER_DONE.stream().mapToLong(rest.counts()::get).sum();
  }
}
