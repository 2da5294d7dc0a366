package dev.sluice.core.run;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.core.bus.RunEvent;
import dev.sluice.core.bus.Sink;
import dev.sluice.core.result.Summary;
import dev.sluice.core.run.RunStatus.WorkloadStatus;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** A run that a test starts and controls, and that is stopped after it. */
final class ControlledRun implements AfterEachCallback {

  private LiveRun run;

  @Override
  public void afterEach(ExtensionContext context) throws Exception {
    run.playOn(run::stopAndSummary);
  }

  /** Returns once its schedule has started. */
  void start(WorkloadSpec... workloads) {
    run = LiveRun.of(workloads);
    run.next(RunEvent.Kind.STARTED);
  }

  /** With one more reporter. */
  void start(Sink other, WorkloadSpec... workloads) {
    run = LiveRun.of(LiveRun.spec(Duration.ZERO, Duration.ZERO, workloads), other);
    run.next(RunEvent.Kind.STARTED);
  }

  RunControl control() {
    return run.control;
  }

  /** How its first workload is. */
  WorkloadStatus status() {
    return control().status().workloads().get(0);
  }

  /** Waits for the next event of a kind, passing over others. */
  RunEvent next(RunEvent.Kind kind) {
    return run.next(kind);
  }

  /** The summary, once it has ended by itself. */
  Summary summary() throws ExecutionException, InterruptedException {
    return run.summary();
  }

  void stop() throws ExecutionException, InterruptedException {
    run.stopAndSummary();
  }

  static void assertRefused(ThrowingCallable command, String why) {
    assertThatThrownBy(command).isInstanceOf(RunControlException.class).hasMessageContaining(why);
  }
}
