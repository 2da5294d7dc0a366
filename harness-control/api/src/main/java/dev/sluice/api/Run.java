package dev.sluice.api;

import dev.sluice.core.bus.Sink;
import dev.sluice.core.result.Snapshot;
import dev.sluice.core.result.Summary;
import dev.sluice.core.run.RateChange;
import dev.sluice.core.run.RateChange.ToPerWorker;
import dev.sluice.core.run.RateChange.ToTotal;
import dev.sluice.core.run.RunControl;
import dev.sluice.core.run.RunControlException;
import dev.sluice.core.run.RunExecution.StartFailedException;
import dev.sluice.core.run.RunSpec;
import dev.sluice.core.run.RunStatus.WorkloadStatus;
import dev.sluice.core.run.WorkloadSpec;
import dev.sluice.core.stats.Window;
import dev.sluice.core.text.Figures;
import dev.sluice.jms.provider.JmsProvider;
import dev.sluice.jms.tracking.Delivery;
import dev.sluice.jms.tracking.Delivery.Role;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * A run that goes on, and can be steered meanwhile as by telnet. Commands without a workload mean
 * the one that the run was started by. Any thread.
 */
public final class Run implements AutoCloseable {

  private static final Duration STOP_TIMEOUT = Duration.ofSeconds(30);
  private static final double STEADY_RATIO = 0.99;
  private static final Duration STEADY = Duration.ofSeconds(3);
  private static final Duration STEADY_AT_MOST = Duration.ofMinutes(1);

  private final Load load;
  private final RunControl control;
  private final Intervals intervals = new Intervals();
  private final Recording recording;
  private final CompletableFuture<RunResult> end = new CompletableFuture<>();

  Run(Load load) {
    this.load = load;
    Delivery deliveries = Delivery.of(Role.ACCOUNT);
    List<WorkloadSpec> workloads = load.all().stream().map(each -> each.spec(deliveries)).toList();
    if (workloads.stream().map(WorkloadSpec::name).distinct().count() < workloads.size()) {
      throw new IllegalArgumentException(
          "two workloads have one name; give one of them another by named(...): " + load.all());
    }
    RunSpec spec =
        new RunSpec("", workloads, load.lasting(), load.warmup(), load.interval(), STOP_TIMEOUT);
    this.recording = new Recording(spec, load.broker().toString());
    dev.sluice.core.run.Run run =
        new dev.sluice.core.run.Run(
            spec, Stream.concat(Stream.of(recording, intervals), load.sinks().stream()).toList());
    this.control = run.control();
    Thread thread = new Thread(() -> execute(run), "sluice-run");
    thread.setDaemon(true);
    thread.start();
  }

  private void execute(dev.sluice.core.run.Run run) {
    try {
      Summary summary = run.execute();
      if (!summary.scheduleStarted()) {
        throw new SluiceException("stopped before all workers were connected");
      }
      end.complete(recording.result().orElseThrow());
    } catch (StartFailedException e) {
      end.completeExceptionally(notStarted(e, load.broker().provider()));
    } catch (InterruptedException | RuntimeException | Error e) {
      end.completeExceptionally(e);
    }
    intervals.over();
  }

  /** Without a cause nothing answered, and there is nothing for the provider to explain. */
  static SluiceException notStarted(StartFailedException e, JmsProvider provider) {
    return e.getCause() == null
        ? new SluiceException(e.getMessage())
        : new SluiceException(provider.explain(e.getCause()).line(), e.getCause());
  }

  /**
   * Waits for the end of the run.
   *
   * @throws SluiceException if not all workers could connect
   */
  public RunResult result() {
    try {
      return end.join();
    } catch (CompletionException e) {
      if (e.getCause() instanceof SluiceException failure) {
        throw failure;
      }
      throw new SluiceException("the run ended by a failure: " + e.getCause(), e.getCause());
    }
  }

  /** Ends it now, and tells what it did. */
  public RunResult stop() {
    control.stop("stopped by the program");
    return result();
  }

  /** Changes the rate of each thread. */
  public Run rate(Rate ofEach) {
    return rate(load.name(), ofEach);
  }

  /** Changes the rate of each thread of a workload. */
  public Run rate(String workload, Rate ofEach) {
    return change(workload, new ToPerWorker(ofEach.iterationsPerSecond()), Duration.ZERO);
  }

  /** Changes the rate of all threads together. */
  public Run total(Rate ofAll) {
    return ramp(ofAll, Duration.ZERO);
  }

  /** Changes the rate of all threads together, in a straight line over some time. */
  public Run ramp(Rate ofAll, Duration over) {
    return change(load.name(), new ToTotal(ofAll.iterationsPerSecond()), over);
  }

  private Run change(String workload, RateChange change, Duration over) {
    return commanded(() -> control.changeRate(workload, change, over));
  }

  /** Holds workers before their next iteration. */
  public Run pause() {
    return commanded(() -> control.pause(load.name()));
  }

  /** Goes on after a pause; nothing fell due meanwhile. */
  public Run resume() {
    return commanded(() -> control.resume(load.name()));
  }

  /** Starts or ends workers until there are so many, and waits for them. */
  public Run threads(int workers) {
    return commanded(
        () -> {
          int now =
              control.status().workloads().stream()
                  .filter(each -> each.name().equals(load.name()))
                  .mapToInt(WorkloadStatus::workers)
                  .sum();
          return workers >= now
              ? control.addWorkers(load.name(), workers - now)
              : control.endWorkers(load.name(), now - workers);
        });
  }

  /** Puts a remark on the time line. */
  public Run mark(String text) {
    control.mark(text);
    return this;
  }

  /**
   * Waits until all workers are up and the target was kept for three seconds.
   *
   * @throws SluiceException if that takes longer than a minute
   */
  public Run awaitSteady() {
    return await(
        "all workers up and the target kept",
        each -> each.end().workersUp() == each.end().workers() && each.ratio() >= STEADY_RATIO,
        STEADY,
        STEADY_AT_MOST);
  }

  /**
   * Waits until something is true of the main workload in each interval for some time.
   *
   * @param what is waited for, as it stands in the message of a failure
   * @param condition of an interval
   * @param during for how long
   * @param atMost how long to wait for that
   * @throws SluiceException if it does not come, with the last interval
   */
  public Run await(String what, Predicate<Window> condition, Duration during, Duration atMost) {
    intervals.await(what, load.name(), condition, during.toNanos(), atMost);
    return this;
  }

  /** The last interval of a workload that has ended. */
  public Stream<Window> latest() {
    return control.latest().stream().flatMap(interval -> interval.workloads().stream());
  }

  /** Ends it if it still goes on. */
  @Override
  public void close() {
    control.stop("closed by the program");
    end.handle((result, failure) -> null).join();
  }

  private interface Command {
    List<WorkloadStatus> give() throws RunControlException;
  }

  private Run commanded(Command command) {
    try {
      command.give();
      return this;
    } catch (RunControlException e) {
      throw new SluiceException(e.getMessage(), e);
    }
  }

  /**
   * Wakes those who wait for intervals of the run, and ends the run when all workers of its main
   * workload have ended.
   */
  private final class Intervals implements Sink {

    private Snapshot last; // null before the first; guarded by this
    private int count; // guarded by this
    private boolean over; // guarded by this

    @Override
    public synchronized void interval(Snapshot snapshot) {
      if (snapshot.of(load.name()).filter(each -> each.end().workers() == 0).isPresent()) {
        control.stop("all workers of " + load.name() + " have ended");
      }
      last = snapshot;
      count++;
      notifyAll();
    }

    synchronized void over() {
      over = true;
      notifyAll();
    }

    synchronized void await(
        String what, String workload, Predicate<Window> condition, long nanos, Duration atMost) {
      long deadlineNanos = System.nanoTime() + atMost.toNanos();
      long kept = 0;
      int seen = count;
      try {
        while (kept < nanos) {
          long leftMillis = (deadlineNanos - System.nanoTime()) / 1_000_000;
          if (over || leftMillis <= 0) {
            throw new SluiceException(
                (over
                        ? "the run ended before this came: "
                        : "this did not come within " + atMost + ": ")
                    + what
                    + "; last interval: "
                    + (last == null ? "none" : last.of(workload).map(Run::text).orElse("none")));
          }
          wait(leftMillis);
          if (count > seen) {
            seen = count;
            kept = last.of(workload).filter(condition).isPresent() ? kept + last.lengthNanos() : 0;
          }
        }
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new SluiceException("interrupted while waiting for this: " + what, e);
      }
    }
  }

  private static String text(Window window) {
    return "%s of %s, %d of %d workers up"
        .formatted(
            Figures.perSecond(window.achievedPerSecond()),
            Figures.perSecond(window.targetPerSecond()),
            window.end().workersUp(),
            window.end().workers());
  }
}
