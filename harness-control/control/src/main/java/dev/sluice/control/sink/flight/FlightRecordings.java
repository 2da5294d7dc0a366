package dev.sluice.control.sink.flight;

import static dev.sluice.core.time.Nanos.NANOS_PER_MILLI;

import dev.sluice.core.bus.RunEvent;
import dev.sluice.core.bus.Sink;
import dev.sluice.core.result.Snapshot;
import dev.sluice.core.stats.Gauge;
import dev.sluice.core.stats.LatencyFigure;
import dev.sluice.core.stats.Window;
import java.util.Locale;
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
   * Puts the time line and the intervals of a run into the flight recordings of this JVM, so that
   * pauses and locks line up with them.
   */
  record FlightEvents(UnaryOperator<String> mask) implements Sink {

    @Override
    public void event(RunEvent event) {
      SluiceEvent.Happening happening = new SluiceEvent.Happening();
      happening.workload = event.workload();
      happening.kind = event.kind().name().toLowerCase(Locale.ROOT).replace('_', ' ');
      happening.text = mask.apply(event.text());
      happening.commit();
    }

    @Override
    public void interval(Snapshot snapshot) {
      for (Window workload : snapshot.workloads()) {
        SluiceEvent.Interval interval = new SluiceEvent.Interval();
        interval.workload = workload.name();
        interval.number = snapshot.number();
        interval.targetPerSecond = Gauge.TARGET.in(workload);
        interval.achievedPerSecond = Gauge.ACHIEVED.in(workload);
        interval.p99Millis = LatencyFigure.P99.in(workload) / NANOS_PER_MILLI;
        interval.commit();
      }
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

      /** Something on the time line. */
      @Name("dev.sluice.Happening")
      @Label("Happening")
      static final class Happening extends SluiceEvent {
        @Label("Kind")
        String kind;

        @Label("Text")
        String text;
      }

      /** A workload in a statistics interval that has just ended. */
      @Name("dev.sluice.Interval")
      @Label("Interval")
      static final class Interval extends SluiceEvent {
        @Label("Number")
        long number;

        @Label("Target")
        @Frequency
        double targetPerSecond;

        @Label("Achieved")
        @Frequency
        double achievedPerSecond;

        @Label("p99 (ms)")
        @Description("Of the latency that is shown first; NaN without any")
        double p99Millis;
      }
    }
  }
}
