package dev.sluice.core.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.core.pacing.IterationTimes;
import dev.sluice.core.stats.WorkLog;
import dev.sluice.core.time.NanoClock;
import dev.sluice.core.time.VirtualTime;
import dev.sluice.core.worker.ConnectionWatch;
import dev.sluice.core.worker.Worker;
import dev.sluice.core.worker.Worker.WorkerContext;
import dev.sluice.core.worker.WorkerFactory;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;

/** Makes workers that do what a test says, and keeps the books of their lives. */
final class TestWorkers implements WorkerFactory {

  /** The action of a worker when it opens. */
  interface Opening {
    void open(TestWorker worker) throws Exception;
  }

  /** The action of a worker in an iteration. */
  interface Iteration {
    Worker.Outcome iterate(TestWorker worker) throws Exception;
  }

  /** How long an iteration takes that has no schedule. */
  private static final long UNPACED_NANOS = 100_000;

  final List<TestWorker> made = new CopyOnWriteArrayList<>();

  private final Iteration iteration;
  private Opening opening = worker -> {};
  private boolean survivor;
  private boolean doubtful;
  private boolean paceable = true;

  TestWorkers(Iteration iteration) {
    this.iteration = iteration;
  }

  /** Workers that do nothing, well. */
  static TestWorkers idle() {
    return new TestWorkers(worker -> Worker.Outcome.DONE);
  }

  /** Workers that let a latch know of each iteration. */
  static TestWorkers counting(CountDownLatch latch) {
    return new TestWorkers(
        worker -> {
          latch.countDown();
          return Worker.Outcome.DONE;
        });
  }

  /** Workers that use no processor though they have no target. */
  static TestWorkers held() {
    return new TestWorkers(
        worker -> {
          worker.awaitUnblock();
          return Worker.Outcome.NOTHING;
        });
  }

  TestWorkers opening(Opening task) {
    opening = task;
    return this;
  }

  /** Workers need not be opened again after a failure. */
  TestWorkers surviving() {
    survivor = true;
    return this;
  }

  /** Nobody knows what happened to an iteration that failed. */
  TestWorkers leavingInDoubt() {
    doubtful = true;
    return this;
  }

  /** Work is brought to them. */
  TestWorkers unpaceable() {
    paceable = false;
    return this;
  }

  @Override
  public boolean paceable() {
    return paceable;
  }

  @Override
  public Worker create(int index) {
    TestWorker worker = new TestWorker(index);
    made.add(worker);
    return worker;
  }

  /** One worker. */
  final class TestWorker implements Worker {

    final int index;
    final AtomicInteger opened = new AtomicInteger();
    final AtomicInteger closed = new AtomicInteger();
    final AtomicInteger iterations = new AtomicInteger();
    final AtomicInteger unblocked = new AtomicInteger();
    final Semaphore unblock = new Semaphore(0);

    volatile ConnectionWatch connection = ConnectionWatch.NOBODY;
    volatile WorkLog lostWork = WorkLog.NONE;

    private NanoClock clock = NanoClock.SYSTEM;
    private IterationTimes times = IterationTimes.NONE;

    private TestWorker(int index) {
      this.index = index;
    }

    @Override
    public void attach(WorkerContext context) {
      connection = context.connection();
      lostWork = context.log();
      clock = context.clock();
      times = context.times();
    }

    @Override
    public void open() throws Exception {
      opening.open(this);
      opened.incrementAndGet();
    }

    @Override
    public Outcome iterate() throws Exception {
      if (!times.paced()) {
        clock.sleepUntil(clock.nanos() + UNPACED_NANOS); // else no time would pass at all
      }
      iterations.incrementAndGet();
      return iteration.iterate(this);
    }

    @Override
    public void close() {
      closed.incrementAndGet();
    }

    @Override
    public void unblock() {
      unblocked.incrementAndGet();
      unblock.release();
    }

    /** Waits inside a call. */
    void awaitUnblock() {
      VirtualTime.current().until(unblock::tryAcquire);
    }

    void assertOpenedAndClosedOnce() {
      assertThat(opened.get()).isOne();
      assertThat(closed.get()).isOne();
    }

    @Override
    public boolean leavesInDoubt(Exception failure) {
      return doubtful;
    }

    @Override
    public boolean survives(Exception failure) {
      return survivor;
    }
  }
}
