package dev.sluice.jms.message;

import static java.util.Comparator.comparingInt;
import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.toList;

import dev.sluice.core.pacing.IterationTimes;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.IntSummaryStatistics;
import java.util.List;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * The sizes and priorities of recorded messages, part by part of a {@link
 * dev.sluice.core.pacing.Profile}. A message is like one that was counted in the part in which it
 * is due, however many workers and processes share the profile: only its due time decides.
 *
 * <p>A part has as many turns as messages are due in it, at even distances. The rows of the part,
 * in order of size, take turns in proportion to their counts, as in systematic sampling: each row
 * gets its share to the nearest message or two, and where turns are as many as was counted, exactly
 * as many. Turns visit the rows in steps of the golden section, so that each row is spread over its
 * part; each part begins at a random point of a turn, so that one that has less than one message is
 * not always like the same row.
 *
 * <p>The last part is repeated after its end. Immutable; looking up a message allocates nothing.
 */
public final class RecordedMix implements SizeDistribution {

  private static final double GOLDEN_SECTION = (Math.sqrt(5) - 1) / 2;
  private static final long MOST_TURNS = 1 << 30;

  /**
   * Messages that are alike.
   *
   * @param untilSeconds the time of the profile at which their part ends, above 0
   * @param count how many are due in it, not negative
   * @param bytes the size of their bodies; below 0 if that was not recorded
   * @param priority 0 to 9; below 0 if it was not recorded
   */
  public record MessageClass(double untilSeconds, double count, int bytes, int priority) {}

  private final double[] ends; // of parts, in seconds; ascending
  private final List<Segment> segments;

  /**
   * A mix of rows; a part without a count has none of its own.
   *
   * @param rows one of them at least with a count
   */
  public RecordedMix(Collection<MessageClass> rows) {
    List<Segment> all = new ArrayList<>();
    double fromSeconds = 0;
    for (var part :
        rows.stream()
            .collect(groupingBy(MessageClass::untilSeconds, TreeMap::new, toList()))
            .entrySet()) {
      List<MessageClass> counted =
          part.getValue().stream()
              .filter(messages -> messages.count > 0)
              .sorted(comparingInt(MessageClass::bytes).thenComparingInt(MessageClass::priority))
              .toList();
      if (!counted.isEmpty()) {
        all.add(new Segment(fromSeconds, counted, new SplittableRandom(all.size()).nextDouble()));
      }
      fromSeconds = part.getKey();
    }
    segments = List.copyOf(all);
    ends = segments.stream().mapToDouble(segment -> segment.classes.get(0).untilSeconds).toArray();
  }

  /** The messages of one part, which begins at a time. */
  private static final class Segment {

    private final double fromSeconds;
    private final List<MessageClass> classes;
    private final double[] counts; // of a row and those before it
    private final double offset; // within each turn
    private final int turns;
    private final int step; // from one turn to the next; prime to their number, so all are visited

    Segment(double fromSeconds, List<MessageClass> rows, double offset) {
      this.fromSeconds = fromSeconds;
      this.classes = rows;
      this.counts = rows.stream().mapToDouble(MessageClass::count).toArray();
      Arrays.parallelPrefix(counts, Double::sum);
      this.offset = offset;
      this.turns = (int) Math.max(1, Math.min(MOST_TURNS, Math.round(counts[counts.length - 1])));
      int nearest = (int) (GOLDEN_SECTION * turns);
      while (divisor(nearest, turns) > 1) {
        nearest++;
      }
      this.step = nearest;
    }

    private static int divisor(int a, int b) {
      return b == 0 ? a : divisor(b, a % b);
    }

    /** The row of what is due at a time; the part is repeated before and after itself. */
    MessageClass at(double seconds) {
      double passed = (seconds - fromSeconds) / (classes.get(0).untilSeconds - fromSeconds);
      long turn = (long) ((passed - Math.floor(passed)) * turns);
      double visited = (turn * step % turns + offset) / turns; // of all counts
      return classes.get(above(counts, visited * counts[counts.length - 1]));
    }
  }

  private MessageClass messages(IterationTimes times) {
    double seconds = times.profileSeconds();
    return segments.get(above(ends, seconds)).at(seconds);
  }

  /** The first of ascending values that is above another, or else the last one. */
  private static int above(double[] ascending, double value) {
    int at = Arrays.binarySearch(ascending, value);
    return Math.min(at < 0 ? -at - 1 : at + 1, ascending.length - 1);
  }

  /** The priority of the message of an iteration. */
  public int priority(IterationTimes times) {
    return messages(times).priority;
  }

  /** Whether sizes were recorded. */
  public boolean hasSizes() {
    return segments.get(0).classes.get(0).bytes >= 0;
  }

  /** Whether priorities were recorded. */
  public boolean hasPriorities() {
    return segments.get(0).classes.get(0).priority >= 0;
  }

  @Override
  public int nextBytes(SplittableRandom random, IterationTimes times) {
    return messages(times).bytes;
  }

  @Override
  public double meanBytes() {
    return classes().mapToDouble(messages -> messages.count * messages.bytes).sum()
        / classes().mapToDouble(MessageClass::count).sum();
  }

  @Override
  public String describe() {
    IntSummaryStatistics bytes = classes().mapToInt(MessageClass::bytes).summaryStatistics();
    return bytes.getMin() + " to " + bytes.getMax() + " bytes, as in the profile";
  }

  private Stream<MessageClass> classes() {
    return segments.stream().flatMap(segment -> segment.classes.stream());
  }
}
