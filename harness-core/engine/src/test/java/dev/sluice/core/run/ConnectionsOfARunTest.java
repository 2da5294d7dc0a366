package dev.sluice.core.run;

import static dev.sluice.core.run.WorkloadSpecs.limited;
import static dev.sluice.core.run.WorkloadSpecs.unlimited;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;
import static org.assertj.core.api.Assertions.tuple;

import dev.sluice.core.bus.ConnectionEvent;
import dev.sluice.core.bus.RunEvent;
import dev.sluice.core.bus.Sink;
import dev.sluice.core.result.Summary;
import dev.sluice.core.run.RunStatus.RunPhase;
import dev.sluice.core.run.RunStatus.WorkloadStatus;
import dev.sluice.core.stats.Connections.Reconnects;
import dev.sluice.core.time.InVirtualTime;
import dev.sluice.core.worker.ConnectionWatch.ConnectionChange;
import dev.sluice.core.worker.Worker.Outcome;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Connections that their provider loses and gets back, in a run. */
@ExtendWith(InVirtualTime.class)
class ConnectionsOfARunTest {

  @Test
  void aWorkerWhoseProviderReconnectsIsNotUpUntilItIsBackAndItsRunIsClean() throws Exception {
    CountDownLatch lost = new CountDownLatch(1);
    CountDownLatch back = new CountDownLatch(1);
    Semaphore goOn = new Semaphore(0);
    Semaphore end = new Semaphore(0);
    TestWorkers workers =
        new TestWorkers(
                worker -> {
                  if (worker.index == 0 && worker.iterations.get() == 2) {
                    worker.connection.reconnecting(0);
                    lost.countDown();
                    LiveRun.await(goOn::tryAcquire);
                    worker.connection.reconnected("QM2");
                    back.countDown();
                  }
                  if (worker.iterations.get() == 3) {
                    LiveRun.await(end::tryAcquire);
                  }
                  return Outcome.DONE;
                })
            .opening(worker -> worker.connection.connected("QM1"));
    List<ConnectionEvent> told = Collections.synchronizedList(new ArrayList<>());
    Sink reporter =
        new Sink() {
          @Override
          public void connections(List<ConnectionEvent> events) {
            told.addAll(events);
          }
        };
    LiveRun run =
        LiveRun.of(
            LiveRun.spec(Duration.ZERO, Duration.ZERO, limited(unlimited("w", workers, 2), 3)),
            reporter);

    LiveRun.await(lost);
    WorkloadStatus whileLost = run.control.status().workloads().get(0);
    assertThat(whileLost.workersUp()).isEqualTo(1);
    assertThat(whileLost.connections().byPeer()).containsExactly(entry("QM1", 1));
    assertThat(whileLost.connections().reconnects()).isZero();

    goOn.release();
    LiveRun.await(back);
    WorkloadStatus afterwards = run.control.status().workloads().get(0);
    assertThat(afterwards.workersUp()).isEqualTo(2);
    assertThat(afterwards.connections().byPeer()).containsExactly(entry("QM1", 1), entry("QM2", 1));
    assertThat(afterwards.connections().reconnects()).isOne();

    end.release(2);
    Summary summary = run.summary();
    Reconnects reconnects = summary.workloads().get(0).reconnects();
    assertThat(reconnects.count()).isOne();
    assertThat(reconnects.maxNanos()).isBetween(1L, LiveRun.DEADLINE.toNanos());
    assertThat(reconnects.notBack()).isZero();
    assertThat(summary.clean()).isTrue();
    assertThat(told)
        .extracting(e -> e.change().transition(), ConnectionEvent::worker)
        .containsExactly(
            tuple(ConnectionChange.Transition.LOST, "w-1"),
            tuple(ConnectionChange.Transition.BACK, "w-1"));
    assertThat(run.events)
        .filteredOn(e -> e.kind() == RunEvent.Kind.CONNECTION)
        .extracting(RunEvent::text)
        .satisfiesExactly(
            text -> assertThat(text).isEqualTo("w-1 lost its connection to QM1"),
            text -> assertThat(text).matches("w-1 moved from QM1 to QM2 after \\d+ ms"));
  }

  @Test
  void aConnectionThatIsNotBackAtTheEndMakesTheRunUnclean() throws Exception {
    TestWorkers workers =
        new TestWorkers(
            worker -> {
              if (worker.iterations.get() == 2) {
                worker.connection.reconnecting(0);
              }
              return Outcome.DONE;
            });
    Summary summary = LiveRun.of(limited(unlimited("w", workers, 3), 2)).summary();

    assertThat(summary.workloads().get(0).reconnects()).isEqualTo(new Reconnects(0, 0, 0, 3));
    assertThat(summary.workloads().get(0).errors()).isZero();
    assertThat(summary.clean()).isFalse();
  }

  @Test
  void aConnectionThatIsLostOnceItsWorkerWasToldToEndIsNotMissed() throws Exception {
    TestWorkers workers =
        new TestWorkers(
            worker -> {
              worker.awaitUnblock();
              worker.connection.reconnecting(0);
              return Outcome.DONE;
            });
    LiveRun run = LiveRun.of(unlimited("w", workers, 3));
    run.next(RunEvent.Kind.STARTED);
    run.control.stop("by the test");
    Summary summary = run.summary();

    assertThat(summary.workloads().get(0).reconnects()).isEqualTo(new Reconnects(0, 0, 0, 0));
    assertThat(summary.clean()).isTrue();
  }

  @Test
  void aConnectionThatIsLostWhileItsWorkloadDrainsIsNotMissed() throws Exception {
    AtomicReference<RunControl> control = new AtomicReference<>();
    TestWorkers workers =
        new TestWorkers(
            worker -> {
              LiveRun.await(
                  () ->
                      control.get() != null && control.get().status().phase() == RunPhase.STOPPING);
              worker.connection.reconnecting(0);
              worker.awaitUnblock();
              return Outcome.DONE;
            });
    LiveRun run = LiveRun.of(unlimited("w", workers, 3).withDrain(Duration.ofMillis(500)));
    control.set(run.control);
    run.next(RunEvent.Kind.STARTED);
    run.control.stop("by the test");
    Summary summary = run.summary();

    assertThat(summary.workloads().get(0).reconnects()).isEqualTo(new Reconnects(0, 0, 0, 0));
    assertThat(summary.clean()).isTrue();
  }

  @Test
  void workInDoubtIsNeitherIterationNorErrorButUsesUpTheCount() throws Exception {
    TestWorkers workers =
        new TestWorkers(
            worker -> worker.iterations.get() % 5 == 0 ? Outcome.IN_DOUBT : Outcome.DONE);
    Summary summary = LiveRun.of(limited(unlimited("w", workers, 2), 10)).summary();
    Summary.Workload workload = summary.workloads().get(0);

    assertThat(workload.whole().counts().iterations()).isEqualTo(16);
    assertThat(workload.whole().counts().inDoubt()).isEqualTo(4);
    assertThat(workload.measured().service().count()).isLessThanOrEqualTo(16);
    assertThat(workload.errors()).isZero();
    assertThat(summary.clean()).isTrue();
  }

  @Test
  void whatWorkersTellOfLostWorkIsCounted() throws Exception {
    TestWorkers workers =
        new TestWorkers(
            worker -> {
              worker.lostWork.rolledBack(3);
              worker.lostWork.inDoubt(2);
              return Outcome.DONE;
            });
    Summary.Workload workload =
        LiveRun.of(limited(unlimited("w", workers, 2), 1)).summary().workloads().get(0);

    assertThat(workload.whole().counts().rolledBack()).isEqualTo(6);
    assertThat(workload.whole().counts().inDoubt()).isEqualTo(4);
  }
}
