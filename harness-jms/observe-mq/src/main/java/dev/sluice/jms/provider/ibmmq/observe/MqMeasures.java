package dev.sluice.jms.provider.ibmmq.observe;

import dev.sluice.jms.provider.BrokerView.Aggregation;
import dev.sluice.jms.provider.BrokerView.Meaning;
import dev.sluice.jms.provider.BrokerView.Measure;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Everything that can be read of a queue manager. Those of the resource statistics have the names
 * of the statistics' own descriptions, which IBM's tools print; they are told apart by number,
 * because names change between releases.
 */
public final class MqMeasures {

  static final String APPLICATIONS = "applications";
  static final String QUEUES = "queues";
  static final String CHANNELS = "channels";
  static final String MESSAGES = "messages";
  static final String LOG = "log";
  static final String CPU = "cpu";
  static final String RESETS = "resets";

  private static final String MICROS = "µs";
  private static final String BYTES = "bytes";
  private static final String SECONDS = "s";
  private static final String SHARE = "% of all processors";

  static final Measure INSTANCES =
      new Measure(APPLICATIONS, "instances", "", Aggregation.AMOUNT, Meaning.INSTANCES);
  static final Measure INSTANCES_KNOWN =
      amount(APPLICATIONS, "instances as the cluster knows them", "");
  static final Measure BALANCED =
      new Measure(APPLICATIONS, "balanced", "", Aggregation.LEVEL, Meaning.BALANCED);

  static final Measure DEPTH = new Measure(QUEUES, "depth", "", Aggregation.AMOUNT, Meaning.DEPTH);
  static final Measure UNCOMMITTED = amount(QUEUES, "uncommitted messages", "");
  static final Measure OPEN_INPUT = amount(QUEUES, "open for input", "");
  static final Measure OPEN_OUTPUT = amount(QUEUES, "open for output", "");
  static final Measure OLDEST = level(QUEUES, "age of the oldest message", SECONDS);

  /** Read of each member that answers, whatever else is. */
  static final Measure CONNECTIONS =
      new Measure(CHANNELS, "connections", "", Aggregation.AMOUNT, Meaning.CONNECTIONS);

  static final Measure CHANNELS_RUNNING = amount(CHANNELS, "running channels", "");
  static final Measure CHANNELS_NOT_RUNNING = amount(CHANNELS, "channels that do not run", "");
  static final Measure CONVERSATIONS = amount(CHANNELS, "conversations", "");

  static final Measure HIGH_DEPTH = level(RESETS, "highest depth since the last reset", "");
  static final Measure ENQUEUED = count(RESETS, "messages put since the last reset", "");
  static final Measure DEQUEUED = count(RESETS, "messages got since the last reset", "");

  /** {@code MQIMMREASON_*} by number. Types of providers are asked where the client is missing. */
  private static final List<String> REASONS =
      List.of(
          "NONE",
          "NOT_CLIENT",
          "NOT_RECONNECTABLE",
          "MOVING",
          "APPLNAME_CHANGED",
          "IN_TRANSACTION",
          "AWAITS_REPLY",
          "NO_REDIRECT");

  /** A type of resource statistics. */
  record StatisticsType(int monitorClass, int number) {}

  /** An element of the resource statistics. */
  record Element(StatisticsType type, int number, Measure measure) {}

  private static final StatisticsType SYSTEM = new StatisticsType(0, 0);
  private static final StatisticsType QUEUE_MANAGER = new StatisticsType(0, 1);
  private static final StatisticsType LOG_FILES = new StatisticsType(1, 2);
  private static final StatisticsType ALL_PUTS = new StatisticsType(2, 3);
  private static final StatisticsType ALL_GETS = new StatisticsType(2, 4);
  private static final StatisticsType PUTS = new StatisticsType(3, 2);
  private static final StatisticsType GETS = new StatisticsType(3, 3);
  private static final StatisticsType GENERAL = new StatisticsType(3, 4);

  private static final List<Element> ELEMENTS =
      List.of(
          new Element(SYSTEM, 0, level(CPU, "User CPU time percentage", SHARE)),
          new Element(SYSTEM, 1, level(CPU, "System CPU time percentage", SHARE)),
          new Element(
              QUEUE_MANAGER,
              0,
              level(CPU, "User CPU time - percentage estimate for queue manager", SHARE)),
          new Element(
              QUEUE_MANAGER,
              1,
              level(CPU, "System CPU time - percentage estimate for queue manager", SHARE)),
          new Element(LOG_FILES, 4, count(LOG, "Log - physical bytes written", BYTES)),
          new Element(
              LOG_FILES,
              5,
              new Measure(
                  LOG, "Log - logical bytes written", BYTES, Aggregation.COUNT, Meaning.LOG_BYTES)),
          new Element(LOG_FILES, 6, level(LOG, "Log - write latency", MICROS)),
          new Element(LOG_FILES, 12, level(LOG, "Log - write size", BYTES)),
          new Element(
              ALL_PUTS,
              0,
              new Measure(
                  MESSAGES,
                  "Interval total MQPUT/MQPUT1 count",
                  "",
                  Aggregation.COUNT,
                  Meaning.PUTS)),
          new Element(
              ALL_PUTS, 1, count(MESSAGES, "Interval total MQPUT/MQPUT1 byte count", BYTES)),
          new Element(ALL_PUTS, 4, count(MESSAGES, "Failed MQPUT count", "")),
          new Element(
              ALL_GETS,
              0,
              new Measure(
                  MESSAGES,
                  "Interval total destructive get- count",
                  "",
                  Aggregation.COUNT,
                  Meaning.GETS)),
          new Element(
              ALL_GETS, 1, count(MESSAGES, "Interval total destructive get - byte count", BYTES)),
          new Element(ALL_GETS, 4, count(MESSAGES, "Failed MQGET - count", "")),
          new Element(PUTS, 0, count(QUEUES, "MQPUT/MQPUT1 count", "")),
          new Element(GETS, 2, count(QUEUES, "destructive MQGET non-persistent message count", "")),
          new Element(GETS, 3, count(QUEUES, "destructive MQGET persistent message count", "")),
          new Element(
              GETS, 11, count(QUEUES, "destructive MQGET fails with MQRC_NO_MSG_AVAILABLE", "")),
          new Element(GENERAL, 0, count(QUEUES, "messages expired", "")),
          new Element(
              GENERAL,
              2,
              new Measure(
                  QUEUES, "average queue time", MICROS, Aggregation.LEVEL, Meaning.QUEUE_MICROS)));

  private MqMeasures() {}

  private static Measure amount(String topic, String name, String unit) {
    return new Measure(topic, name, unit, Aggregation.AMOUNT, Meaning.OTHER);
  }

  private static Measure level(String topic, String name, String unit) {
    return new Measure(topic, name, unit, Aggregation.LEVEL, Meaning.OTHER);
  }

  private static Measure count(String topic, String name, String unit) {
    return new Measure(topic, name, unit, Aggregation.COUNT, Meaning.OTHER);
  }

  /** Instances that cannot be moved for a reason, by its number; a new one has no name yet. */
  static Measure immovable(int reason) {
    String name = reason < REASONS.size() ? REASONS.get(reason) : Integer.toString(reason);
    return new Measure(
        APPLICATIONS, "immovable: " + name, "", Aggregation.AMOUNT, Meaning.IMMOVABLE);
  }

  /** The measure of an element of the statistics; empty for those that nobody knows here. */
  static Optional<Measure> of(StatisticsType type, int element) {
    return ELEMENTS.stream()
        .filter(each -> each.type().equals(type) && each.number() == element)
        .map(Element::measure)
        .findFirst();
  }

  /** Types of statistics that have something of these topics. */
  static List<StatisticsType> typesOf(List<String> topics) {
    return ELEMENTS.stream()
        .filter(each -> topics.contains(each.measure().topic()))
        .map(Element::type)
        .distinct()
        .toList();
  }

  /** All of them. */
  public static List<Measure> all() {
    List<Measure> all = new ArrayList<>(List.of(INSTANCES, INSTANCES_KNOWN, BALANCED));
    IntStream.range(1, REASONS.size()).mapToObj(MqMeasures::immovable).forEach(all::add);
    all.addAll(
        List.of(
            DEPTH,
            UNCOMMITTED,
            OPEN_INPUT,
            OPEN_OUTPUT,
            OLDEST,
            CONNECTIONS,
            CHANNELS_RUNNING,
            CHANNELS_NOT_RUNNING,
            CONVERSATIONS));
    ELEMENTS.forEach(each -> all.add(each.measure()));
    all.addAll(List.of(HIGH_DEPTH, ENQUEUED, DEQUEUED));
    return List.copyOf(all);
  }
}
