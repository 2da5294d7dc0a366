package dev.sluice.control.fleet.run;

import dev.sluice.control.format.Json;
import dev.sluice.control.format.RecordedInterval;
import dev.sluice.core.result.Snapshot;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToIntFunction;
import java.util.stream.Stream;
import org.json.JSONException;
import org.json.JSONObject;

/**
 * The intervals of one agent, added up in the order in which it made them. Agents tell it now and
 * then, so that a controller that follows needs no interval from before. Immutable.
 *
 * @param warmup those of the warm-up
 * @param measured those that count
 * @param mostLost the most workers of a workload without a connection at the end of a measured one
 * @param mostWorkers the most workers of a workload then
 */
record IntervalTotals(
    Optional<RecordedInterval> warmup,
    Optional<RecordedInterval> measured,
    Map<String, Integer> mostLost,
    Map<String, Integer> mostWorkers) {

  static final IntervalTotals NOTHING =
      new IntervalTotals(Optional.empty(), Optional.empty(), Map.of(), Map.of());

  private static final String WARMUP = "warmup";
  private static final String MEASURED = "measured";
  private static final String MOST_LOST = "mostLost";
  private static final String MOST_WORKERS = "mostWorkers";

  IntervalTotals {
    mostLost = Map.copyOf(mostLost);
    mostWorkers = Map.copyOf(mostWorkers);
  }

  /** With the interval that followed. */
  IntervalTotals then(RecordedInterval next) {
    return next.snapshot().warmup()
        ? new IntervalTotals(both(warmup, next), measured, mostLost, mostWorkers)
        : new IntervalTotals(
            warmup,
            both(measured, next),
            most(mostLost, next, each -> each.connections().workersLost()),
            most(mostWorkers, next, Snapshot.Workload::workers));
  }

  private static Optional<RecordedInterval> both(
      Optional<RecordedInterval> before, RecordedInterval next) {
    return Optional.of(before.map(each -> each.then(next)).orElse(next));
  }

  private static Map<String, Integer> most(
      Map<String, Integer> before, RecordedInterval next, ToIntFunction<Snapshot.Workload> of) {
    Map<String, Integer> most = new HashMap<>(before);
    next.snapshot()
        .workloads()
        .forEach(each -> most.merge(each.name(), of.applyAsInt(each), Math::max));
    return most;
  }

  /** The number of the last interval in it; 0 if there is none. */
  long number() {
    return Stream.concat(warmup.stream(), measured.stream())
        .mapToLong(each -> each.snapshot().number())
        .max()
        .orElse(0);
  }

  /** How all stood at the end of the last interval. */
  Optional<RecordedInterval> last() {
    return measured.or(() -> warmup);
  }

  static long nanos(Optional<RecordedInterval> of) {
    return of.map(each -> each.snapshot().lengthNanos()).orElse(0L);
  }

  static Optional<Snapshot.Workload> named(Optional<RecordedInterval> of, String workload) {
    return of.flatMap(
        each ->
            each.snapshot().workloads().stream()
                .filter(one -> one.name().equals(workload))
                .findFirst());
  }

  String text() {
    Json json = new Json().put(MOST_LOST, mostLost).put(MOST_WORKERS, mostWorkers);
    warmup.ifPresent(each -> json.put(WARMUP, new Json.Raw(IntervalReport.text(each))));
    measured.ifPresent(each -> json.put(MEASURED, new Json.Raw(IntervalReport.text(each))));
    return json.toString();
  }

  /**
   * The reverse.
   *
   * @throws JSONException if the text is not one
   */
  static IntervalTotals parse(String text) {
    JSONObject json = new JSONObject(text);
    return new IntervalTotals(
        Optional.ofNullable(json.optJSONObject(WARMUP)).map(IntervalReport::parse),
        Optional.ofNullable(json.optJSONObject(MEASURED)).map(IntervalReport::parse),
        numbers(json.getJSONObject(MOST_LOST)),
        numbers(json.getJSONObject(MOST_WORKERS)));
  }

  private static Map<String, Integer> numbers(JSONObject json) {
    Map<String, Integer> numbers = new HashMap<>();
    json.keySet().forEach(name -> numbers.put(name, json.getInt(name)));
    return numbers;
  }
}
