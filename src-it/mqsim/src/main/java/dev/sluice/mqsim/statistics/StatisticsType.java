package dev.sluice.mqsim.statistics;

import static dev.sluice.mqsim.queue.Counters.Operation.BROWSE;
import static dev.sluice.mqsim.queue.Counters.Operation.GET;
import static dev.sluice.mqsim.queue.Counters.Operation.PUT;
import static dev.sluice.mqsim.queue.Counters.Operation.PUT1;

import dev.sluice.mqsim.queue.Counters.Event;
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

    private static Element event(int number, String name, Event event) {
      return delta(number, name, i -> i.counted().events(event));
    }
  }

  private static final int PROCESSORS = Runtime.getRuntime().availableProcessors();

  static final List<StatisticsType> ALL =
      List.of(
          new StatisticsType(
              0,
              "CPU",
              0,
              "SystemSummary",
              false,
              List.of(
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
                      i -> i.end().usage().memoryBytes() / MEBIBYTES))),
          new StatisticsType(
              0,
              "CPU",
              1,
              "QMgrSummary",
              false,
              List.of(
                  new Element(
                      0,
                      PERCENT,
                      "User CPU time - percentage estimate for queue manager",
                      i -> i.threadUserShare(PROCESSORS)),
                  new Element(
                      1,
                      PERCENT,
                      "System CPU time - percentage estimate for queue manager",
                      i -> i.threadSystemShare(PROCESSORS)))),
          new StatisticsType(
              1,
              "DISK",
              2,
              "Log",
              false,
              List.of(
                  Element.delta(4, "Log - physical bytes written", Interval::logBytes),
                  Element.delta(5, "Log - logical bytes written", Interval::logBytes),
                  new Element(6, MICROS, "Log - write latency", Interval::meanLogMicros),
                  new Element(12, PLAIN, "Log - write size", Interval::meanLogBytes))),
          new StatisticsType(
              2,
              "STATMQI",
              0,
              "CONNDISC",
              false,
              List.of(
                  Element.event(0, "MQCONN/MQCONNX count", Event.CONNECT),
                  Element.event(1, "Failed MQCONN/MQCONNX count", Event.FAILED_CONNECT),
                  Element.event(3, "MQDISC count", Event.DISCONNECT))),
          new StatisticsType(
              2,
              "STATMQI",
              3,
              "PUT",
              false,
              List.of(
                  Element.delta(0, "Interval total MQPUT/MQPUT1 count", Interval::puts),
                  Element.delta(
                      1,
                      "Interval total MQPUT/MQPUT1 byte count",
                      i -> i.putBytes(false) + i.putBytes(true)),
                  Element.delta(
                      2,
                      "Non-persistent message MQPUT count",
                      i -> i.counted().messages(PUT, false)),
                  Element.delta(
                      3, "Persistent message MQPUT count", i -> i.counted().messages(PUT, true)),
                  Element.event(4, "Failed MQPUT count", Event.FAILED_PUT),
                  Element.delta(
                      5,
                      "Non-persistent message MQPUT1 count",
                      i -> i.counted().messages(PUT1, false)),
                  Element.delta(
                      6, "Persistent message MQPUT1 count", i -> i.counted().messages(PUT1, true)),
                  Element.event(7, "Failed MQPUT1 count", Event.FAILED_PUT1),
                  Element.delta(
                      8, "Put non-persistent messages - byte count", i -> i.putBytes(false)),
                  Element.delta(9, "Put persistent messages - byte count", i -> i.putBytes(true)))),
          new StatisticsType(
              2,
              "STATMQI",
              4,
              "GET",
              false,
              List.of(
                  Element.delta(
                      0, "Interval total destructive get- count", i -> i.counted().messages(GET)),
                  Element.delta(
                      1,
                      "Interval total destructive get - byte count",
                      i -> i.counted().bytes(GET)),
                  Element.delta(
                      2,
                      "Non-persistent message destructive get - count",
                      i -> i.counted().messages(GET, false)),
                  Element.delta(
                      3,
                      "Persistent message destructive get - count",
                      i -> i.counted().messages(GET, true)),
                  Element.event(4, "Failed MQGET - count", Event.FAILED_GET),
                  Element.delta(
                      5,
                      "Got non-persistent messages - byte count",
                      i -> i.counted().bytes(GET, false)),
                  Element.delta(
                      6, "Got persistent messages - byte count", i -> i.counted().bytes(GET, true)),
                  Element.delta(
                      7,
                      "Non-persistent message browse - count",
                      i -> i.counted().messages(BROWSE, false)),
                  Element.delta(
                      8,
                      "Persistent message browse - count",
                      i -> i.counted().messages(BROWSE, true)),
                  Element.event(9, "Failed browse count", Event.FAILED_BROWSE))),
          new StatisticsType(
              2,
              "STATMQI",
              5,
              "SYNCPOINT",
              false,
              List.of(
                  Element.event(0, "Commit count", Event.COMMIT),
                  Element.event(2, "Rollback count", Event.ROLLBACK))),
          new StatisticsType(
              3,
              "STATQ",
              2,
              "PUT",
              true,
              List.of(
                  Element.delta(0, "MQPUT/MQPUT1 count", Interval::puts),
                  Element.delta(1, "MQPUT byte count", i -> i.putBytes(false) + i.putBytes(true)),
                  Element.delta(6, "non-persistent byte count", i -> i.putBytes(false)),
                  Element.delta(7, "persistent byte count", i -> i.putBytes(true)),
                  Element.event(11, "rolled back MQPUT count", Event.ROLLED_BACK_PUT))),
          new StatisticsType(
              3,
              "STATQ",
              3,
              "GET",
              true,
              List.of(
                  Element.delta(
                      2,
                      "destructive MQGET non-persistent message count",
                      i -> i.counted().messages(GET, false)),
                  Element.delta(
                      3,
                      "destructive MQGET persistent message count",
                      i -> i.counted().messages(GET, true)),
                  Element.delta(
                      4,
                      "destructive MQGET non-persistent byte count",
                      i -> i.counted().bytes(GET, false)),
                  Element.delta(
                      5,
                      "destructive MQGET persistent byte count",
                      i -> i.counted().bytes(GET, true)),
                  Element.event(10, "destructive MQGET fails", Event.FAILED_GET),
                  Element.event(
                      11, "destructive MQGET fails with MQRC_NO_MSG_AVAILABLE", Event.EMPTY_GET),
                  Element.event(16, "rolled back MQGET count", Event.ROLLED_BACK_GET))),
          new StatisticsType(
              3,
              "STATQ",
              4,
              "GENERAL",
              true,
              List.of(
                  Element.event(0, "messages expired", Event.EXPIRED),
                  new Element(2, MICROS, "average queue time", Interval::meanMicrosOnQueue),
                  new Element(3, PLAIN, "Queue depth", i -> i.end().depth()))));
}
