package dev.sluice.core.pacing;

import static dev.sluice.core.time.Nanos.NANOS_PER_SECOND;

import dev.sluice.core.pacing.RateCurve.LinearRamp;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * A rate that moves along straight lines from point to point, as over a day, and keeps the last
 * one.
 *
 * <p>Two points at one time are a jump. N grows from point to point by the area of a trapezium;
 * between two points it is that of a {@link LinearRamp}, and so is its inverse. What remains of a
 * profile, and its parts, share the table of the whole: they take no memory of their own.
 */
public final class Profile implements RateCurve {

  /**
   * How much of an iteration N stays short of what was counted: then no time of a table falls on a
   * due time, and rounding decides nothing. The golden section keeps away from all simple
   * fractions, to which a scale or a speed may take the counts.
   */
  private static final double SHORT_OF_COUNT = (3 - Math.sqrt(5)) / 2;

  private final double[] seconds; // ascending
  private final double[] rates; // from then on, per second
  private final double[] due; // N by then
  private final double[] peaks; // the largest rate from then on
  private final double fromSeconds; // where it begins in the table
  private final double share; // of the table's rates

  /**
   * A point of a profile.
   *
   * @param seconds since it began
   * @param perSecond the rate then, in iterations per second
   */
  public record Point(double seconds, double perSecond) {}

  /**
   * A part of a profile, and all that it is.
   *
   * @param fromSeconds the time of the whole at which it begins
   * @param share of the rates of the whole
   * @param points of the whole, in their order, the first at 0
   */
  public record Part(double fromSeconds, double share, List<Point> points) {}

  /**
   * A profile from its parts, as another process tells it.
   *
   * @throws IllegalArgumentException if times go backwards, or rates are out of their limits
   */
  public Profile(Part part) {
    this.seconds = part.points.stream().mapToDouble(Point::seconds).toArray();
    this.rates = part.points.stream().mapToDouble(Point::perSecond).toArray();
    this.due = new double[seconds.length];
    this.peaks = rates.clone();
    this.fromSeconds = part.fromSeconds;
    this.share = part.share;
    boolean right = fromSeconds >= 0 && share > 0 && seconds.length > 0 && seconds[0] == 0;
    for (int i = 0; i < seconds.length && right; i++) {
      double length = i == 0 ? 0 : seconds[i] - seconds[i - 1];
      due[i] = i == 0 ? 0 : due[i - 1] + length * (rates[i - 1] + rates[i]) / 2;
      right = length >= 0 && rates[i] >= 0 && rates[i] <= LARGEST_PER_SECOND && due[i] < 1e300;
    }
    if (!right) {
      throw new IllegalArgumentException(
          "a profile goes from 0 s forwards, and its rates are from 0 to 1e9 per second");
    }
    for (int i = rates.length - 2; i >= 0; i--) {
      peaks[i] = Math.max(peaks[i], peaks[i + 1]);
    }
  }

  private Profile(Profile whole, double fromSeconds, double share) {
    this.seconds = whole.seconds;
    this.rates = whole.rates;
    this.due = whole.due;
    this.peaks = whole.peaks;
    this.fromSeconds = fromSeconds;
    this.share = share;
  }

  /**
   * The rate that is the one of each point at its time.
   *
   * @param points in their order, the first at 0
   */
  public static Profile through(List<Point> points) {
    return new Profile(new Part(0, 1, points));
  }

  /**
   * The rate that is constant until the time of each point, so that as many iterations are due by
   * then as there were at the times of a recording.
   *
   * @param points in their order, the first later than 0
   */
  public static Profile steps(List<Point> points) {
    List<Point> corners = new ArrayList<>();
    double before = 0;
    double missing = SHORT_OF_COUNT;
    for (Point each : points) {
      double length = each.seconds - before;
      double less = Math.min(missing, each.perSecond * length);
      double perSecond = each.perSecond - less / length;
      corners.add(new Point(before, perSecond));
      corners.add(new Point(each.seconds, perSecond));
      missing -= less;
      before = each.seconds;
    }
    return through(corners);
  }

  /** All that it is, for another process. */
  public Part part() {
    return new Part(
        fromSeconds,
        share,
        IntStream.range(0, size()).mapToObj(i -> new Point(seconds[i], rates[i])).toList());
  }

  @Override
  public double iterationsAt(double elapsedSeconds) {
    return (dueBy(fromSeconds + elapsedSeconds) - dueBy(fromSeconds)) * share;
  }

  private double dueBy(double second) {
    int i = upTo(seconds, second) - 1;
    double since = second - seconds[i];
    return due[i] + since * (rates[i] + slope(i) * since / 2);
  }

  @Override
  public double secondsAt(double iterations) {
    if (iterations <= 0) {
      return 0;
    }
    double count = dueBy(fromSeconds) + iterations / share;
    int end = upTo(due, Math.nextDown(count)); // the first point by which so many are due
    if (end == due.length) {
      int last = end - 1;
      return seconds[last] - fromSeconds + (count - due[last]) / rates[last];
    }
    double at =
        due[end] == count
            ? seconds[end]
            : seconds[end - 1]
                + LinearRamp.secondsAt(count - due[end - 1], rates[end - 1], slope(end - 1));
    return Math.max(0, Math.min(at, seconds[end]) - fromSeconds);
  }

  @Override
  public double ratePerSecondAt(double elapsedSeconds) {
    double second = fromSeconds + elapsedSeconds;
    int i = upTo(seconds, second) - 1;
    return (rates[i] + slope(i) * (second - seconds[i])) * share;
  }

  @Override
  public double peakRatePerSecondFrom(double elapsedSeconds) {
    int next = Math.min(upTo(seconds, fromSeconds + elapsedSeconds), peaks.length - 1);
    return Math.max(ratePerSecondAt(elapsedSeconds), peaks[next] * share);
  }

  @Override
  public double finalRatePerSecond() {
    return rates[rates.length - 1] * share;
  }

  @Override
  public RateCurve scaled(double part, double whole) {
    return new Profile(this, fromSeconds, share * part / whole);
  }

  @Override
  public RateCurve remainingAt(double elapsedSeconds) {
    return elapsedSeconds >= secondsLeft() && finalRatePerSecond() > 0
        ? new ConstantRate(finalRatePerSecond())
        : new Profile(this, fromSeconds + elapsedSeconds, share);
  }

  /** The time to its last point. */
  public Duration timeLeft() {
    return Duration.ofNanos(Math.round(secondsLeft() * NANOS_PER_SECOND));
  }

  /** The time of its table at which it begins. */
  double fromSeconds() {
    return fromSeconds;
  }

  double secondsLeft() {
    return Math.max(0, seconds[seconds.length - 1] - fromSeconds);
  }

  /** How many points it has, those that are past included. */
  public int size() {
    return seconds.length;
  }

  /** The mean rate up to its last point, in iterations per second. */
  public double meanPerSecond() {
    return secondsLeft() == 0 ? finalRatePerSecond() : iterationsAt(secondsLeft()) / secondsLeft();
  }

  /** It in few points, to be drawn: its own, or if those are more, means over equal times. */
  public List<Point> outline(int most) {
    int next = upTo(seconds, fromSeconds);
    if (seconds.length - next < most) {
      return Stream.concat(
              Stream.of(new Point(0, ratePerSecondAt(0))),
              IntStream.range(next, seconds.length)
                  .mapToObj(i -> new Point(seconds[i] - fromSeconds, rates[i] * share)))
          .toList();
    }
    double step = secondsLeft() / most;
    return IntStream.range(0, most)
        .mapToObj(
            i -> {
              double due = iterationsAt((i + 1) * step) - iterationsAt(i * step);
              return new Point((i + 0.5) * step, due / step);
            })
        .toList();
  }

  private double slope(int i) {
    return i + 1 < rates.length ? (rates[i + 1] - rates[i]) / (seconds[i + 1] - seconds[i]) : 0;
  }

  /** How many of them are not above a value. */
  private static int upTo(double[] ascending, double value) {
    int least = 0;
    int most = ascending.length;
    while (least < most) {
      int middle = (least + most) >>> 1;
      if (ascending[middle] <= value) {
        least = middle + 1;
      } else {
        most = middle;
      }
    }
    return least;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Profile profile
        && fromSeconds == profile.fromSeconds
        && share == profile.share
        && Arrays.equals(seconds, profile.seconds)
        && Arrays.equals(rates, profile.rates);
  }

  @Override
  public int hashCode() {
    return Double.hashCode(fromSeconds) + Arrays.hashCode(rates);
  }
}
