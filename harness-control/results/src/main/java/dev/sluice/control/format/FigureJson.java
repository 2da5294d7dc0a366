package dev.sluice.control.format;

import dev.sluice.core.stats.AccountTerm;
import dev.sluice.core.stats.Connections;
import dev.sluice.core.stats.Counter;
import dev.sluice.core.stats.Counts;
import dev.sluice.core.stats.DeliveryCounts;
import dev.sluice.core.stats.DeliveryFigure;
import dev.sluice.core.stats.Gauge;
import dev.sluice.core.stats.Latency;
import dev.sluice.core.stats.LatencyFigure;
import dev.sluice.core.stats.Window;
import dev.sluice.estimates.Batches;
import dev.sluice.estimates.Batches.Times;
import dev.sluice.estimates.Interval;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import java.util.function.DoubleFunction;
import java.util.function.Function;
import java.util.stream.Stream;
import org.json.JSONException;
import org.json.JSONObject;

/**
 * The figures of a workload as JSON, and back: counts, its account, connections, deliveries and
 * latencies, these in milliseconds. Pure functions.
 */
public final class FigureJson {

  private static final String RECONNECTS = "totalReconnects";
  private static final String LOST_NANOS = "totalLostNanos";
  private static final String WORKERS_LOST = "workersWithoutConnection";
  private static final String BY_PEER = "connectionsByPeer";

  /** The figures of a latency. */
  public static final List<LatencyFigure> OF_LATENCY =
      LatencyFigure.withPercentiles(50, 90, 99, 99.9, 99.99);

  /** The gauges that every object of JSON begins with: rates and workers. */
  public static final List<Gauge> FIRST =
      List.of(Gauge.ACHIEVED, Gauge.TARGET, Gauge.TARGET_NOW, Gauge.WORKERS_UP, Gauge.WORKERS);

  /** Those of what is unfinished. */
  static final Set<Gauge> UNFINISHED = Set.of(Gauge.IN_FLIGHT, Gauge.OVERDUE, Gauge.OLDEST_CALL);

  /** Thousands of them can be added up: a billion a second for three years. */
  private static final long MOST = 100_000_000_000_000_000L;

  /** In the order of their members. */
  private static final List<DeliveryFigure> DELIVERY =
      DeliveryFigure.startingWith(
          DeliveryFigure.CHECKED,
          DeliveryFigure.UNCHECKED,
          DeliveryFigure.LOST,
          DeliveryFigure.DUPLICATES,
          DeliveryFigure.OUT_OF_ORDER);

  private FigureJson() {}

  /** All of its terms, as they add up. */
  public static Map<String, Long> account(Window window) {
    Map<String, Long> account = new LinkedHashMap<>();
    for (AccountTerm term : AccountTerm.values()) {
      account.put(term.key(), term.of(window));
    }
    account.put(Counter.POSTPONED.key(), window.counts().get(Counter.POSTPONED));
    return account;
  }

  /**
   * Adds all gauges that an object lacks.
   *
   * @param elsewhere those that another object has
   */
  public static void addOthers(Json json, Function<Gauge, Number> value, Set<Gauge> elsewhere) {
    for (Gauge gauge : Gauge.values()) {
      if (!json.members().containsKey(gauge.key()) && !elsewhere.contains(gauge)) {
        json.put(gauge.key(), value.apply(gauge));
      }
    }
  }

  /** Adds all of them to an object, and returns it. */
  static Json addTo(Json json, Connections connections) {
    return addPeers(
        json.put(RECONNECTS, connections.reconnects())
            .put(LOST_NANOS, connections.lostNanos())
            .put(WORKERS_LOST, connections.workersLost()),
        connections);
  }

  /** Adds those that replies have, and returns the object. */
  public static Json addToReply(Json json, Connections connections) {
    return addPeers(json.put(RECONNECTS, connections.reconnects()), connections);
  }

  private static Json addPeers(Json json, Connections connections) {
    return json.put(BY_PEER, connections.byPeer());
  }

  /**
   * The reverse of both; what an object does not have is 0.
   *
   * @throws JSONException if there are none, or if they are not numbers
   */
  public static Connections connections(JSONObject json) {
    Map<String, Integer> byPeer = new TreeMap<>();
    JSONObject peers = json.getJSONObject(BY_PEER);
    peers.keySet().forEach(peer -> byPeer.put(peer, peers.getInt(peer)));
    return new Connections(
        byPeer, json.getLong(RECONNECTS), json.optLong(LOST_NANOS), json.optInt(WORKERS_LOST));
  }

  /** Adds the counts to an object, and returns it. */
  public static Json addTo(Json json, Counts counts) {
    for (Counter counter : Counter.values()) {
      json.put(counter.fileKey(), counts.get(counter));
    }
    return json;
  }

  /**
   * The reverse; what an object does not have is 0.
   *
   * @throws JSONException if a count is negative or too large
   */
  public static Counts counts(JSONObject json) {
    return Counts.of(counter -> count(json, counter));
  }

  /**
   * Counts by the names of what was counted, such as causes of errors.
   *
   * @throws JSONException if one is not a number
   */
  public static Map<String, Long> byName(JSONObject json) {
    Map<String, Long> counts = new TreeMap<>();
    json.keySet().forEach(name -> counts.put(name, json.getLong(name)));
    return counts;
  }

  private static long count(JSONObject json, Counter counter) {
    long count = json.optLong(counter.fileKey());
    if (count < 0 || count > MOST) {
      throw new JSONException("a count of " + count + " " + counter.fileKey());
    }
    return count;
  }

  public static Json of(DeliveryCounts delivery) {
    Json json = new Json();
    DELIVERY.forEach(figure -> json.put(figure.key(), delivery.get(figure)));
    return json.put("whereabouts", delivery.whereabouts());
  }

  /** The reverse; what an object does not have is 0. */
  public static DeliveryCounts delivery(JSONObject json) {
    DeliveryCounts counts = DeliveryCounts.of(figure -> json.optLong(figure.key()));
    return new DeliveryCounts(counts.counts(), json.optString("whereabouts"));
  }

  /** All of a workload: those of whole iterations, and of parts where there were any. */
  static Json latencies(Window window) {
    Json json = new Json();
    window.shown().forEach((kind, nanos) -> json.put(kind.word(), of(nanos)));
    return json;
  }

  /** The same, with the error of each figure as far as it is known. */
  public static Map<String, Map<String, Number>> latencies(Window window, Batches batches) {
    Map<String, Map<String, Number>> all = new LinkedHashMap<>();
    window.shown().forEach((kind, nanos) -> all.put(kind.word(), of(nanos, batches.times(kind))));
    return all;
  }

  /** Count, mean and percentiles with their errors. */
  public static Map<String, Number> of(Latency nanos, Times times) {
    Map<String, Number> all = of(nanos);
    for (LatencyFigure figure : OF_LATENCY) {
      addError(all::put, figure.word(), figure.in(times).interval(), Csv::millis);
    }
    return all;
  }

  /**
   * Adds between what values a figure lies with a confidence of 95 %, if that is known.
   *
   * @param key that of the figure
   */
  public static void addError(
      BiConsumer<String, Number> all, String key, Interval figure, DoubleFunction<Number> shown) {
    if (figure.known()) {
      all.accept(key + "Low", shown.apply(figure.low()));
      all.accept(key + "High", shown.apply(figure.high()));
    }
  }

  /** The latency to show first, by its kind; null if there is none. */
  public static Json headline(Window window) {
    if (window.headlineLatency().isEmpty()) {
      return null;
    }
    Json json = new Json().put("kind", window.headline().word());
    Stream.of(LatencyFigure.P50, LatencyFigure.P99, LatencyFigure.MAX)
        .forEach(figure -> json.put(figure.word(), Csv.value(figure, window)));
    return json;
  }

  /** Count, mean and percentiles, rounded. */
  public static Map<String, Number> of(Latency nanos) {
    return of(nanos, Csv::millis, OF_LATENCY);
  }

  /**
   * Count and figures; of an empty histogram the count alone.
   *
   * @param millis shows nanoseconds
   */
  public static Map<String, Number> of(
      Latency nanos, DoubleFunction<Number> millis, List<LatencyFigure> figures) {
    Map<String, Number> all = new LinkedHashMap<>();
    all.put("count", nanos.count());
    if (nanos.isEmpty()) {
      return all; // percentiles of nothing are not 0, they are not there
    }
    figures.forEach(figure -> all.put(figure.word(), millis.apply(figure.in(nanos))));
    return all;
  }
}
