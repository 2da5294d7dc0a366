package dev.sluice.jms.provider;

import java.time.Duration;
import java.util.List;
import java.util.Map;

/**
 * Asks a broker, or each member of a group of brokers, what it knows of itself: depths, instances
 * of applications, times of its log. It has connections of its own, opened when it is first asked
 * and again after they broke. For one thread.
 */
public interface BrokerView extends AutoCloseable {

  /**
   * What to ask.
   *
   * @param topics words of {@link ProviderType#measures()}; at least one
   * @param queues those of which there are readings
   * @param within how long a member may take to answer
   */
  record Interest(List<String> topics, List<String> queues, Duration within) {

    public Interest {
      topics = List.copyOf(topics);
      queues = List.copyOf(queues);
    }
  }

  /**
   * A kind of reading. Its name and unit are those of the broker, which people know; its meaning is
   * for checks that hold for any broker.
   *
   * @param topic the word by which plans ask for it
   * @param unit of its values; empty for plain numbers
   */
  record Measure(
      String topic, String name, String unit, Aggregation aggregation, Meaning meaning) {}

  /** How readings of one measure make one figure. */
  enum Aggregation {
    /** What happened in the time that a reading covers: adds up over subjects and time. */
    COUNT,
    /** What there is at a moment: adds up over subjects, and is averaged over time. */
    AMOUNT,
    /** A mean, a share or a state: is averaged over subjects and time. */
    LEVEL
  }

  /** What a measure says, whatever a broker calls it. */
  enum Meaning {
    /** What the one knows who asked for it by its name. */
    NAMED,
    /** Running instances of an application, which is the subject. */
    INSTANCES,
    /** Instances of an application that cannot be moved; the name of the measure has the reason. */
    IMMOVABLE,
    /** Whether an application is spread evenly over the members: 1 or 0. */
    BALANCED,
    /** Messages in a queue, which is the subject. */
    DEPTH,
    /** Messages put into all queues of the member. */
    PUTS,
    /** Messages taken off all queues of the member. */
    GETS,
    /** The mean time of messages on a queue, in microseconds. */
    QUEUE_MICROS,
    /** Bytes that the log has taken. */
    LOG_BYTES,
    /** Connections of a member; one without this reading has not answered. */
    CONNECTIONS,
    /** Anything else. */
    OTHER
  }

  /**
   * One reading.
   *
   * @param member who says so; empty if there is one only
   * @param subject a queue, an application, a channel; empty for the member itself
   * @param nanos when it held, or when the time that it covers ended, by the harness's clock
   * @param errorNanos how far off that may be
   * @param covered the time that it covers, as the broker says; zero for a value of the moment
   */
  record Reading(
      String member,
      String subject,
      Measure measure,
      double value,
      long nanos,
      long errorNanos,
      Duration covered) {}

  /**
   * All that came of asking once.
   *
   * @param readings those of members that answered; a member may have several of one measure
   * @param gaps what is missing, by member: why, one line, the same words for the same trouble
   * @param calls how many calls of the broker's client it took
   * @param cpu processor time of the threads that asked
   */
  record Readout(List<Reading> readings, Map<String, String> gaps, int calls, Duration cpu) {}

  /**
   * Asks all members side by side. A member that does not answer in time is a gap; the others are
   * not held up, and it is asked again the next time.
   */
  Readout ask() throws InterruptedException;

  @Override
  void close();
}
