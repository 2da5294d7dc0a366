package dev.sluice.control.sink.flight;

import static dev.sluice.core.time.Nanos.NANOS_PER_MILLI;

import dev.sluice.core.bus.ConnectionEvent;
import dev.sluice.core.bus.RunEvent;
import dev.sluice.core.bus.Sink;
import dev.sluice.core.pacing.Cause;
import dev.sluice.core.result.Snapshot;
import dev.sluice.core.stats.Counter;
import dev.sluice.core.stats.Latency;
import dev.sluice.core.stats.Window;
import dev.sluice.core.worker.ConnectionWatch.ConnectionChange;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.FlightRecorder;
import jdk.jfr.FlightRecorderListener;
import jdk.jfr.Frequency;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.Recording;
import jdk.jfr.RecordingState;
import jdk.jfr.StackTrace;

/**
 * Subscribes to a run while a flight recording goes on. Without a recording the run has one sink
 * less, and nobody makes events. Any thread.
 */
public final class FlightRecordings implements FlightRecorderListener, AutoCloseable {

  private final Sink events;
  private final Consumer<Sink> subscribe;
  private final Consumer<Sink> unsubscribe;
  private boolean following; // guarded by this
  private boolean closed; // guarded by this

  private FlightRecordings(
      UnaryOperator<String> mask, Consumer<Sink> subscribe, Consumer<Sink> unsubscribe) {
    this.events = new FlightEvents(mask);
    this.subscribe = subscribe;
    this.unsubscribe = unsubscribe;
  }

  /**
   * Begins to look for recordings; does nothing in a JVM without them.
   *
   * @param mask masks secrets
   * @param subscribe gives a run a sink
   * @param unsubscribe takes it away
   * @return what ends it
   */
  public static AutoCloseable follow(
      UnaryOperator<String> mask, Consumer<Sink> subscribe, Consumer<Sink> unsubscribe) {
    if (ModuleLayer.boot().findModule("jdk.jfr").isEmpty()) {
      return () -> {};
    }
    FlightRecordings recordings = new FlightRecordings(mask, subscribe, unsubscribe);
    FlightRecorder.addListener(recordings);
    if (FlightRecorder.isInitialized()) {
      recordings.look(FlightRecorder.getFlightRecorder());
    }
    return recordings;
  }

  @Override
  public void recorderInitialized(FlightRecorder recorder) {
    look(recorder);
  }

  @Override
  public void recordingStateChanged(Recording recording) {
    look(FlightRecorder.getFlightRecorder());
  }

  private void look(FlightRecorder recorder) {
    follow(
        recorder.getRecordings().stream()
            .anyMatch(recording -> recording.getState() == RecordingState.RUNNING));
  }

  private synchronized void follow(boolean wanted) {
    if (closed || wanted == following) {
      return;
    }
    following = wanted;
    (wanted ? subscribe : unsubscribe).accept(events);
  }

  @Override
  public void close() {
    FlightRecorder.removeListener(this);
    follow(false);
    synchronized (this) {
      closed = true;
    }
  }

  /**
   * Puts what happens in a run into the flight recordings of this JVM, so that pauses and locks
   * line up with it.
   */
  record FlightEvents(UnaryOperator<String> mask) implements Sink {

    @Override
    public void event(RunEvent event) {
      if (event.kind() == RunEvent.Kind.CONNECTION) {
        return; // these come with all that is known of them
      }
      if (event.kind() == RunEvent.Kind.RATE) {
        SluiceEvent.RateChange change = new SluiceEvent.RateChange();
        change.workload = event.workload();
        change.text = mask.apply(event.text());
        change.commit();
        return;
      }
      SluiceEvent.Happening happening = new SluiceEvent.Happening();
      happening.workload = event.workload();
      happening.kind = word(event.kind());
      happening.text = mask.apply(event.text());
      happening.commit();
    }

    @Override
    public void connections(List<ConnectionEvent> events) {
      for (ConnectionEvent event : events) {
        ConnectionChange change = event.change();
        SluiceEvent.Connection connection = new SluiceEvent.Connection();
        connection.workload = event.workload();
        connection.kind = word(change.kind());
        connection.worker = event.worker();
        connection.from = mask.apply(change.from());
        connection.to = mask.apply(change.to());
        connection.downMillis = TimeUnit.NANOSECONDS.toMillis(change.downNanos());
        connection.commit();
      }
    }

    @Override
    public void interval(Snapshot snapshot) {
      for (Window workload : snapshot.workloads()) {
        Latency latency = workload.headlineLatency();
        SluiceEvent.Interval interval = new SluiceEvent.Interval();
        interval.workload = workload.name();
        interval.number = snapshot.number();
        interval.lengthMillis = TimeUnit.NANOSECONDS.toMillis(snapshot.lengthNanos());
        interval.warmup = snapshot.warmup();
        interval.targetPerSecond = workload.targetPerSecond();
        interval.achievedPerSecond = workload.achievedPerSecond();
        interval.workersUp = workload.end().workersUp();
        interval.errors = workload.counts().get(Counter.ERRORS);
        interval.p50Millis = millis(latency, 50);
        interval.p99Millis = millis(latency, 99);
        interval.commit();
        dropped(snapshot.number(), workload);
      }
    }

    private static void dropped(long number, Window workload) {
      for (Cause cause : Cause.values()) {
        long iterations = workload.counts().get(Counter.droppedFor(cause));
        if (iterations > 0) {
          SluiceEvent.Dropped event = new SluiceEvent.Dropped();
          event.workload = workload.name();
          event.number = number;
          event.cause = cause.label();
          event.iterations = iterations;
          event.commit();
        }
      }
    }

    private static double millis(Latency latency, double percentile) {
      return latency.isEmpty() ? Double.NaN : latency.atPercentile(percentile) / NANOS_PER_MILLI;
    }

    private static String word(Enum<?> kind) {
      return kind.name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }

    /**
     * The events of a run in a flight recording. Their fields are written by one thread and read by
     * the recording.
     */
    @Category("Sluice")
    @StackTrace(false)
    abstract static class SluiceEvent extends Event {

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
  }
}
