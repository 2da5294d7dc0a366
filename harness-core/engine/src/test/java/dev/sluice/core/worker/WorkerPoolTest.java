package dev.sluice.core.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.core.pacing.CatchUp;
import dev.sluice.core.pacing.LiveRate;
import dev.sluice.core.pacing.PacingQuantum;
import dev.sluice.core.pacing.RateCurve;
import dev.sluice.core.run.RateTarget;
import dev.sluice.core.run.WorkloadSpec;
import dev.sluice.core.stats.WorkloadStats;
import dev.sluice.core.time.NanoClock;
import dev.sluice.core.time.VirtualTime;
import dev.sluice.core.worker.WorkerPool.WorkerStartException;
import dev.sluice.core.worker.WorkerSettings.StartSpec;
import dev.sluice.core.worker.WorkerSettings.ThreadKind;
import java.lang.reflect.Method;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A host that has no thread left, and a server that does not answer. */
class WorkerPoolTest {

  private static class Idle implements Worker {
    @Override
    public void open() {}

    @Override
    public Outcome iterate() {
      return Outcome.DONE;
    }

    @Override
    public void close() {}
  }

  /** Does not come back from connecting until it may. */
  private static class Mute implements Worker {

    private final NanoClock clock;
    private final AtomicBoolean answers;

    Mute(NanoClock clock, AtomicBoolean answers) {
      this.clock = clock;
      this.answers = answers;
    }

    @Override
    public void open() throws InterruptedException {
      while (!answers.get()) {
        clock.sleepUntil(clock.nanos() + 50_000_000L);
      }
    }

    @Override
    public Outcome iterate() {
      return Outcome.DONE;
    }

    @Override
    public void close() {}
  }

  /** Takes its time to connect. */
  private record Slow(NanoClock clock, List<Long> opening) implements Worker {

    static final long OPENING_NANOS = 1_000_000_000L;

    @Override
    public void open() throws InterruptedException {
      opening.add(clock.nanos());
      clock.sleepUntil(clock.nanos() + OPENING_NANOS);
    }

    @Override
    public Outcome iterate() {
      return Outcome.DONE;
    }

    @Override
    public void close() {}
  }

  private final VirtualTime clock = new VirtualTime();
  private final LiveRate liveRate =
      new LiveRate(clock.nanos(), PacingQuantum.EXACT, CatchUp.DEFAULT);
  private final WorkloadStats stats = new WorkloadStats(true, 1);
  private final AtomicInteger threadsLeft = new AtomicInteger(3);

  /** Fails as the JVM does, when the thread starts. */
  private final ThreadFactory threads =
      task ->
          new Thread(task) {
            @Override
            public synchronized void start() {
              if (threadsLeft.decrementAndGet() < 0) {
                throw new OutOfMemoryError("unable to create native thread");
              }
              setDaemon(true);
              super.start();
            }
          };

  private final WorkerPool pool =
      pool(index -> new Idle(), StartSpec.DEFAULT, threads, new IgnoredEvents());

  @Test
  void whoGetsNoThreadIsNowhereAndTheRestAreUp() throws Exception {
    clock.play(
        () -> {
          assertThatThrownBy(() -> pool.start(5, up -> {}))
              .isInstanceOf(WorkerStartException.class)
              .hasMessageContaining("3 of 5 workers of senders were started, 2 were not")
              .hasCauseInstanceOf(OutOfMemoryError.class);
          assertThat(pool.roster().size()).isEqualTo(3);
          assertThat(pool.roster().up()).isEqualTo(3);
          assertThat(stats.readings(0, clock.nanos())).hasSize(3);
          liveRate.turn(RateCurve.constant(1), clock.nanos());
          liveRate.start(clock.nanos());
          assertThat(liveRate.members()).isEqualTo(3);
          assertThat(pool.endAll(Duration.ofSeconds(30))).isZero();
          return null;
        });
  }

  @Test
  void whoHasNoRoomIsRefusedBeforeAnyOpens() throws Exception {
    List<Integer> made = new ArrayList<>();
    WorkerFactory narrow =
        new WorkerFactory() {
          @Override
          public Worker create(int index) {
            made.add(index);
            return new Idle();
          }

          @Override
          public void requireRoomFor(int workers) {
            if (workers > 3) {
              throw new IllegalArgumentException(workers + " of 3");
            }
          }
        };
    WorkerPool cramped =
        pool(narrow, StartSpec.DEFAULT, Executors.defaultThreadFactory(), new IgnoredEvents());
    clock.play(
        () -> {
          cramped.start(3, up -> {});
          assertThatThrownBy(() -> cramped.start(1, up -> {}))
              .isInstanceOf(WorkerStartException.class)
              .hasMessageEndingWith(" cannot start")
              .hasRootCauseMessage("4 of 3");
          assertThat(made).hasSize(3);
          assertThat(cramped.roster().up()).isEqualTo(3);
          return cramped.endAll(Duration.ofSeconds(30));
        });
  }

  @Test
  void aFailedStartCanBeRepeatedWhenThereAreThreadsAgain() throws Exception {
    clock.play(
        () -> {
          assertThatThrownBy(() -> pool.start(5, up -> {}))
              .isInstanceOf(WorkerStartException.class);
          threadsLeft.set(2);
          pool.start(2, up -> {});
          assertThat(pool.roster().up()).isEqualTo(5);
          assertThat(pool.endAll(Duration.ofSeconds(30))).isZero();
          return null;
        });
  }

  @Test
  void aServerThatDoesNotAnswerIsNamedOnceWhileItIsWaitedForAndAtTheEnd() throws Exception {
    clock.play(
        () -> {
          AtomicBoolean answers = new AtomicBoolean();
          List<String> told = new ArrayList<>();
          IgnoredEvents events =
              new IgnoredEvents() {
                @Override
                public void startIsSilent(int up, Duration silence) {
                  told.add(up + " up");
                }
              };
          WorkerPool waiting =
              pool(
                  index -> index == 0 ? new Idle() : new Mute(clock, answers),
                  StartSpec.DEFAULT.connectingTo("a server"),
                  Executors.defaultThreadFactory(),
                  events);
          waiting.start(1, up -> {});
          assertThatThrownBy(() -> waiting.start(3, up -> {}))
              .isInstanceOf(WorkerStartException.class)
              .hasMessage(
                  "no more workers of senders came up for 30 s (1 of 4 are up): no answer from a"
                      + " server. Raise the server's limit of connections, or use fewer"
                      + " workers.");
          assertThat(told).containsExactly("1 up");
          answers.set(true);
          waiting.startNoMore();
          return null;
        });
  }

  @ParameterizedTest
  @CsvSource({
    "false, no answer from a server. Check host and port: another kind of server may be listening"
        + " there.",
    "true, 'a server takes the connection, but does not answer what is opened there. See its log:"
        + " what keeps the queue, topic or subscription from being opened?'"
  })
  void whoIsNotUpIsToldHowFarItCame(boolean hasSession, String said) throws Exception {
    clock.play(
        () -> {
          AtomicBoolean answers = new AtomicBoolean();
          WorkerPool waiting =
              pool(
                  index ->
                      new Mute(clock, answers) {
                        @Override
                        public void attach(WorkerContext context) {
                          if (hasSession) {
                            context.connection().accepted();
                          }
                        }
                      },
                  StartSpec.DEFAULT.connectingTo("a server"),
                  Executors.defaultThreadFactory(),
                  new IgnoredEvents());
          assertThatThrownBy(() -> waiting.start(1, up -> {}))
              .hasMessage("no worker of senders came up for 30 s (0 of 1 are up): " + said);
          answers.set(true);
          waiting.startNoMore();
          return null;
        });
  }

  /** As ActiveMQ Classic does beyond maximumConnections. */
  @Test
  void whoIsRefusedIsToldHowManyWereNot() throws Exception {
    clock.play(
        () -> {
          WorkerPool limited =
              pool(
                  index ->
                      new Idle() {
                        @Override
                        public void open() {
                          if (index == 2) {
                            throw new IllegalStateException("closed");
                          }
                        }
                      },
                  new StartSpec(
                      1, Duration.ofSeconds(1), Duration.ofMinutes(1), Duration.ZERO, true),
                  Executors.defaultThreadFactory(),
                  new IgnoredEvents());
          assertThatThrownBy(() -> limited.start(4, up -> {}))
              .isInstanceOf(WorkerStartException.class)
              .hasMessage("a worker of senders could not start (2 of 4 are up)")
              .hasRootCauseMessage("closed");
          return limited.endAll(Duration.ofSeconds(30));
        });
  }

  /** As JMSPerfHarness does by -wi: with one worker there is no pause at all. */
  @ParameterizedTest
  @CsvSource({"1, 0", "3, 2000"})
  void thePauseIsBetweenTwoStarts(int workers, long millis) throws Exception {
    clock.play(
        () -> {
          WorkerPool apart =
              pool(
                  index -> new Idle(),
                  new StartSpec(
                      1, Duration.ofSeconds(1), Duration.ofMinutes(1), Duration.ZERO, true),
                  Executors.defaultThreadFactory(),
                  new IgnoredEvents());
          apart.start(workers, up -> {});
          assertThat(clock.nanos() - VirtualTime.ORIGIN).isEqualTo(millis * 1_000_000);
          assertThat(apart.endAll(Duration.ofSeconds(30))).isZero();
          return null;
        });
  }

  @Test
  void whoStillConnectsWhenAllEndIsNotWaitedFor() throws Exception {
    clock.play(
        () -> {
          WorkerPool waiting =
              pool(
                  index -> new Mute(clock, new AtomicBoolean()),
                  new StartSpec(5, Duration.ZERO, Duration.ofMillis(1), Duration.ZERO, true),
                  Executors.defaultThreadFactory(),
                  new IgnoredEvents());
          assertThatThrownBy(() -> waiting.start(5, up -> {}))
              .isInstanceOf(WorkerStartException.class);
          assertThat(waiting.endAll(Duration.ofMinutes(10))).isZero();
          assertThat(waiting.roster().size()).isZero();
          assertThat(waiting.roster().lost()).isZero();
          return null;
        });
  }

  @Test
  void theFirstOfVirtualWorkersConnectsAlone() throws Exception {
    clock.play(
        () -> {
          List<Long> opening = Collections.synchronizedList(new ArrayList<>());
          WorkerPool virtual =
              new WorkerPool(
                  WorkloadSpec.of(
                          "senders",
                          index -> new Slow(clock, opening),
                          0,
                          RateTarget.asFastAsPossible())
                      .withThreads(ThreadKind.VIRTUAL),
                  liveRate,
                  stats,
                  clock,
                  new SplittableRandom(1),
                  Executors.defaultThreadFactory(),
                  new IgnoredEvents());
          virtual.start(5, up -> {});
          assertThat(opening.subList(1, 5))
              .allMatch(nanos -> nanos >= opening.get(0) + Slow.OPENING_NANOS);
          assertThat(virtual.endAll(Duration.ofSeconds(30))).isZero();
          return null;
        });
  }

  @ParameterizedTest
  @CsvSource({
    "1, 25, PLATFORM",
    "999, 25, PLATFORM",
    "1000, 23, PLATFORM",
    "100000, 17, PLATFORM",
    "1000, 24, VIRTUAL",
    "100000, 25, VIRTUAL"
  })
  void manyWorkersAreOnVirtualThreadsWhereTheseAreFit(int workers, int jdk, ThreadKind kind) {
    assertThat(ThreadKind.fitting(workers, jdk)).isEqualTo(kind);
  }

  @Test
  @EnabledForJreRange(minVersion = ThreadKind.VIRTUAL_THREADS_SINCE_JDK)
  void theFirstOfVirtualThreadsIsOfTheOperatingSystem() throws Exception {
    ThreadFactory virtual = ThreadKind.VIRTUAL.factory();
    Method isVirtual = Thread.class.getMethod("isVirtual");
    assertThat(isVirtual.invoke(virtual.newThread(() -> {}))).isEqualTo(false);
    assertThat(isVirtual.invoke(virtual.newThread(() -> {}))).isEqualTo(true);
  }

  private WorkerPool pool(
      WorkerFactory factory, StartSpec start, ThreadFactory threadsToUse, WorkerEvents events) {
    return new WorkerPool(
        WorkloadSpec.of("senders", factory, 0, RateTarget.asFastAsPossible()).withStart(start),
        liveRate,
        stats,
        clock,
        new SplittableRandom(1),
        threadsToUse,
        events);
  }
}
