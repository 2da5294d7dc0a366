package dev.sluice.mqsim.statistics;

import static dev.sluice.mqsim.queue.Counters.Operation.BROWSE;
import static dev.sluice.mqsim.queue.Counters.Operation.GET;
import static dev.sluice.mqsim.queue.Counters.Operation.PUT;
import static dev.sluice.mqsim.queue.Counters.Operation.PUT1;

import dev.sluice.mqsim.queue.Counters.Event;
import dev.sluice.mqsim.queue.Counters.Operation;
import java.util.List;
import java.util.function.ToLongFunction;

/**
 * A type of statistics: what one publication has. Classes, types and elements have the numbers and
 * names of IBM MQ; elements that the simulator does not know are left out.
 *
 * @param classNumber which class it belongs to
 * @param number which type of the class it is
 * @param ofQueues whether there is one for each queue
 */
record StatisticsType(
    int classNumber,
    String className,
    int number,
    String name,
    boolean ofQueues,
    List<Element> elements) {

  /** Units: a plain number, a number of the interval, 1/100, 1/10000, microseconds, 2^20 bytes. */
  static final int PLAIN = 1;

  static final int DELTA = 2;
  static final int HUNDREDTHS = 100;
  static final int PERCENT = 10_000;
  static final int MICROS = 1_000_000;
  static final int MEBIBYTES = 1_048_576;

  /** A value of a publication. */
  record Element(int number, int unit, String name, ToLongFunction<Interval> value) {

    private static Element delta(int number, String name, ToLongFunction<Interval> value) {
      return new Element(number, DELTA, name, value);
    }

    private static Element messages(
        int number, String name, Operation operation, boolean persistent) {
      return delta(number, name, i -> i.counted().messages(operation, persistent));
    }

    private static Element bytes(int number, String name, Operation operation, boolean persistent) {
      return delta(number, name, i -> i.counted().bytes(operation, persistent));
    }

    private static Element event(int number, String name, Event event) {
      return delta(number, name, i -> i.counted().events(event));
    }
  }

  private static StatisticsType of(
      int classNumber, String className, int number, String name, boolean ofQueues) {
    return new StatisticsType(classNumber, className, number, name, ofQueues, List.of());
  }

  private StatisticsType with(Element... all) {
    return new StatisticsType(classNumber, className, number, name, ofQueues, List.of(all));
  }

  private static final int PROCESSORS = Runtime.getRuntime().availableProcessors();

  static final List<StatisticsType> ALL =
      List.of(
          of(0, "CPU", 0, "SystemSummary", false)
              .with(
                  new Element(0, PERCENT, "User CPU time percentage", Interval::userShare),
                  new Element(1, PERCENT, "System CPU time percentage", Interval::systemShare),
                  new Element(
                      2,
                      HUNDREDTHS,
                      "CPU load - one minute average",
                      i -> Math.round(HUNDREDTHS * i.end().usage().load())),
                  new Element(
                      5,
                      PERCENT,
                      "RAM free percentage",
                      i ->
                          PERCENT
                              * i.end().usage().freeMemoryBytes()
                              / i.end().usage().memoryBytes()),
                  new Element(
                      6,
                      MEBIBYTES,
                      "RAM total bytes",
                      i -> i.end().usage().memoryBytes() / MEBIBYTES)),
          of(0, "CPU", 1, "QMgrSummary", false)
              .with(
                  new Element(
                      0,
                      PERCENT,
                      "User CPU time - percentage estimate for queue manager",
                      i -> i.threadUserShare(PROCESSORS)),
                  new Element(
                      1,
                      PERCENT,
                      "System CPU time - percentage estimate for queue manager",
                      i -> i.threadSystemShare(PROCESSORS))),
          of(1, "DISK", 2, "Log", false)
              .with(
                  Element.delta(4, "Log - physical bytes written", Interval::logBytes),
                  Element.delta(5, "Log - logical bytes written", Interval::logBytes),
                  new Element(6, MICROS, "Log - write latency", Interval::meanLogMicros),
                  new Element(12, PLAIN, "Log - write size", Interval::meanLogBytes)),
          of(2, "STATMQI", 0, "CONNDISC", false)
              .with(
                  Element.event(0, "MQCONN/MQCONNX count", Event.CONNECT),
                  Element.event(1, "Failed MQCONN/MQCONNX count", Event.FAILED_CONNECT),
                  Element.event(3, "MQDISC count", Event.DISCONNECT)),
          of(2, "STATMQI", 3, "PUT", false)
              .with(
                  Element.delta(0, "Interval total MQPUT/MQPUT1 count", Interval::puts),
                  Element.delta(
                      1,
                      "Interval total MQPUT/MQPUT1 byte count",
                      i -> i.putBytes(false) + i.putBytes(true)),
                  Element.messages(2, "Non-persistent message MQPUT count", PUT, false),
                  Element.messages(3, "Persistent message MQPUT count", PUT, true),
                  Element.event(4, "Failed MQPUT count", Event.FAILED_PUT),
                  Element.messages(5, "Non-persistent message MQPUT1 count", PUT1, false),
                  Element.messages(6, "Persistent message MQPUT1 count", PUT1, true),
                  Element.event(7, "Failed MQPUT1 count", Event.FAILED_PUT1),
                  Element.delta(
                      8, "Put non-persistent messages - byte count", i -> i.putBytes(false)),
                  Element.delta(9, "Put persistent messages - byte count", i -> i.putBytes(true))),
          of(2, "STATMQI", 4, "GET", false)
              .with(
                  Element.delta(
                      0, "Interval total destructive get- count", i -> i.counted().messages(GET)),
                  Element.delta(
                      1,
                      "Interval total destructive get - byte count",
                      i -> i.counted().bytes(GET)),
                  Element.messages(2, "Non-persistent message destructive get - count", GET, false),
                  Element.messages(3, "Persistent message destructive get - count", GET, true),
                  Element.event(4, "Failed MQGET - count", Event.FAILED_GET),
                  Element.bytes(5, "Got non-persistent messages - byte count", GET, false),
                  Element.bytes(6, "Got persistent messages - byte count", GET, true),
                  Element.messages(7, "Non-persistent message browse - count", BROWSE, false),
                  Element.messages(8, "Persistent message browse - count", BROWSE, true),
                  Element.event(9, "Failed browse count", Event.FAILED_BROWSE)),
          of(2, "STATMQI", 5, "SYNCPOINT", false)
              .with(
                  Element.event(0, "Commit count", Event.COMMIT),
                  Element.event(2, "Rollback count", Event.ROLLBACK)),
          of(3, "STATQ", 2, "PUT", true)
              .with(
                  Element.delta(0, "MQPUT/MQPUT1 count", Interval::puts),
                  Element.delta(1, "MQPUT byte count", i -> i.putBytes(false) + i.putBytes(true)),
                  Element.delta(6, "non-persistent byte count", i -> i.putBytes(false)),
                  Element.delta(7, "persistent byte count", i -> i.putBytes(true)),
                  Element.event(11, "rolled back MQPUT count", Event.ROLLED_BACK_PUT)),
          of(3, "STATQ", 3, "GET", true)
              .with(
                  Element.messages(2, "destructive MQGET non-persistent message count", GET, false),
                  Element.messages(3, "destructive MQGET persistent message count", GET, true),
                  Element.bytes(4, "destructive MQGET non-persistent byte count", GET, false),
                  Element.bytes(5, "destructive MQGET persistent byte count", GET, true),
                  Element.event(10, "destructive MQGET fails", Event.FAILED_GET),
                  Element.event(
                      11, "destructive MQGET fails with MQRC_NO_MSG_AVAILABLE", Event.EMPTY_GET),
                  Element.event(16, "rolled back MQGET count", Event.ROLLED_BACK_GET)),
          of(3, "STATQ", 4, "GENERAL", true)
              .with(
                  Element.event(0, "messages expired", Event.EXPIRED),
                  new Element(2, MICROS, "average queue time", Interval::meanMicrosOnQueue),
                  new Element(3, PLAIN, "Queue depth", i -> i.end().depth())));
}
