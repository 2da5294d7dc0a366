package dev.sluice.control.sink.flight;

import dev.sluice.core.bus.Sink;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import jdk.jfr.FlightRecorder;
import jdk.jfr.FlightRecorderListener;
import jdk.jfr.Recording;
import jdk.jfr.RecordingState;

/**
 * Follows a run while a flight recording goes on, and only then: without one, the run has one sink
 * less and nothing is made for it. Any thread.
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
}
