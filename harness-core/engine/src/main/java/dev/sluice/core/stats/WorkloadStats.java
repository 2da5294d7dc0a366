package dev.sluice.core.stats;

import dev.sluice.core.pacing.Backlog;
import dev.sluice.core.stats.WorkerReading.ServiceTimes;
import dev.sluice.core.time.NanoClock;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The statistics of one workload: its workers' own, and those of workers that have ended, added up
 * so that their memory is returned. Any thread; workers themselves never come here while they work.
 */
public final class WorkloadStats {

  /** So few have latencies of their own: each is recorded faster, and they weigh little. */
  private static final int MOST_APART = 256;

  /** As many as can hardly be recorded into by two workers in one moment. */
  private static final int SHARED_RECORDS = 16;

  private final boolean perWorker;
  private final List<LatencyRecord> shared; // none if each worker has its own
  private final List<WorkerAccount> workers = new ArrayList<>();
  private final List<WorkerMeter> meters = new ArrayList<>(); // if per worker
  private final ErrorCauses errors = new ErrorCauses();
  private final LatencySums endedTotals = new LatencySums();
  private Window ended = Window.none("");
  private Window last = ended;
  private LatencySums lastTotals = new LatencySums();
  private LatencySums nextTotals = new LatencySums(); // reused in turns with the last ones

  /**
   * @param perWorker whether {@link #readings} will be asked for
   * @param workers about how many there will be
   */
  public WorkloadStats(boolean perWorker, int workers) {
    this.perWorker = perWorker;
    this.shared =
        perWorker || workers <= MOST_APART
            ? List.of()
            : Stream.generate(() -> new LatencyRecord(true)).limit(SHARED_RECORDS).toList();
  }

  /** The statistics of a worker that has not {@linkplain #join joined} yet. Takes no lock. */
  public WorkerStats ofWorker(int index) {
    return shared.isEmpty()
        ? new WorkerStats()
        : new WorkerStats(shared.get(index % SHARED_RECORDS));
  }

  /**
   * Adds a worker that is about to start.
   *
   * @param backlog what its schedule asks of it
   * @param limit how many iterations it does in all, 0 for no limit
   */
  public synchronized void join(String name, WorkerStats starting, Backlog backlog, long limit) {
    workers.add(new WorkerAccount(starting, backlog, limit));
    if (perWorker) {
      meters.add(new WorkerMeter(name, starting));
    }
  }

  public ErrorCauses errors() {
    return errors;
  }

  /**
   * The account of all workers that ever ran, from the start of the run on.
   *
   * @param clock is read once, after the counters
   */
  public synchronized Window read(LongSupplier clock) {
    readCounters(clock);
    return readingAt(clock.getAsLong());
  }

  /** The iterations of all workers that ever ran: cheaper than a {@link #read}. */
  public synchronized long iterations() {
    long iterations = ended.counts().iterations();
    for (WorkerAccount worker : workers) {
      iterations += worker.stats().iterations();
    }
    return iterations;
  }

  /** The first half of a {@link #read}, for callers that read several workloads at one time. */
  public synchronized void readCounters(LongSupplier clock) {
    workers.forEach(worker -> worker.read(clock));
  }

  /**
   * The second half.
   *
   * @param nanos a reading of the clock made after the counters were read
   */
  public synchronized Window readingAt(long nanos) {
    return sum(workers, nanos);
  }

  /**
   * Since when all workers that have not ended have been inside one call each; {@link
   * NanoClock#NEVER} if one is not.
   */
  public synchronized long allInCallsSinceNanos() {
    long latestNanos = Long.MIN_VALUE;
    for (WorkerAccount each : workers) { // seldom more than the first: this is asked each second
      long sinceNanos = each.stats().ended() ? latestNanos : each.stats().inCallSinceNanos();
      if (sinceNanos == NanoClock.NEVER) {
        return sinceNanos;
      }
      latestNanos = Math.max(latestNanos, sinceNanos);
    }
    return latestNanos == Long.MIN_VALUE ? NanoClock.NEVER : latestNanos;
  }

  /** Nothing falls due any more for workers that ended by a failure, and were missed until now. */
  public synchronized void missNoMore(long nanos) {
    workers.stream().filter(each -> each.stats().ended()).forEach(each -> each.cease(nanos));
  }

  /** Nothing more is expected of anybody: what workers still owe is dropped. */
  public synchronized void writeOff(long nanos) {
    workers.forEach(worker -> worker.writeOff(nanos));
  }

  /**
   * The events since the last call.
   *
   * @param now a {@link #read} just made. It is taken apart from the histograms, which take far
   *     longer to read, so that counts belong to one moment.
   */
  public synchronized Window sinceLast(Window now) {
    LatencySums totals = nextTotals;
    totals.clear();
    totals.add(endedTotals);
    if (shared.isEmpty()) {
      workers.forEach(worker -> worker.stats().latencies().addTo(totals));
    } else {
      shared.forEach(each -> each.addTo(totals));
    }
    Window interval =
        Window.of(
            now.asked() - last.asked(),
            now.counts().minus(last.counts()),
            totals.since(lastTotals),
            now.unfinished());
    nextTotals = lastTotals;
    lastTotals = totals;
    last = now;
    return interval;
  }

  /**
   * The figures of each worker since the last call, in the order in which they joined; none unless
   * they are read one by one. Each is read at a moment of its own, so that their sum may be ahead
   * of {@link #read} by what was done meanwhile.
   *
   * @param fromNanos when this was last called, or when the schedule started
   */
  public synchronized List<WorkerReading> readings(long fromNanos, long nowNanos) {
    List<WorkerReading> readings =
        meters.stream().map(meter -> meter.read(fromNanos, nowNanos)).toList();
    meters.removeIf(meter -> meter.complete);
    return readings;
  }

  /** The iterations so far of each worker that {@link #readings} has more to tell of. */
  public synchronized Map<String, Long> iterationsByWorker() {
    return meters.stream()
        .collect(Collectors.toMap(meter -> meter.name, meter -> meter.worker.iterations()));
  }

  /** Adds up the workers that have ended, so that their memory is returned. */
  public synchronized void letGoOfEnded(long nanos) {
    List<WorkerAccount> gone =
        workers.stream().filter(worker -> worker.stats().leftForGood()).toList();
    gone.forEach(worker -> worker.writeOff(nanos));
    if (shared.isEmpty()) {
      gone.forEach(worker -> worker.stats().latencies().addTo(endedTotals));
    }
    ended = sum(gone, nanos);
    workers.removeAll(gone);
  }

  /** All together, those that have ended before included. */
  private Window sum(List<WorkerAccount> accounts, long nanos) {
    WorkerAccount.Sum sum = new WorkerAccount.Sum(ended);
    accounts.forEach(worker -> worker.addTo(sum, nanos));
    return sum.all();
  }

  /** One cumulative reading of the latencies of a workload. For the collector's thread alone. */
  static final class LatencySums {

    private final Map<LatencyKind, long[]> sums = new EnumMap<>(LatencyKind.class);

    void clear() {
      sums.values().forEach(each -> Arrays.fill(each, 0));
    }

    void add(LatencySums other) {
      other.sums.forEach(
          (kind, more) -> {
            long[] sum = of(kind);
            Arrays.setAll(sum, cell -> sum[cell] + more[cell]);
          });
    }

    void add(LatencyKind kind, LatencyCounts worker) {
      worker.addTo(of(kind));
    }

    /** The latencies since an earlier reading. */
    Map<LatencyKind, Latency> since(LatencySums earlier) {
      Map<LatencyKind, Latency> since = new EnumMap<>(LatencyKind.class);
      sums.forEach(
          (kind, now) -> since.put(kind, LatencyCounts.since(earlier.sums.get(kind), now)));
      return since;
    }

    private long[] of(LatencyKind kind) {
      return sums.computeIfAbsent(kind, each -> new long[LatencyCounts.CELLS]);
    }
  }

  /** Reads one worker, time and again. Guarded by the statistics. */
  private static final class WorkerMeter {

    private final String name;
    private final WorkerStats worker;
    private long[] lastCells = {};
    private long lastIterations;
    private boolean complete; // had ended when it was read last: there is nothing more to read

    WorkerMeter(String name, WorkerStats worker) {
      this.name = name;
      this.worker = worker;
    }

    /** Its work since it was last read, of which it was there for a part of this period. */
    WorkerReading read(long fromNanos, long nowNanos) {
      complete = worker.ended(); // before the rest, so that nothing can come after it
      long iterations = worker.iterations();
      long[] cells = worker.latencies().service().cells();
      WorkerReading reading =
          new WorkerReading(
              name,
              iterations - lastIterations,
              iterations,
              worker.ranNanos(fromNanos, nowNanos),
              ServiceTimes.of(worker.latencies().service().between(lastCells, cells)));
      lastIterations = iterations;
      lastCells = cells;
      return reading;
    }
  }

  /**
   * Counts failures by cause. Any thread; failures are rare, so this may lock and allocate. The
   * number of distinct causes is bounded: what comes after the limit is counted together.
   */
  public static final class ErrorCauses {

    static final int LIMIT = 100;
    static final String OTHERS = "other causes";

    private final Map<String, LongAdder> counts = new ConcurrentHashMap<>();

    public void count(String cause) {
      String key = counts.containsKey(cause) || counts.size() < LIMIT ? cause : OTHERS;
      counts.computeIfAbsent(key, unused -> new LongAdder()).increment();
    }

    /** How often each cause was counted so far. */
    public Map<String, Long> byCause() {
      Map<String, Long> copy = new TreeMap<>();
      counts.forEach((cause, count) -> copy.put(cause, count.sum()));
      return copy;
    }
  }
}
