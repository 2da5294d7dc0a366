package dev.sluice.jms.provider.artemis;

import dev.sluice.core.time.NanoClock;
import dev.sluice.jms.provider.BrokerView;
import jakarta.jms.InvalidDestinationException;
import jakarta.jms.JMSException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.apache.activemq.artemis.api.core.management.ResourceNames;

/** What a broker says of itself by its management messages, one attribute after the other. */
public final class ArtemisView implements BrokerView {

  private static final String QUEUES = "queues";
  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

  /** By the names of attributes, which are those of readings. */
  public static final List<Measure> MEASURES =
      List.of(
          new Measure(QUEUES, "messageCount", "", Aggregation.AMOUNT, Meaning.DEPTH),
          new Measure(QUEUES, "messagesAdded", "", Aggregation.COUNT, Meaning.OTHER),
          new Measure(QUEUES, "messagesAcknowledged", "", Aggregation.COUNT, Meaning.OTHER),
          new Measure(QUEUES, "consumerCount", "", Aggregation.AMOUNT, Meaning.OTHER),
          new Measure("memory", "addressMemoryUsage", "bytes", Aggregation.AMOUNT, Meaning.OTHER),
          new Measure("connections", "connectionCount", "", Aggregation.AMOUNT, Meaning.OTHER));

  /** A number that grows, when it was read. */
  private record Count(double value, long nanos) {}

  private final ArtemisManagement management;
  private final Interest interest;
  private final Function<Throwable, String> explain;
  private final NanoClock clock;
  private final Map<String, Count> counts = new HashMap<>(); // as they were the last time

  /**
   * @param explain the meaning of a failure, one line
   */
  ArtemisView(
      ArtemisManagement management,
      Interest interest,
      Function<Throwable, String> explain,
      NanoClock clock) {
    this.management = management;
    this.interest = interest;
    this.explain = explain;
    this.clock = clock;
  }

  @Override
  public Readout ask() {
    long cpuNanos = THREADS.getCurrentThreadCpuTime();
    List<Reading> readings = new ArrayList<>();
    Set<String> gaps = new LinkedHashSet<>();
    int calls = 0;
    try {
      for (Measure measure : MEASURES) {
        boolean ofQueues = measure.topic().equals(QUEUES);
        for (String subject : ofQueues ? interest.queues() : List.of("")) {
          if (interest.topics().contains(measure.topic())) {
            calls++;
            try {
              add(readings, measure, subject);
            } catch (InvalidDestinationException e) {
              gaps.add(ofQueues ? "the broker has no queue " + subject : e.getMessage());
            }
          }
        }
      }
    } catch (JMSException e) {
      gaps.add(explain.apply(e));
    }
    return new Readout(
        readings,
        gaps.isEmpty() ? Map.of() : Map.of("", String.join("; ", gaps)),
        calls,
        Duration.ofNanos(THREADS.getCurrentThreadCpuTime() - cpuNanos));
  }

  private void add(List<Reading> readings, Measure measure, String subject) throws JMSException {
    String resource = subject.isEmpty() ? ResourceNames.BROKER : ResourceNames.QUEUE + subject;
    long askedNanos = clock.nanos();
    double value = management.number(resource, measure.name());
    long nanos = clock.nanos();
    long errorNanos = nanos - askedNanos;
    if (measure.aggregation() != Aggregation.COUNT) {
      readings.add(new Reading("", subject, measure, value, nanos, errorNanos, Duration.ZERO));
      return;
    }
    Count before = counts.put(measure.name() + " " + subject, new Count(value, nanos));
    if (before != null && value >= before.value) { // else the broker or its queue is a new one
      Duration covered = Duration.ofNanos(nanos - before.nanos);
      readings.add(
          new Reading("", subject, measure, value - before.value, nanos, errorNanos, covered));
    }
  }

  @Override
  public void close() {
    management.close();
  }
}
