package dev.sluice.control.sink.flight;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Frequency;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;

/**
 * The events of a run in a flight recording. Their fields are written by one thread and read by the
 * recording.
 */
@Category("Sluice")
@StackTrace(false)
abstract class SluiceEvent extends Event {

  @Label("Workload")
  @Description("Empty for the whole run")
  String workload;

  /** Something on the time line that is none of the others. */
  @Name("dev.sluice.Happening")
  @Label("Happening")
  static final class Happening extends SluiceEvent {
    @Label("Kind")
    String kind;

    @Label("Text")
    String text;
  }

  /** The rate was changed. */
  @Name("dev.sluice.RateChange")
  @Label("Rate Change")
  static final class RateChange extends SluiceEvent {
    @Label("Text")
    String text;
  }

  /** A connection was lost, is back, or was given up. */
  @Name("dev.sluice.Connection")
  @Label("Connection")
  static final class Connection extends SluiceEvent {
    @Label("Kind")
    String kind;

    @Label("Worker")
    String worker;

    @Label("From")
    String from;

    @Label("To")
    String to;

    @Label("Down (ms)")
    long downMillis;
  }

  /** A workload in a statistics interval that has just ended. */
  @Name("dev.sluice.Interval")
  @Label("Interval")
  static final class Interval extends SluiceEvent {
    @Label("Number")
    long number;

    @Label("Length (ms)")
    long lengthMillis;

    @Label("Warm-up")
    boolean warmup;

    @Label("Target")
    @Frequency
    double targetPerSecond;

    @Label("Achieved")
    @Frequency
    double achievedPerSecond;

    @Label("Workers Up")
    int workersUp;

    @Label("Errors")
    long errors;

    @Label("p50 (ms)")
    @Description("Of the latency that is shown first; NaN without any")
    double p50Millis;

    @Label("p99 (ms)")
    @Description("Of the latency that is shown first; NaN without any")
    double p99Millis;
  }

  /** Iterations of an interval that were dropped, for one cause. */
  @Name("dev.sluice.Dropped")
  @Label("Dropped")
  static final class Dropped extends SluiceEvent {
    @Label("Number")
    @Description("The number of the interval")
    long number;

    @Label("Cause")
    String cause;

    @Label("Iterations")
    long iterations;
  }
}
