package dev.sluice.jms.destination;

import java.util.List;
import java.util.stream.IntStream;

/**
 * Spreads workers over queues, round robin.
 *
 * @param names the queues, at least one
 */
public record DestinationPlan(List<String> names) {

  public DestinationPlan {
    names = List.copyOf(names);
    if (names.isEmpty()) {
      throw new IllegalArgumentException("a plan needs a destination");
    }
  }

  /** All workers use one queue. */
  public static DestinationPlan of(String name) {
    return new DestinationPlan(List.of(name));
  }

  /**
   * Queues that share the beginning of their names and end in a number: {@code REQUEST1} to {@code
   * REQUEST10}.
   *
   * @param first the first number, at least 0
   * @param last the last, at least as great as the first
   */
  public static DestinationPlan numbered(String prefix, int first, int last) {
    if (first < 0 || last < first) {
      throw new IllegalArgumentException("not a range of queues: " + first + ".." + last);
    }
    return new DestinationPlan(
        IntStream.rangeClosed(first, last).mapToObj(number -> prefix + number).toList());
  }

  /**
   * The queue of a worker.
   *
   * @param workerIndex counts workers from 0
   */
  public String nameFor(int workerIndex) {
    return names.get(workerIndex % names.size());
  }
}
