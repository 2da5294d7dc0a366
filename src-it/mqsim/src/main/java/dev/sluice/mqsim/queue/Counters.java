package dev.sluice.mqsim.queue;

import java.util.EnumMap;
import java.util.Map;

/**
 * What has been done with messages, at a queue or by the calls to a queue manager, since it was
 * made. Confined to one event loop.
 */
public final class Counters {

  /** What is counted in messages and bytes, persistent ones apart. */
  public enum Operation {
    PUT,
    PUT1,
    GET,
    BROWSE
  }

  /** What is only counted. */
  public enum Event {
    FAILED_PUT,
    FAILED_PUT1,
    FAILED_GET,
    FAILED_BROWSE,
    /** A failed get that found no message. */
    EMPTY_GET,
    ROLLED_BACK_PUT,
    ROLLED_BACK_GET,
    EXPIRED,
    CONNECT,
    FAILED_CONNECT,
    DISCONNECT,
    COMMIT,
    ROLLBACK,
    /** Nanoseconds that messages spent on a queue before they were got. */
    NANOS_ON_QUEUE
  }

  private static final class Tally {
    private long messages;
    private long bytes;
  }

  private final Map<Operation, Tally> persistent = tallies();
  private final Map<Operation, Tally> others = tallies();
  private final Map<Event, Long> events = new EnumMap<>(Event.class);

  private static Map<Operation, Tally> tallies() {
    Map<Operation, Tally> tallies = new EnumMap<>(Operation.class);
    for (Operation operation : Operation.values()) {
      tallies.put(operation, new Tally());
    }
    return tallies;
  }

  private Tally tally(Operation operation, boolean ofPersistent) {
    return (ofPersistent ? persistent : others).get(operation);
  }

  /** Counts a message. */
  public void count(Operation operation, Message message) {
    Tally tally = tally(operation, message.descriptor().isPersistent());
    tally.messages++;
    tally.bytes += message.data().length;
  }

  /** Counts an event. */
  public void count(Event event) {
    add(event, 1);
  }

  /** Counts several events. */
  public void add(Event event, long times) {
    events.merge(event, times, Long::sum);
  }

  public long messages(Operation operation, boolean ofPersistent) {
    return tally(operation, ofPersistent).messages;
  }

  /** Persistent and other ones. */
  public long messages(Operation operation) {
    return messages(operation, false) + messages(operation, true);
  }

  public long bytes(Operation operation, boolean ofPersistent) {
    return tally(operation, ofPersistent).bytes;
  }

  /** Of persistent and other messages. */
  public long bytes(Operation operation) {
    return bytes(operation, false) + bytes(operation, true);
  }

  public long events(Event event) {
    return events.getOrDefault(event, 0L);
  }

  /** A copy that stays as it is. */
  public Counters copy() {
    return since(new Counters());
  }

  /** What has been counted since a copy was made. */
  public Counters since(Counters earlier) {
    Counters difference = new Counters();
    for (Operation operation : Operation.values()) {
      for (boolean ofPersistent : new boolean[] {false, true}) {
        Tally tally = difference.tally(operation, ofPersistent);
        tally.messages =
            messages(operation, ofPersistent) - earlier.messages(operation, ofPersistent);
        tally.bytes = bytes(operation, ofPersistent) - earlier.bytes(operation, ofPersistent);
      }
    }
    events.forEach((event, times) -> difference.add(event, times - earlier.events(event)));
    return difference;
  }
}
