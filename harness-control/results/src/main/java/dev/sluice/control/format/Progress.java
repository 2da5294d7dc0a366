package dev.sluice.control.format;

import static dev.sluice.core.time.Nanos.NANOS_PER_SECOND;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * How far a scenario is.
 *
 * @param text which step goes on, one line; empty if none does
 * @param share of the time of all steps, as far as that is known, from 0 to 1
 * @param left how long the rest takes at least, if that is known
 * @param steps all of them, in their order
 * @param objectives how those of the current run stand
 */
public record Progress(
    String text,
    double share,
    Optional<Duration> left,
    List<StepState> steps,
    List<ObjectiveState> objectives) {

  /** No step goes on. */
  public static final Progress NONE = new Progress("", 0, Optional.empty(), List.of(), List.of());

  /** The number of steps shown one by one on each side of the running one. */
  private static final int SHOWN_EACH = 15;

  /** Where a step is in its life. */
  public enum StepPhase {
    DONE,
    RUNNING,
    NEXT,
    /** It comes later, or was left out. */
    OTHER
  }

  /**
   * One step, or several together that are far from the running one.
   *
   * @param took how long it took, or has taken; empty if that is not known
   * @param time how long it takes at least; zero if that is not known
   */
  public record StepState(String title, StepPhase phase, Optional<Duration> took, Duration time) {

    private Json json() {
      return new Json()
          .put("title", title)
          .put("state", phase == StepPhase.OTHER ? "" : phase)
          .put("seconds", took.map(Progress::seconds).orElse(null))
          .put("ofSeconds", time.isZero() ? null : seconds(time));
    }

    private StepState plus(StepState next) {
      return new StepState(
          title, phase, took.flatMap(one -> next.took.map(one::plus)), time.plus(next.time));
    }

    private StepState titled(String other) {
      return new StepState(other, phase, took, time);
    }
  }

  /** The same, where objectives stand so. */
  public Progress with(List<ObjectiveState> states) {
    return new Progress(text, share, left, steps, states);
  }

  /**
   * Adds the members of a page; of a great many steps, those that are far away stand together.
   *
   * @param run how long the run goes on, if that is known
   */
  public Json addTo(Json json, Optional<Duration> run) {
    Optional<Duration> longest =
        Stream.of(left, run).flatMap(Optional::stream).max(Duration::compareTo);
    return json.put("progress", text)
        .put("progressShare", share)
        .put("leftSeconds", longest.map(Progress::seconds).orElse(null))
        .put("steps", shown().stream().map(StepState::json).toList())
        .put("objectives", objectives);
  }

  private List<StepState> shown() {
    int at = 0;
    while (at < steps.size() && steps.get(at).phase() != StepPhase.RUNNING) {
      at++;
    }
    int from = Math.max(0, Math.min(at - SHOWN_EACH, steps.size() - 2 * SHOWN_EACH));
    int to = Math.min(steps.size(), from + 2 * SHOWN_EACH);
    List<StepState> shown = new ArrayList<>();
    together(0, from).ifPresent(shown::add);
    shown.addAll(steps.subList(from, to));
    together(to, steps.size()).ifPresent(shown::add);
    return shown;
  }

  private Optional<StepState> together(int from, int to) {
    return steps.subList(from, to).stream()
        .reduce(StepState::plus)
        .map(all -> all.titled("steps " + (from + 1) + " to " + to));
  }

  private static double seconds(Duration time) {
    return Math.round(time.toNanos() / NANOS_PER_SECOND * 10) / 10.0;
  }
}
