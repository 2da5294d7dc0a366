package dev.sluice.control.measure.broker;

import static dev.sluice.core.time.Nanos.NANOS_PER_SECOND;

import dev.sluice.estimates.Interval;
import dev.sluice.estimates.Series;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * Laws between what a broker says of itself and what was counted here. Each is a pure function that
 * returns a sentence if its law does not hold, and nothing if it does or cannot be judged. How far
 * both sides may lie apart follows from the errors of what goes in: clocks, counts at the edges of
 * intervals, sampling.
 */
final class BrokerChecks {

  /** So many standard errors pass for chance: one false alarm in some ten thousand checks. */
  private static final double CHANCE = 4;

  /** As much, of intervals. */
  private static final double LEVEL = 0.9999;

  /** Fewer readings say nothing. */
  private static final int LEAST_READINGS = 3;

  private static final double MICROS_PER_SECOND = 1e6;

  /**
   * Something that a member counted in a time.
   *
   * @param endNanos the end of that time
   * @param errorNanos how far off that may be
   */
  record Counted(String member, long endNanos, long errorNanos, long coveredNanos, double count) {

    long beginNanos() {
      return endNanos - coveredNanos;
    }

    private double perNano() {
      return count / coveredNanos;
    }
  }

  /**
   * Messages in all queues at a moment.
   *
   * @param errorNanos how far the moment may be off for any of the queues
   */
  record Depth(long nanos, long errorNanos, double messages) {}

  /** A figure, and how far off it may be. */
  record Approximation(double value, double error) {

    /** The mean of samples in their order: a depth is much like the one before it. */
    static Approximation mean(List<Double> samples) {
      Interval mean =
          Series.of(samples.stream().mapToDouble(Double::doubleValue).toArray()).interval(LEVEL);
      return new Approximation(
          mean.value(), mean.known() ? mean.error() : Double.POSITIVE_INFINITY);
    }
  }

  private BrokerChecks() {}

  /**
   * Messages that members counted are those that were sent here. Edges of members' times are
   * brought to one window by how the messages sent here are spread over time.
   *
   * @param others how many messages of others may be among those counted: the observer's own
   */
  static Optional<String> counted(
      String what, List<Counted> publications, Tally here, double others) {
    Map<String, List<Counted>> members = withoutGaps(publications);
    if (here.isEmpty() || members.isEmpty()) {
      return Optional.empty();
    }
    long fromNanos = here.fromNanos();
    long toNanos = here.toNanos();
    for (List<Counted> each : members.values()) {
      fromNanos = Math.max(fromNanos, each.get(0).beginNanos());
      toNanos = Math.min(toNanos, each.get(each.size() - 1).endNanos());
    }
    double counted = 0;
    double variance = 2 * here.largestStep();
    double clocks = 0;
    for (List<Counted> each : members.values()) {
      List<Counted> inside = new ArrayList<>(each);
      long from = fromNanos;
      long to = toNanos;
      inside.removeIf(one -> one.endNanos() <= from || one.beginNanos() >= to);
      if (inside.size() < LEAST_READINGS) {
        return Optional.empty();
      }
      for (Counted one : inside) {
        double part = part(one, from, to, here);
        counted += part * one.count();
        variance += part * (1 - part) * one.count();
        clocks += part < 1 ? one.perNano() * one.errorNanos() : 0;
      }
      clocks += inside.get(0).perNano() * inside.get(0).errorNanos();
      clocks += inside.get(inside.size() - 1).perNano() * inside.get(0).errorNanos();
    }
    double expected = here.between(fromNanos, toNanos);
    double tolerance = CHANCE * Math.sqrt(variance) + clocks + others;
    return Math.abs(counted - expected) <= tolerance
        ? Optional.empty()
        : Optional.of(
            said(
                "%s: the broker counted %,.0f in %.1f s, and here were %,.0f (may differ by %,.0f)",
                what, counted, (toNanos - fromNanos) / NANOS_PER_SECOND, expected, tolerance));
  }

  /** Of each member, those at the end that follow one another. */
  private static Map<String, List<Counted>> withoutGaps(List<Counted> publications) {
    Map<String, List<Counted>> members = new LinkedHashMap<>();
    publications.stream()
        .sorted(Comparator.comparingLong(Counted::endNanos))
        .forEach(
            each -> {
              List<Counted> before =
                  members.computeIfAbsent(each.member(), member -> new ArrayList<>());
              if (!before.isEmpty()) {
                Counted last = before.get(before.size() - 1);
                long apartNanos = Math.abs(each.beginNanos() - last.endNanos());
                if (apartNanos > last.errorNanos() + each.errorNanos()) {
                  before.clear();
                }
              }
              before.add(each);
            });
    return members;
  }

  private static double part(Counted one, long fromNanos, long toNanos, Tally here) {
    long begin = Math.max(one.beginNanos(), fromNanos);
    long end = Math.min(one.endNanos(), toNanos);
    if (begin == one.beginNanos() && end == one.endNanos()) {
      return 1;
    }
    double all = here.between(one.beginNanos(), one.endNanos());
    return all > 0 ? here.between(begin, end) / all : (double) (end - begin) / one.coveredNanos();
  }

  /**
   * What is in the queues is what was sent less what was received since the first reading.
   *
   * @param inFlight messages that workers have in their hands at one moment
   */
  static Optional<String> depth(List<Depth> readings, Tally sent, Tally received, double inFlight) {
    if (readings.size() < LEAST_READINGS || sent.isEmpty() || received.isEmpty()) {
      return Optional.empty();
    }
    double steps = Math.sqrt(sent.largestStep()) + Math.sqrt(received.largestStep());
    Optional<String> worst = Optional.empty();
    double most = 0;
    Depth first = null;
    for (Depth each : readings) {
      if (each.nanos() < sent.fromNanos() || each.nanos() > sent.toNanos()) {
        continue;
      }
      if (first == null) {
        first = each;
      }
      double expected =
          first.messages()
              + sent.between(first.nanos(), each.nanos())
              - received.between(first.nanos(), each.nanos());
      double tolerance =
          inFlight
              + 2 * CHANCE * steps
              + moved(each, sent, received)
              + moved(first, sent, received);
      double beyond = Math.abs(each.messages() - expected) - tolerance;
      if (beyond > most) {
        most = beyond;
        worst =
            Optional.of(
                said(
                    "depth: the queues held %,.0f messages after %.1f s, and %,.0f were sent and not"
                        + " received here (may differ by %,.0f)",
                    each.messages(),
                    (each.nanos() - first.nanos()) / NANOS_PER_SECOND,
                    expected,
                    tolerance));
      }
    }
    return worst;
  }

  /** How many messages may have come and gone in the time by which a reading may be off. */
  private static double moved(Depth reading, Tally sent, Tally received) {
    long from = reading.nanos() - reading.errorNanos();
    long to = reading.nanos() + reading.errorNanos();
    return sent.between(from, to) + received.between(from, to);
  }

  /**
   * Each message costs the log the same.
   *
   * @param bytes what went to the log
   * @param messages what was put meanwhile
   */
  static Optional<String> logBytes(List<Counted> bytes, List<Counted> messages) {
    List<Double> each = new ArrayList<>();
    List<Double> errors = new ArrayList<>();
    for (Counted log : bytes) {
      for (Counted puts : messages) {
        long apartNanos = Math.abs(log.endNanos() - puts.endNanos());
        if (log.member().equals(puts.member())
            && apartNanos < log.coveredNanos() / 10
            && log.count() > 0
            && puts.count() > 0) {
          each.add(log.count() / puts.count());
          double lag = Math.abs(log.coveredNanos() - puts.coveredNanos()) + 2.0 * apartNanos;
          errors.add(CHANCE / Math.sqrt(puts.count()) + lag / puts.coveredNanos());
        }
      }
    }
    if (each.size() < LEAST_READINGS) {
      return Optional.empty();
    }
    double median = each.stream().sorted().toList().get(each.size() / 2);
    for (int i = 0; i < each.size(); i++) {
      if (Math.abs(each.get(i) / median - 1) > errors.get(i)) {
        return Optional.of(
            said(
                "log bytes a message: %,.0f in one interval, and %,.0f in half of them (may differ by"
                    + " %.1f %%)",
                each.get(i), median, 100 * errors.get(i)));
      }
    }
    return Optional.empty();
  }

  /**
   * A message is on its way for as long as it is put, lies in the queue and is brought.
   *
   * @param endToEnd from before the put until it was received, in microseconds
   * @param onQueue as the broker says, in microseconds
   * @param put the call, in microseconds: a message reaches the queue during it, and it takes no
   *     longer from there to a receiver that waits
   */
  static Optional<String> way(Approximation endToEnd, Approximation onQueue, Approximation put) {
    double error = endToEnd.error() + onQueue.error() + 2 * put.error();
    double besides = endToEnd.value() - onQueue.value();
    boolean holds = besides >= -error && besides <= 2 * put.value() + error;
    return Double.isInfinite(error) || Double.isNaN(besides) || holds
        ? Optional.empty()
        : Optional.of(
            said(
                "end to end: messages took %,.0f µs, of which %,.0f on the queue; a put takes %,.0f,"
                    + " so 0 to %,.0f µs should be left, and not %,.0f (may differ by %,.0f)",
                endToEnd.value(), onQueue.value(), put.value(), 2 * put.value(), besides, error));
  }

  /**
   * Little's law: as many are inside as come in the time that one stays.
   *
   * @param inside how many, on average
   * @param perSecond how many come
   * @param micros how long one stays
   */
  static Optional<String> little(
      String what, Approximation inside, Approximation perSecond, Approximation micros) {
    double expected = perSecond.value() * micros.value() / MICROS_PER_SECOND;
    double error =
        inside.error()
            + (perSecond.value() * micros.error()
                    + perSecond.error() * micros.value()
                    + perSecond.error() * micros.error())
                / MICROS_PER_SECOND;
    return Double.isInfinite(error)
            || Double.isNaN(error)
            || Math.abs(inside.value() - expected) <= error
        ? Optional.empty()
        : Optional.of(
            said(
                "Little's law, %s: %,.2f at once, and %,.1f/s for %,.0f µs are %,.2f (may differ by"
                    + " %,.2f)",
                what, inside.value(), perSecond.value(), micros.value(), expected, error));
  }

  private static String said(String format, Object... figures) {
    return String.format(Locale.ROOT, format, figures);
  }
}
