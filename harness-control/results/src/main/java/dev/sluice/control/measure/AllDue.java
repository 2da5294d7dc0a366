package dev.sluice.control.measure;

import dev.sluice.core.stats.Counter;
import dev.sluice.core.stats.Latency;
import dev.sluice.core.stats.Unfinished;
import dev.sluice.core.stats.Window;
import dev.sluice.core.text.Figures;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * How long all took that was due, in nanoseconds: what is done has its latency, what is unfinished
 * its age so far, and what was never done took longer than anything.
 *
 * @param done how long it took where it is done
 * @param unfinished what may still be done
 * @param never iterations that will not be done, by what became of them
 */
public record AllDue(Latency done, Unfinished unfinished, Map<Counter, Long> never) {

  private static final List<Counter> NEVER_DONE =
      List.of(Counter.DROPPED, Counter.FAILED, Counter.IN_DOUBT, Counter.ROLLED_BACK);

  /** All of a window. */
  public static AllDue of(Window window) {
    Map<Counter, Long> never = new LinkedHashMap<>();
    NEVER_DONE.forEach(each -> never.put(each, window.counts().get(each)));
    return new AllDue(window.headlineLatency(), window.unfinished(), never);
  }

  /** What is done, as if nothing else had been due. */
  public AllDue ofDone() {
    return new AllDue(done, Unfinished.NOTHING, Map.of());
  }

  /** How many of what is overdue will be dropped. */
  public long tooOld() {
    return unfinished.tooOld();
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
          100.0 * neverDone() / all, joined(neverDoneTexts()));
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

  /** What was due and is not done: {@code 480 overdue, 3 failed}. */
  public String notDone() {
    return joined(
        Stream.concat(
            Stream.of(
                text(unfinished.overdue(), "overdue"), text(unfinished.inFlight(), "in flight")),
            neverDoneTexts()));
  }

  private Stream<String> neverDoneTexts() {
    return never.entrySet().stream().map(each -> text(each.getValue(), each.getKey().label()));
  }

  private static String joined(Stream<String> texts) {
    return texts.filter(text -> !text.isEmpty()).collect(Collectors.joining(", "));
  }

  private static String text(long iterations, String what) {
    return iterations == 0 ? "" : Figures.count(iterations) + " " + what;
  }

  private Latency ages() {
    return unfinished.ages();
  }

  private long neverDone() {
    return never.values().stream().mapToLong(Long::longValue).sum();
  }
}
