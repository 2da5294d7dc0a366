package dev.sluice.jms.provider.ibmmq.observe;

import com.ibm.mq.constants.CMQC;
import com.ibm.mq.constants.CMQCFC;
import com.ibm.mq.headers.pcf.PCFMessage;
import com.ibm.mq.headers.pcf.PCFParameter;
import dev.sluice.jms.provider.BrokerView.Reading;
import dev.sluice.jms.provider.ibmmq.observe.MqMeasures.StatisticsType;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Enumeration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Reads publications of resource statistics. Each says itself how long an interval it covers, which
 * may be milliseconds or half an hour, whatever is configured. The first one of a subscription
 * covers time before it and is dropped, and so is one that comes twice. For one thread.
 */
final class Publications {

  private static final Set<Integer> HEADER =
      Set.of(
          CMQCFC.MQIAMO_MONITOR_CLASS,
          CMQCFC.MQIAMO_MONITOR_TYPE,
          CMQCFC.MQIAMO64_MONITOR_INTERVAL);

  private static final double HUNDREDTHS = 100;
  private static final double KIBIBYTE = 1 << 10;
  private static final double MEBIBYTE = 1 << 20;

  /** One that comes again comes soon after the first time. */
  private static final int REMEMBERED = 10;

  /** What a subscription is for; without a queue, the whole queue manager. */
  private record Subject(StatisticsType type, String queue) {}

  private record Seen(long putMillis, long intervalMicros) {}

  private final String member;
  private final Map<StatisticsType, Map<Integer, Integer>> dataTypes;
  private final Map<Subject, List<Seen>> seen = new HashMap<>();

  /**
   * @param dataTypes what the metadata say of the values: by type and element, a {@code
   *     MQIAMO_MONITOR_*}
   */
  Publications(String member, Map<StatisticsType, Map<Integer, Integer>> dataTypes) {
    this.member = member;
    this.dataTypes = dataTypes;
  }

  /**
   * The readings of a publication; none of one that does not count.
   *
   * @param putMillis when it was put, by the queue manager's clock
   * @param nanos the same by the harness's clock
   * @param errorNanos how far off that may be
   */
  List<Reading> read(PCFMessage publication, long putMillis, long nanos, long errorNanos) {
    Map<Integer, Long> values = new HashMap<>();
    String queue = "";
    for (Enumeration<?> all = publication.getParameters(); all.hasMoreElements(); ) {
      PCFParameter parameter = (PCFParameter) all.nextElement();
      if (parameter.getValue() instanceof Number number) {
        values.put(parameter.getParameter(), number.longValue());
      } else if (parameter.getParameter() == CMQC.MQCA_Q_NAME) {
        queue = parameter.getStringValue().strip();
      }
    }
    if (!values.keySet().containsAll(HEADER)) {
      return List.of();
    }
    StatisticsType type =
        new StatisticsType(
            values.get(CMQCFC.MQIAMO_MONITOR_CLASS).intValue(),
            values.get(CMQCFC.MQIAMO_MONITOR_TYPE).intValue());
    long micros = values.get(CMQCFC.MQIAMO64_MONITOR_INTERVAL);
    if (!counts(new Subject(type, queue), new Seen(putMillis, micros))) {
      return List.of();
    }
    values.keySet().removeAll(HEADER);
    List<Reading> readings = new ArrayList<>();
    Map<Integer, Integer> known = dataTypes.getOrDefault(type, Map.of());
    String subject = queue;
    values.forEach(
        (element, value) ->
            MqMeasures.of(type, element)
                .filter(measure -> known.containsKey(element))
                .ifPresent(
                    measure ->
                        readings.add(
                            new Reading(
                                member,
                                subject,
                                measure,
                                inUnits(value, known.get(element)),
                                nanos,
                                errorNanos,
                                Duration.of(micros, ChronoUnit.MICROS)))));
    return readings;
  }

  private boolean counts(Subject subject, Seen now) {
    List<Seen> before = seen.get(subject);
    if (before == null) {
      seen.put(subject, new ArrayList<>(List.of(now)));
      return false;
    }
    if (before.contains(now)) {
      return false;
    }
    before.add(now);
    if (before.size() > REMEMBERED) {
      before.remove(0);
    }
    return true;
  }

  /** In percent, bytes, microseconds, or as it is. */
  private static double inUnits(long value, int dataType) {
    return switch (dataType) {
      case CMQCFC.MQIAMO_MONITOR_HUNDREDTHS, CMQCFC.MQIAMO_MONITOR_PERCENT -> value / HUNDREDTHS;
      case CMQCFC.MQIAMO_MONITOR_KB -> value * KIBIBYTE;
      case CMQCFC.MQIAMO_MONITOR_MB -> value * MEBIBYTE;
      default -> value;
    };
  }
}
