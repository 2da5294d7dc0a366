package dev.sluice.estimates.bottleneck;

import dev.sluice.estimates.Interval;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * How much of the time per message each part takes: by how much the logarithm of the rate changes
 * with that of the part's speed. If all times of a system are scaled, so is its rate; therefore the
 * shares add up to 1 (Euler's theorem), and only one can be above a half.
 *
 * <p>The time per message, 1 / rate, is convex in the time of each part, as in the asymptotic
 * bounds of operational analysis (Denning and Buzen 1978): the larger of the busiest part's time
 * and of all times shared out among the requesters. So a chord towards a faster part lies below its
 * share, and one towards a slower part above it.
 */
final class Shares {

  /** More than this is a bottleneck. */
  static final double HALF = 0.5;

  /** A part that is used this much has no time left. */
  private static final double FULL = 0.9;

  /** Fewer requesters more or less than this tell nothing. */
  private static final double LEAST_CHANGE = 0.1;

  private static final List<Bottleneck> USED =
      List.of(
          Bottleneck.LOG,
          Bottleneck.PROCESSORS,
          Bottleneck.NETWORK,
          Bottleneck.QUEUE,
          Bottleneck.HARNESS,
          Bottleneck.CONSUMERS);

  private final Evidence evidence;
  private final Interleaved rounds;
  private final Interval unqueued;
  private final Map<Bottleneck, Interval> all = new EnumMap<>(Bottleneck.class);

  Shares(Evidence evidence) {
    this.evidence = evidence;
    rounds = new Interleaved(evidence);
    unqueued = share(Lever.REQUESTERS, 1);
    double queued = 1 - unqueued.low();
    for (Bottleneck part : USED) {
      all.put(part, used(part, varied(part, queued)));
    }
    all.put(
        Bottleneck.PAUSES,
        busy(Bottleneck.PAUSES)
            .map(share -> interval(share.value(), share.low(), share.high()))
            .orElse(between(0, 1)));
    unqueued();
  }

  /** The shares; those of parts of which nothing is known may be anything. */
  Map<Bottleneck, Interval> all() {
    return all;
  }

  /** The share of the time that requesters share out: 1 if no line is before anything. */
  Interval ofRequesters() {
    return unqueued;
  }

  /** What a variation alone says of what it moves; nothing if it moved nothing. */
  Optional<Interval> of(Variation variation) {
    double factor = variation.speedup();
    if (variation.lever() == Lever.REQUESTERS) { // as many as were connected
      factor =
          evidence.varied().get(variation).stream().mapToInt(Evidence.MeasuredRun::requesters).sum()
              / (double) evidence.base().stream().mapToInt(Evidence.MeasuredRun::requesters).sum();
    }
    if (Math.abs(factor - 1) < LEAST_CHANGE) {
      return Optional.empty();
    }
    double whole = 1 - 1 / factor;
    Interval change = rounds.change(variation);
    double one = -Math.expm1(-change.low()) / whole;
    double other = -Math.expm1(-change.high()) / whole;
    double low = Math.min(one, other);
    return Optional.of(
        change.known() && low <= 1 // more than all of the time is not a matter of time alone
            ? interval(-Math.expm1(-change.value()) / whole, low, Math.max(one, other))
            : between(0, 1));
  }

  /** By variations: without any, a part takes time only where there is a line before it. */
  private Interval varied(Bottleneck part, double queued) {
    return switch (part) {
      case LOG -> evidence.persistent() ? share(Lever.PERSISTENCE, queued) : between(0, 0);
      case QUEUE -> varied(Lever.QUEUES) ? share(Lever.QUEUES, queued) : between(0, queued);
      case CONSUMERS ->
          varied(Lever.RECEIVERS) ? share(Lever.RECEIVERS, queued) : between(0, queued);
      case NETWORK -> // processors may work on each byte, too
          between(0, varied(Lever.SIZE) ? share(Lever.SIZE, queued).high() : queued);
      default -> between(0, queued);
    };
  }

  /**
   * No more than it was used; and if there are lines, they are before what is used all the time.
   */
  private Interval used(Bottleneck part, Interval varied) {
    return busy(part)
        .map(
            busy -> {
              double high = Math.min(varied.high(), busy.high());
              if (varied.low() > high) {
                return between(0, 1); // they contradict each other
              }
              double low = busy.low() > FULL && high > HALF ? 1 - unqueued.high() : 0;
              return interval(varied.value(), Math.min(high, Math.max(varied.low(), low)), high);
            })
        .orElse(varied);
  }

  /** More requesters would help, whatever they wait for; if they are refused, that is the limit. */
  private void unqueued() {
    List<Interval> pauses = busy(Bottleneck.PAUSES).stream().toList();
    List<Interval> others = new ArrayList<>(pauses);
    for (Lever lever : List.of(Lever.PERSISTENCE, Lever.QUEUES, Lever.RECEIVERS, Lever.SIZE)) {
      others.addAll(towards(lever, true).or(() -> towards(lever, false)).stream().toList());
    }
    Interval calls = left(rounds.mean(Evidence.MeasuredRun::inCalls), others);
    if (evidence.persistent() && !varied(Lever.PERSISTENCE)) { // all of it may be the log
      calls = between(0, calls.high());
    }
    Interval own = left(rounds.mean(run -> 1 - run.inCalls()), pauses);
    boolean refused = evidence.refused().isPresent();
    all.put(Bottleneck.LATENCY, refused ? between(0, 0) : calls);
    all.put(Bottleneck.REQUESTERS, refused ? between(0, 0) : own);
    all.put(
        Bottleneck.CONNECTIONS,
        refused
            ? interval(
                calls.value() + own.value(),
                Math.max(calls.low(), own.low()),
                calls.high() + own.high())
            : between(0, 0));
  }

  /** What is left of a part of the time without lines beside others; errors are independent. */
  private Interval left(Interval part, List<Interval> others) {
    double middle = (unqueued.low() + unqueued.high()) / 2;
    double value =
        middle * part.value()
            - others.stream().mapToDouble(each -> Math.max(0, each.value())).sum();
    double error =
        Math.sqrt(
            Stream.concat(others.stream(), Stream.of(unqueued, part))
                .mapToDouble(each -> Math.pow((each.high() - each.low()) / 2, 2))
                .sum());
    return interval(value, value - error, value + error);
  }

  private boolean varied(Lever lever) {
    return evidence.varied().keySet().stream().anyMatch(each -> each.lever() == lever);
  }

  /**
   * The share of what a lever moves.
   *
   * @param queued how much of the time may pass in lines: as much may a part that became faster
   *     have had beside what was won
   */
  private Interval share(Lever lever, double queued) {
    Optional<Interval> faster = towards(lever, true);
    Optional<Interval> slower = towards(lever, false);
    double low = faster.map(Interval::low).orElse(0.0);
    double high =
        Math.min(
            slower.map(Interval::high).orElse(1.0),
            faster.map(each -> each.high() + queued).orElse(1.0));
    return interval(
        faster.or(() -> slower).map(Interval::value).orElse(Double.NaN), low, Math.max(low, high));
  }

  private Optional<Interval> towards(Lever lever, boolean faster) {
    return evidence.varied().keySet().stream()
        .filter(each -> each.lever() == lever && each.helps() == faster)
        .flatMap(each -> of(each).stream())
        .findFirst();
  }

  /** How busy a part was at the working point, if each of its runs knows that. */
  Optional<Interval> busy(Bottleneck part) {
    return evidence.base().stream().allMatch(run -> run.busy().containsKey(part))
        ? Optional.of(rounds.mean(run -> run.busy().getOrDefault(part, Double.NaN)))
            .filter(Interval::known)
        : Optional.empty();
  }

  private static Interval between(double low, double high) {
    return interval(Double.NaN, low, high);
  }

  /** Within 0 and 1. */
  private static Interval interval(double value, double low, double high) {
    return new Interval(
        value, Math.min(1, Math.max(0, low)), Math.min(1, Math.max(0, high)), Interleaved.LEVEL, 0);
  }
}
