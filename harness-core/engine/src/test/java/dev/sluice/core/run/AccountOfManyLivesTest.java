package dev.sluice.core.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.sluice.core.pacing.CatchUp;
import dev.sluice.core.pacing.PacingQuantum;
import dev.sluice.core.result.Snapshot;
import dev.sluice.core.result.Totals;
import dev.sluice.core.stats.Counts;
import dev.sluice.core.stats.Unfinished;
import dev.sluice.core.stats.Window;
import dev.sluice.core.time.VirtualTime;
import dev.sluice.core.worker.ConnectionWatch.ConnectionChange;
import dev.sluice.core.worker.IgnoredEvents;
import dev.sluice.core.worker.OwnAccount;
import dev.sluice.core.worker.RandomWorker;
import dev.sluice.core.worker.WorkerPool.WorkerStartException;
import dev.sluice.core.worker.WorkerSettings.StartSpec;
import dev.sluice.core.worker.WorkerThread;
import dev.sluice.core.worker.WorkerThread.WorkerState;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.ToLongFunction;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The law of the account over runs drawn at random: workloads whose workers are added and ended,
 * lose their connections, fail, block, and die by errors nobody expects, while rates change and
 * pause. For every interval, every workload and the whole run, what fell due is N(t) over the
 * workers that should be there, and it is in exactly one class.
 *
 * <p>What fell due is compared with the area under the total rate, which follows from the commands
 * alone; what happened to iterations against the books that workers keep.
 */
class AccountOfManyLivesTest {

  private static final long SECOND_NANOS = 1_000_000_000L;

  static LongStream seeds() {
    return LongStream.range(0, Boolean.getBoolean("soak") ? 200 : 50);
  }

  @ParameterizedTest
  @MethodSource("seeds")
  @Timeout(value = 60, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
  void whatFellDueIsInExactlyOneClassWhateverBecomesOfWorkers(long seed) throws Exception {
    new Played(new SplittableRandom(seed)).play();
  }

  /** One run in simulated time, as its measurement sees it. */
  private static final class Played {

    private final SplittableRandom random;
    private final VirtualTime clock = new VirtualTime();
    private final List<Books> all = new ArrayList<>();
    private Totals totals = Totals.NOTHING;
    private final boolean warmup;
    private long lastCloseNanos;
    private long intervals;

    Played(SplittableRandom random) {
      this.random = random;
      this.warmup = random.nextBoolean();
      for (int i = 0; i < 2; i++) {
        all.add(new Books(i, clock, random.split()));
      }
    }

    void play() throws Exception {
      clock.play(
          () -> {
            live();
            return null;
          });
    }

    private void live() throws Exception {
      for (Books each : all) {
        each.workload.connect(up -> {});
      }
      clock.spend(random.nextLong(SECOND_NANOS));
      lastCloseNanos = clock.nanos();
      all.forEach(Books::start);
      clock.settle();
      int commands = 24;
      for (int i = 0; i < commands; i++) {
        pass(random.nextLong(SECOND_NANOS));
        all.get(random.nextInt(all.size())).anyCommand();
        clock.settle();
        if (random.nextInt(3) > 0) {
          close(warmup && i < commands / 3);
        }
      }
      pass(random.nextLong(SECOND_NANOS));
      close(false);
      end();
    }

    private void pass(long nanos) {
      clock.spend(nanos);
      all.forEach(each -> each.area.passTo(clock.nanos()));
    }

    private void close(boolean inWarmup) {
      long lengthNanos = clock.nanos() - lastCloseNanos;
      lastCloseNanos = clock.nanos();
      Snapshot snapshot =
          new Snapshot(
              ++intervals,
              Instant.EPOCH,
              0,
              lengthNanos,
              inWarmup,
              "",
              0,
              all.stream().map(each -> each.interval(lengthNanos, inWarmup)).toList());
      totals = totals.then(snapshot);
    }

    private void end() throws Exception {
      List<Long> dueAtEnd = all.stream().map(each -> each.read().counts().due()).toList();
      for (Books each : all) {
        each.workload.pool().endAll(Duration.ZERO);
      }
      boolean allEnded = random.nextInt(4) > 0;
      clock.settle();
      if (allEnded) { // else some are still inside calls when the run is over
        clock.spend(20 * SECOND_NANOS);
        assertThat(all).allMatch(each -> each.workload.pool().roster().size() == 0);
      }
      for (int i = 0; i < all.size(); i++) {
        Books books = all.get(i);
        Window whole = books.workload.whole();
        assertThat(whole.unfinishedBefore()).isZero();
        assertThat(whole.unfinished().overdue()).isZero();
        assertThat(whole.counts().due()).isEqualTo(dueAtEnd.get(i));
        books.assertBalanced(whole.counts(), whole.unfinished());
        if (allEnded) {
          assertThat(whole.unfinished()).isEqualTo(Unfinished.NOTHING);
        }
        assertThat(totals.of(books.workload.name()).sum()).isEqualTo(books.measured);
      }
    }
  }

  /** One workload, and the books that the test keeps of it. */
  private static final class Books extends IgnoredEvents {

    final Workload workload;
    final List<Life> lives = new ArrayList<>();
    TotalArea area;
    Window measured; // the sum of the intervals after the warm-up

    private final VirtualTime clock;
    private final SplittableRandom random;
    private Window before;
    private RateTarget target;
    private int members; // that should be there
    private boolean started;

    Books(int place, VirtualTime clock, SplittableRandom random) {
      this.clock = clock;
      this.random = random;
      this.target =
          random.nextBoolean()
              ? new RateTarget.PerWorker(random.nextDouble(1, 10))
              : new RateTarget.Total(random.nextDouble(1, 40));
      this.members = 1 + random.nextInt(6);
      WorkloadSpec spec =
          WorkloadSpec.of("w" + place, index -> new Life(this), members, target)
              .withQuantum(random.nextBoolean() ? PacingQuantum.EXACT : PacingQuantum.AUTO)
              .withStart(new StartSpec(1, Duration.ZERO, LiveRun.STOP_TIMEOUT, Duration.ZERO, true))
              .withCatchUp(
                  List.of(CatchUp.NONE, CatchUp.DEFAULT, CatchUp.UNLIMITED).get(random.nextInt(3)));
      this.workload = new Workload(spec, false, clock, random.split(), this);
    }

    void start() {
      area = new TotalArea(clock.nanos(), target, members);
      workload.startSchedule(clock.nanos());
      started = true;
      before = Window.none("");
    }

    void anyCommand() throws Exception {
      switch (random.nextInt(8)) {
        case 0 -> {
          workload.turn((before, from) -> before.paused(true, from), clock.nanos());
          area.pause(true);
        }
        case 1, 2 -> {
          workload.turn((before, from) -> before.paused(false, from), clock.nanos());
          area.pause(false);
        }
        case 3 -> change(new RateChange.ToTotal(random.nextDouble(1, 40)), 0);
        case 4 ->
            change(new RateChange.ToPerWorker(random.nextDouble(1, 10)), random.nextInt(3) * 1.5);
        case 5 -> change(new RateChange.ToTotal(0), 0);
        case 6 -> add(1 + random.nextInt(3));
        default -> end(1 + random.nextInt(3));
      }
    }

    private void change(RateChange change, double overSeconds) {
      try {
        Duration over = Duration.ofMillis((long) (overSeconds * 1e3));
        workload.turn((before, from) -> before.changed(change, over, "w", from), clock.nanos());
        area.change(change, overSeconds);
      } catch (RunControlException refused) {
        assertThat(overSeconds).isPositive(); // from no rate at all
      }
    }

    private void add(int count) throws InterruptedException {
      int livesBefore = lives.size();
      try {
        workload.addWorkers(count);
      } catch (WorkerStartException cannotOpen) {
        assertThat(lives).anyMatch(life -> life.neverOpened);
      }
      members += (int) lives.stream().skip(livesBefore).filter(life -> life.opened).count();
      area.workers(members);
    }

    private void end(int count) throws InterruptedException {
      int there = (int) sum(life -> life.opened && !life.stopped && !life.died ? 1 : 0);
      int ending = Math.min(Math.min(count, there), members - 1);
      if (ending > 0) {
        workload.endWorkers(ending, Duration.ZERO);
        members -= ending;
        area.workers(members);
      }
    }

    Window read() {
      return workload.stats().read(clock::nanos);
    }

    Window interval(long lengthNanos, boolean warmup) {
      Window reading = read();
      assertThat((double) reading.counts().due()).isCloseTo(due(), within(oneMoment()));
      assertThat(reading.asked()).isCloseTo(area.at(clock.nanos()), within(area.rounding()));
      assertBalanced(reading.counts(), reading.unfinished());
      Window interval = workload.interval(reading, clock.nanos(), lengthNanos);
      assertThat(interval.end().targetNowPerSecond())
          .isCloseTo(area.totalPerSecond(), within(1e-6 * (1 + area.totalPerSecond())));
      assertThat(interval.unfinishedBefore()).isEqualTo(before.unfinished().total());
      assertThat(interval.counts()).isEqualTo(reading.counts().minus(before.counts()));
      if (!warmup) {
        measured = measured == null ? interval : measured.then(interval);
      }
      before = reading;
      return interval;
    }

    /** Iterations due by now. */
    private double due() {
      return Math.floor(area.at(clock.nanos())) + 1;
    }

    /** None, unless rounding may have moved one across this moment. */
    private double oneMoment() {
      double fraction = area.at(clock.nanos()) - Math.floor(area.at(clock.nanos()));
      return fraction < area.rounding() || fraction > 1 - area.rounding() ? 1 : 0;
    }

    void assertBalanced(Counts counts, Unfinished unfinished) {
      OwnAccount.assertBalanced(counts, unfinished, lives.stream().map(Life::account).toList());
    }

    private long sum(ToLongFunction<Life> entry) {
      return lives.stream().mapToLong(entry).sum();
    }

    // events

    @Override
    public void changed(WorkerThread worker, WorkerState from, WorkerState to) {
      if (worker.ended()) {
        if (worker.connectionLost()) {
          workload.connections().noLongerLost(worker.name(), clock.nanos());
        }
      }
    }

    @Override
    public void connectionChanged(WorkerThread worker, ConnectionChange change) {
      workload.connections().add(worker.name(), change, clock.nanos());
    }
  }

  /** One worker, and its own books; written by its thread while no other runs. */
  private static final class Life extends RandomWorker {

    private final Books books;
    private final VirtualTime clock;
    private boolean opened;
    private boolean neverOpened;
    private boolean stopped;
    private boolean died;
    private long outageUntilNanos = Long.MIN_VALUE;

    Life(Books books) {
      super(books.random.split());
      this.books = books;
      this.clock = books.clock;
      books.lives.add(this);
    }

    OwnAccount account() {
      return account;
    }

    @Override
    public void open() {
      if (!opened) {
        Thread.currentThread().setUncaughtExceptionHandler((thread, expected) -> {});
        if (books.started && random.nextInt(8) == 0) {
          neverOpened = true;
          throw new IllegalStateException("nobody listens");
        }
        opened = true;
      } else if (clock.nanos() < outageUntilNanos) {
        if (random.nextInt(30) == 0) {
          died = true;
          throw new LinkageError("dies while it connects again");
        }
        throw new IllegalStateException("nobody answers");
      }
    }

    @Override
    public Outcome iterate() {
      if (random.nextInt(60) == 0) {
        spend(random.nextDouble(0.1));
        account.die();
        died = true;
        throw new StackOverflowError("nobody expects this");
      }
      return super.iterate();
    }

    @Override
    protected void spend(double seconds) {
      clock.spend(1 + (long) (seconds * 1e9));
    }

    @Override
    protected void outage(double seconds) {
      outageUntilNanos = clock.nanos() + (long) (seconds * 1e9);
    }

    @Override
    protected boolean stopped() {
      return stopped;
    }

    @Override
    public void unblock() {
      stopped = true; // which is when it is told, because nobody waits for it before
    }
  }
}
