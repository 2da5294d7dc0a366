package dev.sluice.core.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.core.bus.RunEvent;
import dev.sluice.core.bus.Sink;
import dev.sluice.core.result.Snapshot;
import dev.sluice.core.result.Summary;
import dev.sluice.core.result.Verdict;
import dev.sluice.core.stats.DeliveryCounts;
import dev.sluice.core.stats.DeliveryCounts.DeliveryCheck;
import dev.sluice.core.time.InVirtualTime;
import dev.sluice.core.time.NanoClock;
import dev.sluice.core.time.VirtualTime;
import dev.sluice.core.worker.Worker.Outcome;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeSet;
import java.util.concurrent.ThreadFactory;
import java.util.stream.Stream;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Whatever thread of a run dies, people hear of it. */
@ExtendWith(InVirtualTime.class)
class ThreadsOfARunTest {

  private static final class Output implements Sink {
    private final String name;
    private final List<RunEvent> events = new ArrayList<>(); // read after the end
    private final List<Summary> summaries = new ArrayList<>(); // read after the end
    private long intervals; // read after the end
    private Error toThrow; // null for none
    private boolean ofSummary;

    Output(String name) {
      this.name = name;
    }

    @Override
    public String name() {
      return name;
    }

    @Override
    public void event(RunEvent event) {
      events.add(event);
    }

    @Override
    public void interval(Snapshot snapshot) {
      intervals++;
      if (toThrow != null && !ofSummary) {
        throw toThrow;
      }
    }

    @Override
    public void summary(Summary summary) {
      summaries.add(summary);
      if (toThrow != null && ofSummary) {
        throw toThrow;
      }
    }
  }

  /** A clock by which one thread dies when it waits for the n-th time. */
  private static final class Deadly implements NanoClock {
    private final VirtualTime time = VirtualTime.current();
    private final Set<String> started = new TreeSet<>();
    private final Map<String, Integer> waits = new HashMap<>();
    private final String victim;
    private final int fatal;
    private Run run;

    Deadly(String victim, int fatal) {
      this.victim = victim;
      this.fatal = fatal;
    }

    @Override
    public long nanos() {
      return time.nanos();
    }

    @Override
    public void parkUntil(long deadlineNanos) {
      String name = Thread.currentThread().getName();
      if (waits.merge(name, 1, Integer::sum) == fatal && name.equals(victim)) {
        throw new NoClassDefFoundError("of " + name);
      }
      time.parkUntil(deadlineNanos);
    }

    @Override
    public void unpark(Thread thread) {
      time.unpark(thread);
    }

    @Override
    public void join(Thread thread) {
      time.join(thread);
    }

    @Override
    public Thread start(ThreadFactory threads, String name, Runnable task) {
      started.add(name);
      return time.start(
          threads,
          name,
          () -> {
            Thread me = Thread.currentThread();
            me.setUncaughtExceptionHandler(run::threadFailed);
            try {
              task.run();
            } catch (RuntimeException | Error e) { // in the order of virtual time
              run.threadFailed(me, e);
            }
          });
    }
  }

  private final Output one = new Output("one");
  private final Output other = new Output("other");

  private Summary run(Deadly clock) throws Exception {
    return run(clock, DeliveryCheck.OFF);
  }

  private Summary run(Deadly clock, DeliveryCheck check) throws Exception {
    TestWorkers workers = new TestWorkers(worker -> Outcome.DONE);
    RunSpec spec =
        LiveRun.spec(
            Duration.ofSeconds(2),
            Duration.ZERO,
            WorkloadSpecs.perWorker("w", workers, 2, 10).withDelivery(check));
    clock.run =
        new Run(spec, clock, clock.time, () -> 0, new SplittableRandom(1), List.of(one, other));
    return clock.run.execute();
  }

  @Test
  void aRunOfWhichNoThreadDiesIsClean() throws Exception {
    Summary summary = run(new Deadly("", 0));
    assertThat(summary.failures()).isEmpty();
    assertThat(summary.clean()).isTrue();
  }

  @Test
  void everyThreadThatDiesIsAnEventALineOfTheSummaryAndAFailureOfTheRun() throws Exception {
    Deadly harmless = new Deadly("", 0);
    run(harmless);
    assertThat(harmless.started)
        .contains("sink-one", "sink-other", "intervals", "harness watch", "w-1", "w-2");
    for (String victim : harmless.started) {
      for (int wait = 1; wait <= 5; wait += 2) {
        one.events.clear();
        other.events.clear();
        Summary summary = run(new Deadly(victim, wait));
        String told =
            "the harness failed in its thread "
                + victim
                + ": java.lang.NoClassDefFoundError: of "
                + victim;
        assertThat(summary.failures()).as(victim).containsExactly(told);
        assertThat(summary.clean()).as(victim).isFalse();
        assertThat(victim.equals("sink-one") ? other.events : one.events)
            .as(victim)
            .filteredOn(event -> event.kind() == RunEvent.Kind.ERROR)
            .extracting(RunEvent::text)
            .singleElement(InstanceOfAssertFactories.STRING)
            .startsWith(told + " < ");
      }
    }
  }

  @Test
  void anOutputThatFailsGetsTheRestAndIsToldOnce() throws Exception {
    one.toThrow = new StackOverflowError();
    Summary summary = run(new Deadly("", 0));
    assertThat(summary.failures())
        .containsExactly("the harness failed in its thread sink-one: java.lang.StackOverflowError");
    assertThat(summary.clean()).isFalse();
    assertThat(one.intervals).isEqualTo(other.intervals).isGreaterThan(30);
    assertThat(one.summaries).hasSize(1);
  }

  private static Stream<Throwable> defects() {
    return Stream.of(
        new IndexOutOfBoundsException("Index 0 out of bounds for length 0"),
        new AssertionError("never"),
        new StackOverflowError());
  }

  @ParameterizedTest
  @MethodSource("defects")
  void anAccountOfDeliveryThatFailsLeavesTheFiguresAndIsTold(Throwable defect) throws Exception {
    for (boolean atTheEnd : new boolean[] {false, true}) {
      one.events.clear();
      one.intervals = 0;
      DeliveryCheck broken =
          new DeliveryCheck() {
            @Override
            public Optional<DeliveryCounts> counts() {
              return atTheEnd ? Optional.empty() : fail(defect);
            }

            @Override
            public Optional<DeliveryCounts> finalCounts() {
              return fail(defect);
            }
          };
      Summary summary = run(new Deadly("", 0), broken);
      Summary.Workload workload = summary.workloads().get(0);
      assertThat(workload.measured().counts().done()).isEqualTo(40);
      assertThat(workload.verdict().kind()).isEqualTo(Verdict.Kind.KEPT);
      assertThat(workload.delivery()).isEmpty();
      assertThat(one.intervals).isGreaterThan(30);
      assertThat(summary.clean()).isFalse();
      String told = "the delivery of w could not be concluded: " + defect + " < dev.sluice.";
      assertThat(summary.failures()).anyMatch(each -> each.startsWith(told));
      assertThat(one.events)
          .filteredOn(event -> event.kind() == RunEvent.Kind.ERROR)
          .extracting(RunEvent::text)
          .anyMatch(each -> each.startsWith(told));
    }
  }

  private static Optional<DeliveryCounts> fail(Throwable defect) {
    if (defect instanceof Error error) {
      throw error;
    }
    throw (RuntimeException) defect;
  }

  @Test
  void anOutputThatFailsWithTheSummaryIsToldToTheOthers() throws Exception {
    one.toThrow = new StackOverflowError();
    one.ofSummary = true;
    run(new Deadly("", 0));
    assertThat(other.summaries).hasSize(1);
    assertThat(other.events)
        .extracting(RunEvent::text)
        .last(InstanceOfAssertFactories.STRING)
        .startsWith("the harness failed in its thread sink-one: java.lang.StackOverflowError < ");
  }
}
