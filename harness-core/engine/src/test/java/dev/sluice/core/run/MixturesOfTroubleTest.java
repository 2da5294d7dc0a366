package dev.sluice.core.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.core.pacing.CatchUp;
import dev.sluice.core.pacing.IterationTimes;
import dev.sluice.core.result.Hindrance;
import dev.sluice.core.result.Snapshot;
import dev.sluice.core.result.Summary;
import dev.sluice.core.result.Verdict;
import dev.sluice.core.run.WorkloadSpec.Diagnosis;
import dev.sluice.core.run.watch.CpuMeter;
import dev.sluice.core.stats.AccountTerm;
import dev.sluice.core.stats.Window;
import dev.sluice.core.time.VirtualTime;
import dev.sluice.core.worker.ConnectionWatch;
import dev.sluice.core.worker.Worker;
import dev.sluice.core.worker.Worker.WorkerContext;
import dev.sluice.core.worker.WorkerFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/**
 * Whole runs (500 with {@code -Dsoak=true}) into which troubles are mixed at random, also several
 * at one time. What falls due is put down to what was true at that moment, whatever call its worker
 * was in: the harness, if its process stood still, else the connection, if it was lost, else the
 * call. The test knows that from the troubles it makes and from the times at which its own workers
 * were called; of what the run counts it uses nothing but what it then judges.
 */
class MixturesOfTroubleTest {

  private static final int MIXTURES = Boolean.getBoolean("soak") ? 500 : 80;
  private static final int WORKERS = 3;
  private static final long MILLI = 1_000_000;
  private static final long SECOND = 1_000 * MILLI;
  private static final Duration LENGTH = Duration.ofSeconds(40);

  /** Of each tenth of a second in which the hypervisor takes processors. */
  private static final long STOLEN_NANOS = 60 * MILLI;

  /** A watch that looks ten times a second does not see how each standstill begins. */
  private static final double UNCERTAIN = 0.1;

  /** Whatever blocks all workers for so long, their broker has been asked about it. */
  private static final long ASKED_WITHIN_NANOS = 5 * SECOND / 2;

  private static final double MOST_UNSEEN = 2.0 * SECOND; // of 120 s

  /** One after the other, as one may begin while another goes on. */
  private static final List<Trouble> BLOCKING =
      List.of(
          Trouble.OUTAGE,
          Trouble.FULL_QUEUE,
          Trouble.FULL_QUEUE_TO_THE_END,
          Trouble.SILENT_OUTAGE,
          Trouble.OUTAGE);

  private enum Trouble {
    STOP,
    STOLEN_PROCESSORS,
    OUTAGE,
    /** One of which the client says nothing: calls are blocked, and fail when it is over. */
    SILENT_OUTAGE,
    FULL_QUEUE,
    /** One that ends with the connection. */
    FULL_QUEUE_TO_THE_END,
    EMPTY_QUEUE,
    SLOW_CALLS
  }

  private record Period(long fromNanos, long toNanos) {

    boolean contains(long nanos) {
      return fromNanos <= nanos && nanos < toNanos;
    }

    static boolean anyContains(List<Period> periods, long nanos) {
      return periods.stream().anyMatch(each -> each.contains(nanos));
    }
  }

  @Test
  void whatWasInjectedMostIsNamedFirst() throws Exception {
    Map<Verdict.Kind, Integer> named = new EnumMap<>(Verdict.Kind.class);
    List<String> wrong = new ArrayList<>();
    for (long seed = 0; seed < MIXTURES; seed++) {
      Mixture mixture = new Mixture(seed);
      new VirtualTime().play(mixture::play);
      mixture.assertDueAddsUp();
      mixture.assertOwnLateness();
      named.merge(mixture.judge(wrong), 1, Integer::sum);
    }
    assertThat(wrong).isEmpty();
    assertThat(named).as("each is the main one of many").hasSizeGreaterThanOrEqualTo(3);
    assertThat(named.values()).allMatch(count -> count >= MIXTURES / 10);
  }

  /** One run. */
  private static final class Mixture implements WorkerFactory, CpuMeter {

    private final String name;
    private final SplittableRandom random;
    private final double ratePerSecond;
    private final CatchUp catchUp;
    private final Duration interval;
    private final Map<Trouble, List<Period>> troubles = new EnumMap<>(Trouble.class);
    private final List<Period> standstills;
    private final List<TroubledWorker> workers = new ArrayList<>();
    private final List<Long> answered = new ArrayList<>(); // when the broker said what blocks them
    private VirtualTime clock;
    private LiveRun run;
    private Summary summary;

    Mixture(long seed) {
      this.random = new SplittableRandom(seed);
      this.interval = Duration.ofSeconds(seed % 2 == 0 ? 1 : 10);
      this.ratePerSecond = random.nextDouble(5, 20);
      this.catchUp =
          List.of(CatchUp.NONE, new CatchUp(300 * MILLI), CatchUp.DEFAULT).get(random.nextInt(3));
      Trouble[] all = Trouble.values();
      Trouble favourite = all[random.nextInt(all.length)];
      for (int i = 0; i < 6; i++) {
        Trouble trouble = i < 3 ? favourite : all[random.nextInt(all.length)];
        long from = VirtualTime.ORIGIN + random.nextLong(2 * SECOND, 32 * SECOND);
        long least = trouble == Trouble.FULL_QUEUE_TO_THE_END ? ASKED_WITHIN_NANOS : SECOND;
        long to = from + random.nextLong(least, 7 * SECOND);
        List<Period> same = troubles.computeIfAbsent(trouble, added -> new ArrayList<>());
        if (same.stream().noneMatch(each -> each.fromNanos <= to && from <= each.toNanos)) {
          same.add(new Period(from, to));
        }
      }
      this.standstills = standstills();
      this.name = "seed %d, %s, %s, rate %.1f".formatted(seed, troubles, catchUp, ratePerSecond);
    }

    private List<Period> of(Trouble trouble) {
      return troubles.getOrDefault(trouble, List.of());
    }

    /** Of stops and of processors that are taken, in order and apart from each other. */
    private List<Period> standstills() {
      List<Period> all = new ArrayList<>(of(Trouble.STOP));
      of(Trouble.STOLEN_PROCESSORS)
          .forEach(
              each ->
                  LongStream.iterate(
                          each.fromNanos,
                          nanos -> nanos < each.toNanos,
                          nanos -> nanos + SECOND / 10)
                      .forEach(nanos -> all.add(new Period(nanos, nanos + STOLEN_NANOS))));
      all.sort(Comparator.comparingLong(Period::fromNanos));
      List<Period> apart = new ArrayList<>();
      for (Period each : all) {
        Period last = apart.isEmpty() ? null : apart.get(apart.size() - 1);
        if (last != null && each.fromNanos <= last.toNanos) {
          long to = Math.max(last.toNanos, each.toNanos);
          apart.set(apart.size() - 1, new Period(last.fromNanos, to));
        } else {
          apart.add(each);
        }
      }
      return apart;
    }

    Summary play() throws Exception {
      clock = VirtualTime.current();
      clock.start("host", this::standStill);
      clock.start("network", this::cut);
      WorkloadSpec workload =
          WorkloadSpec.of("senders", this, WORKERS, new RateTarget.PerWorker(ratePerSecond))
              .withCatchUp(catchUp)
              .withDiagnosis(new Diagnosis(Optional.of(this::why), () -> ""));
      run =
          LiveRun.of(
              new RunSpec(
                  "test", List.of(workload), LENGTH, Duration.ZERO, interval, LiveRun.STOP_TIMEOUT),
              this);
      clock.spend(LENGTH.toNanos());
      summary = run.summary();
      return summary;
    }

    private void standStill() {
      for (Period each : standstills) {
        clock.spend(each.fromNanos - clock.nanos());
        clock.standStill(each.toNanos - clock.nanos());
      }
    }

    /** A client that reconnects by itself tells of it at once, if its process does not stand. */
    private void cut() {
      List<Period> outages = new ArrayList<>(of(Trouble.OUTAGE));
      outages.sort(Comparator.comparingLong(Period::fromNanos));
      for (Period each : outages) {
        clock.spend(each.fromNanos - clock.nanos());
        workers.forEach(worker -> worker.connection.reconnecting(0));
        clock.spend(each.toNanos - clock.nanos());
        workers.forEach(worker -> worker.connection.reconnected("QM1"));
      }
    }

    /** A broker that is there says it. */
    private String why() {
      boolean gone =
          Period.anyContains(of(Trouble.OUTAGE), clock.nanos())
              || Period.anyContains(of(Trouble.SILENT_OUTAGE), clock.nanos());
      if (!gone) {
        answered.add(clock.nanos());
      }
      return gone ? "" : "Q holds 5,000 messages";
    }

    @Override
    public long cpuNanos() {
      return 0;
    }

    @Override
    public Map<Hindrance.Kind, Long> withheld() {
      long stolen =
          of(Trouble.STOLEN_PROCESSORS).stream()
              .mapToLong(each -> Math.min(clock.nanos(), each.toNanos) - each.fromNanos)
              .filter(nanos -> nanos > 0)
              .map(nanos -> nanos * STOLEN_NANOS / (SECOND / 10))
              .sum();
      return Map.of(Hindrance.Kind.STOLEN_CPU, stolen);
    }

    @Override
    public Worker create(int index) {
      TroubledWorker worker = new TroubledWorker();
      workers.add(worker);
      return worker;
    }

    void assertDueAddsUp() {
      for (Snapshot snapshot : run.snapshots) {
        assertCloses(snapshot.workloads().get(0));
      }
      Summary.Workload workload = summary.workloads().get(0);
      assertCloses(workload.measured());
      assertCloses(workload.whole());
      double due = workers.stream().mapToLong(TroubledWorker::due).sum();
      assertThat((double) workload.measured().counts().due())
          .as(name)
          .isBetween(due - WORKERS, due + WORKERS);
    }

    private void assertCloses(Window account) {
      assertThat(AccountTerm.OUTCOMES.stream().mapToLong(term -> term.of(account)).sum())
          .as(name)
          .isEqualTo(AccountTerm.TO_DO.stream().mapToLong(term -> term.of(account)).sum());
    }

    /** A latency has the standstills since it was due, in its call and before. */
    void assertOwnLateness() {
      double own = summary.workloads().get(0).measured().counts().ownLatenessNanos();
      double stood = workers.stream().mapToLong(TroubledWorker::stoodNanos).sum();
      assertThat(own)
          .as(name)
          .isBetween((1 - UNCERTAIN) * stood - MOST_UNSEEN, (1 + UNCERTAIN) * stood + MOST_UNSEEN);
    }

    /** Returns what was named first. */
    Verdict.Kind judge(List<String> wrong) {
      Map<Verdict.Kind, Long> missing = new EnumMap<>(Verdict.Kind.class);
      workers.forEach(worker -> worker.addMissing(missing));
      Verdict verdict = summary.workloads().get(0).verdict();
      long most = missing.values().stream().mapToLong(each -> each).max().orElse(0);
      if (missing.getOrDefault(verdict.kind(), 0L) < most * (1 - UNCERTAIN)) {
        wrong.add("%s: missing %s, but %s".formatted(name, missing, verdict.explanation()));
      }
      return verdict.kind();
    }

    /** One that remembers when it was called. */
    private final class TroubledWorker implements Worker {

      private final List<Period> calls = new ArrayList<>();
      private final List<Period> waits = new ArrayList<>();
      private final Set<Integer> failed = new HashSet<>(); // of the calls; they have no latency
      private final List<Long> begun = new ArrayList<>(); // when what was begun had been due
      private ConnectionWatch connection = ConnectionWatch.NOBODY;
      private IterationTimes times = IterationTimes.NONE;

      @Override
      public void attach(WorkerContext context) {
        connection = context.connection();
        times = context.times();
      }

      @Override
      public void open() {
        for (Period each : of(Trouble.OUTAGE)) {
          if (each.contains(clock.nanos())) {
            clock.spend(each.toNanos - clock.nanos());
          }
        }
        connection.connected("QM1");
      }

      @Override
      public Outcome iterate() {
        long fromNanos = clock.nanos();
        begun.add(times.intendedNanos());
        boolean broken = false;
        for (Trouble blocked : BLOCKING) {
          for (Period each : of(blocked)) {
            if (each.contains(clock.nanos())) {
              clock.spend(each.toNanos - clock.nanos());
              broken |= blocked != Trouble.OUTAGE && blocked != Trouble.FULL_QUEUE;
            }
          }
        }
        if (broken) {
          failed.add(calls.size());
          calls.add(new Period(fromNanos, clock.nanos()));
          throw new IllegalStateException("the connection ended");
        }
        for (Period each : of(Trouble.EMPTY_QUEUE)) {
          if (each.contains(clock.nanos())) {
            times.waits(clock.nanos());
            waits.add(new Period(clock.nanos(), each.toNanos));
            clock.spend(each.toNanos - clock.nanos());
            times.waitedUntil(clock.nanos());
          }
        }
        boolean slow = Period.anyContains(of(Trouble.SLOW_CALLS), clock.nanos());
        clock.spend(slow ? (long) (random.nextDouble(2, 6) * SECOND / ratePerSecond) : MILLI / 10);
        calls.add(new Period(fromNanos, clock.nanos()));
        return Outcome.DONE;
      }

      @Override
      public void close() {}

      /** Due times of its own: they are as far apart as its rate says, from the first one on. */
      private LongStream dueTimes() {
        double gap = SECOND / ratePerSecond;
        long endNanos = VirtualTime.ORIGIN + LENGTH.toNanos();
        return LongStream.iterate(0, i -> i + 1)
            .map(i -> begun.get(0) + Math.round(i * gap))
            .takeWhile(nanos -> nanos <= endNanos);
      }

      long due() {
        return dueTimes().count();
      }

      /** Of all calls since they were due. */
      long stoodNanos() {
        long stood = 0;
        for (int i = 0; i < calls.size(); i++) {
          for (Period each : failed.contains(i) ? List.<Period>of() : standstills) {
            long from = Math.max(begun.get(i), each.fromNanos);
            stood += Math.max(0, Math.min(calls.get(i).toNanos, each.toNanos) - from);
          }
        }
        return stood;
      }

      void addMissing(Map<Verdict.Kind, Long> missing) {
        int next = 0;
        for (long due : dueTimes().toArray()) {
          if (next < begun.size() && begun.get(next) <= due + MILLI) {
            next++;
          } else {
            missing.merge(reason(due), 1L, Long::sum);
          }
        }
      }

      /** A silent outage cannot be told from what blocked the call shortly before, unasked. */
      private boolean mayHaveBeenOne(long nanos) {
        return failed.stream()
            .map(calls::get)
            .filter(call -> call.contains(nanos))
            .anyMatch(
                call ->
                    of(Trouble.SILENT_OUTAGE).stream()
                        .map(outage -> new Period(call.fromNanos, outage.fromNanos))
                        .filter(before -> before.contains(nanos))
                        .filter(before -> before.toNanos < before.fromNanos + ASKED_WITHIN_NANOS)
                        .anyMatch(before -> answered.stream().noneMatch(before::contains)));
      }

      private Verdict.Kind reason(long nanos) {
        if (Period.anyContains(standstills, nanos)) {
          return Verdict.Kind.HARNESS_LIMITED;
        }
        if (Period.anyContains(of(Trouble.OUTAGE), nanos)) {
          return Verdict.Kind.INTERRUPTED;
        }
        if (Period.anyContains(waits, nanos)) {
          return Verdict.Kind.IDLE; // with a broker or without one, which a wait does not tell
        }
        if (Period.anyContains(of(Trouble.SILENT_OUTAGE), nanos) || mayHaveBeenOne(nanos)) {
          return Verdict.Kind.INTERRUPTED;
        }
        return Period.anyContains(calls, nanos) ? Verdict.Kind.SATURATED : Verdict.Kind.IDLE;
      }
    }
  }
}
