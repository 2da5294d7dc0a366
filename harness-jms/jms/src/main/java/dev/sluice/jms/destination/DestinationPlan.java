package dev.sluice.jms.destination;

import dev.sluice.jms.session.JmsSession;
import jakarta.jms.Destination;
import jakarta.jms.JMSException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Spreads workers over queues or topics.
 *
 * @param kind which of the two
 * @param names what they are called, at least one
 * @param order which worker has which
 */
public record DestinationPlan(DestinationKind kind, List<String> names, Order order) {

  /** The two kinds of places that messages go to. */
  public enum DestinationKind {
    /** Each message goes to one receiver. */
    QUEUE,
    /** Each message goes to every subscriber. */
    TOPIC
  }

  /** Which worker has which of several destinations. */
  public enum Order {
    /** One after the other, from the first again after the last. */
    ROUND_ROBIN,
    /** Any one, once for each worker; the same in every run. */
    RANDOM
  }

  public DestinationPlan {
    names = List.copyOf(names);
    if (names.isEmpty()) {
      throw new IllegalArgumentException("a plan needs a destination");
    }
  }

  /** All workers use one queue. */
  public static DestinationPlan of(String name) {
    return new DestinationPlan(DestinationKind.QUEUE, List.of(name), Order.ROUND_ROBIN);
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
        DestinationKind.QUEUE,
        IntStream.rangeClosed(first, last).mapToObj(number -> prefix + number).toList(),
        Order.ROUND_ROBIN);
  }

  /** The same names, of topics. */
  public DestinationPlan asTopics() {
    return new DestinationPlan(DestinationKind.TOPIC, names, order);
  }

  /**
   * The same, the first worker having another than the first.
   *
   * @param position counts the names from 0
   */
  public DestinationPlan startingAt(int position) {
    List<String> turned = new ArrayList<>(names);
    Collections.rotate(turned, -position);
    return new DestinationPlan(kind, turned, order);
  }

  /** The same in another order. */
  public DestinationPlan inOrder(Order newOrder) {
    return new DestinationPlan(kind, names, newOrder);
  }

  /**
   * The name of a worker's destination.
   *
   * @param workerIndex counts workers from 0
   */
  public String nameFor(int workerIndex) {
    return names.get(positionFor(workerIndex));
  }

  /** What a destination is called where queues and topics stand beside each other. */
  public String place(String name) {
    return (kind == DestinationKind.TOPIC ? "topic " : "queue ") + name;
  }

  /** All destinations, called so. */
  public Set<String> places() {
    return names.stream().map(this::place).collect(Collectors.toUnmodifiableSet());
  }

  /** A worker's destination, made by its session. */
  public Destination destination(JmsSession session, int workerIndex) throws JMSException {
    return destinationAt(session, positionFor(workerIndex));
  }

  /**
   * One of the destinations, made by a session.
   *
   * @param position counts the names from 0
   */
  public Destination destinationAt(JmsSession session, int position) throws JMSException {
    String name = names.get(position);
    return kind == DestinationKind.TOPIC ? session.topic(name) : session.queue(name);
  }

  /** Where among the names, counted from 0, a worker's destination stands. */
  public int positionFor(int workerIndex) {
    return order == Order.RANDOM
        ? new SplittableRandom(1 + workerIndex).nextInt(names.size())
        : workerIndex % names.size();
  }
}
