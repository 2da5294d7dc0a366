package dev.sluice.control.scenario.running;

import dev.sluice.control.measure.RecentIntervals;
import dev.sluice.control.measure.TimedInterval;
import dev.sluice.control.scenario.step.Disturbance;
import dev.sluice.control.scenario.step.StepFailedException;
import dev.sluice.core.bus.RunEvent;
import dev.sluice.core.bus.Sink;
import dev.sluice.core.result.Snapshot;
import dev.sluice.core.result.Summary;
import dev.sluice.core.run.RunExecution;
import dev.sluice.core.run.RunExecution.StartFailedException;
import dev.sluice.core.time.NanoClock;
import dev.sluice.core.time.Signal;
import java.time.Duration;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ConcurrentLinkedDeque;

/**
 * A run on a thread of its own, and its intervals for the thread that plays the steps. Made and
 * asked by that thread.
 */
final class RunThread implements Sink {

  /** Steps look whenever an interval ends. */
  private static final int MAX_KEPT = 100;

  private final RunExecution run;
  private final NanoClock clock;
  private final Signal changes;
  private final RecentIntervals intervals = new RecentIntervals(MAX_KEPT, this::endNanos);
  private final Deque<Disturbance> disturbances = new ConcurrentLinkedDeque<>();
  private Thread thread; // null before it is started
  private volatile boolean started;
  private volatile Optional<String> stopping = Optional.empty(); // in words
  private volatile Summary summary; // null if there is none, or not yet
  private volatile StartFailedException startFailure; // the same
  private volatile boolean ended; // set last

  RunThread(RunExecution run, NanoClock clock) {
    this.run = run;
    this.clock = clock;
    this.changes = new Signal(clock);
    run.control().subscribe(this);
  }

  /**
   * Starts it and returns when all workers are up, or the run is over already.
   *
   * @throws StartFailedException if they do not come up
   */
  void start() throws StartFailedException, InterruptedException {
    thread = clock.start(Thread::new, "run", this::execute);
    changes.await(() -> started || ended);
    if (startFailure != null) {
      throw startFailure;
    }
  }

  /**
   * Does nothing unless workers found at work that their client cannot do it.
   *
   * @throws StartFailedException if so
   */
  void requirePossible() throws StartFailedException {
    if (started && startFailure != null) {
      throw startFailure;
    }
  }

  /** Lets time go by. */
  void sleep(Duration time) throws StepFailedException, InterruptedException {
    requireUnderWay();
    if (changes.await(() -> !isUnderWay(), clock.nanos() + time.toNanos())) {
      requireUnderWay();
    }
  }

  /** The next interval that begins from now on, or began hardly before. */
  Snapshot nextInterval() throws StepFailedException, InterruptedException {
    long nowNanos = clock.nanos();
    while (true) {
      Optional<TimedInterval> next = firstAfter(nowNanos);
      if (next.isPresent()) {
        return next.get().snapshot();
      }
      requireUnderWay();
      changes.await(() -> firstAfter(nowNanos).isPresent() || !isUnderWay());
    }
  }

  private Optional<TimedInterval> firstAfter(long nanos) {
    return intervals.after(nanos).stream().filter(each -> each.beganAfter(nanos)).findFirst();
  }

  /** Its intervals that ended after a moment, in their order. */
  List<TimedInterval> intervals(long afterNanos) {
    return intervals.after(afterNanos);
  }

  /** Its last disturbances. */
  List<Disturbance> disturbances() {
    return List.copyOf(disturbances);
  }

  /** When an interval ended that has been told of now. */
  private long endNanos(Snapshot interval) {
    long nowNanos = clock.nanos();
    return nowNanos - (run.control().status().sinceStartNanos() - interval.sinceStartNanos());
  }

  private boolean isUnderWay() {
    return started && stopping.isEmpty() && !ended;
  }

  /** Whether it was ever started. */
  boolean isBegun() {
    return thread != null;
  }

  /** Ends it, if it has not ended, and returns what came of it. */
  Optional<Summary> end(String reason) throws InterruptedException {
    run.control().stop(reason);
    return awaitEnd();
  }

  /** Waits for its end; empty if it never began. */
  Optional<Summary> awaitEnd() throws InterruptedException {
    if (thread != null) {
      clock.join(thread);
    }
    return Optional.ofNullable(summary);
  }

  /**
   * Does nothing while it goes on.
   *
   * @throws StepFailedException if it is over, or about to be
   */
  void requireUnderWay() throws StepFailedException {
    if (!isUnderWay()) {
      throw new StepFailedException(
          "the run ended before the steps did"
              + Optional.ofNullable(summary)
                  .map(Summary::endReason)
                  .or(() -> stopping)
                  .map(why -> ": " + why)
                  .orElse(""));
    }
  }

  private void execute() {
    try {
      summary = run.execute();
    } catch (StartFailedException e) {
      startFailure = e;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt(); // nobody does; the run ends
    } finally {
      ended = true;
      changes.raise();
    }
  }

  @Override
  public void event(RunEvent event) {
    if (event.kind() == RunEvent.Kind.STARTED) {
      started = true;
    } else if (event.kind() == RunEvent.Kind.STOPPING) {
      stopping = Optional.of(event.text().replaceFirst("^stopping: ", ""));
    }
    Disturbance.of(event).ifPresent(disturbances::add);
    if (disturbances.size() > MAX_KEPT) {
      disturbances.removeFirst();
    }
    changes.raise();
  }

  @Override
  public void interval(Snapshot snapshot) {
    intervals.interval(snapshot);
    changes.raise();
  }
}
