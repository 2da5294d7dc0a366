package dev.sluice.jms.tracking;

import dev.sluice.core.stats.DeliveryCounts;
import dev.sluice.core.stats.DeliveryCounts.DeliveryCheck;
import dev.sluice.core.stats.DeliveryFigure;
import dev.sluice.core.time.NanoClock;
import dev.sluice.jms.tracking.ArrivalChecking.ArrivalCheck;
import dev.sluice.jms.tracking.DeliverySpec.EndToEnd;
import dev.sluice.jms.tracking.NumberedProperties.TimedProperties;
import dev.sluice.jms.tracking.ReceivedSequence.EndToEndTimer;
import dev.sluice.jms.tracking.history.History;
import dev.sluice.jms.tracking.history.WorkerHistory;
import dev.sluice.jms.tracking.sequence.ArrivalLog;
import dev.sluice.jms.tracking.sequence.SentTotals;
import dev.sluice.jms.tracking.sequence.SentTotals.Sent;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;

/**
 * Stamps and checks of the workloads of one process, as far as they are asked for. Workloads that
 * send and receive in one process share one of these, so that nothing is missed. Where they are in
 * several processes, each has a {@link Role#PART part}, which tells what it sent and received to
 * the account of them all. Any thread.
 */
public final class Delivery implements DeliveryCheck.SharedAccount {

  private static final int TOKEN_RADIX = 36;

  private final SentTotals sent;
  private final DeliveryTrackers trackers;
  private final RandomGenerator random;
  private final WallClock clock;
  private final Role role;
  private final History history;
  private boolean recording; // whether a workload is to be in it; guarded by this
  private final Map<Path, MessageLog> logs = new HashMap<>(); // guarded by this
  private final List<Senders> senders = new ArrayList<>(); // that are checked; guarded by this
  private final List<WorkloadArrivalCheck> checks = new ArrayList<>(); // guarded by this
  private final Map<String, Long> inDoubtTold = new HashMap<>(); // by name; guarded by this

  /** Where findings go. */
  public enum Role {
    /** Found and kept here: an account that nothing is in yet. Workloads of one run share one. */
    ACCOUNT,
    /**
     * Told to an account of the same workloads in another process, of which this is a part. It
     * keeps its findings until it is asked for them by {@link #told}.
     */
    PART,
    /** Forgotten, and kept in no file: messages go nowhere. */
    PRACTICE
  }

  /**
   * @param random makes names that no other process has; it must not begin the same way everywhere
   */
  Delivery(SentTotals sent, RandomGenerator random, WallClock clock, Role role) {
    this.sent = sent;
    this.trackers = new DeliveryTrackers(sent);
    this.random = random;
    this.clock = clock;
    this.role = role;
    this.history =
        new History(clock.nanoClock(), clock::epochNanos, Integer.toHexString(clock.hostId()));
  }

  /** By the clocks of this process. */
  public static Delivery of(Role role) {
    return new Delivery(
        new SentTotals(),
        new SecureRandom(),
        new WallClock(InstantSource.system(), NanoClock.SYSTEM),
        role);
  }

  /** What workloads send and receive from now on, if any of them is to be recorded. */
  public synchronized Optional<History> history() {
    return recording ? Optional.of(history) : Optional.empty();
  }

  /**
   * The messages sent and received since the last call, for {@link #enter} of the account.
   *
   * @param last whether nothing more comes; providers are asked then what lies in queues
   */
  public synchronized String told(boolean last) {
    Map<String, Sent> sentSince = new LinkedHashMap<>();
    sent.all()
        .forEach(
            (name, each) -> {
              Long before = inDoubtTold.put(name, each.inDoubt());
              if (last || before == null || before != each.inDoubt()) {
                sentSince.put(name, each);
              }
            });
    Map<Integer, Map<String, List<ArrivalLog.NumberRange>>> arrived = new TreeMap<>();
    Map<Integer, Map<String, Long>> lying = new TreeMap<>();
    for (int i = 0; i < checks.size(); i++) {
      arrived.put(i, checks.get(i).counters().take());
      lying.put(i, last ? checks.get(i).stranded() : Map.of());
    }
    arrived.values().removeIf(Map::isEmpty);
    lying.values().removeIf(Map::isEmpty);
    return new DeliveryReport(sentSince, arrived, lying).text();
  }

  /**
   * Enters the reports of parts for one time. Parts have the same workloads as this account, in the
   * same order.
   *
   * @throws IllegalArgumentException if one of them is not a report of these workloads; then
   *     nothing is entered then
   */
  @Override
  public synchronized void enter(List<String> told) {
    List<DeliveryReport> reports = told.stream().map(DeliveryReport::parse).toList();
    reports.forEach(this::requireKnown);
    for (DeliveryReport report : reports) {
      report
          .sent()
          .forEach(
              (name, each) -> {
                if (sent.told(name, each)) {
                  trackers.begun(name);
                }
              });
    }
    // those in doubt come first, because another part may have received them again
    for (boolean inDoubt : new boolean[] {true, false}) {
      for (DeliveryReport report : reports) {
        report
            .arrived()
            .forEach((check, arrivals) -> checks.get(check).counters().enter(arrivals, inDoubt));
      }
    }
    for (DeliveryReport report : reports) {
      report.stranded().forEach((check, messages) -> checks.get(check).strandedElsewhere(messages));
    }
  }

  private void requireKnown(DeliveryReport report) {
    Stream.of(report.arrived(), report.stranded())
        .flatMap(byWorkload -> byWorkload.keySet().stream())
        .filter(workload -> workload < 0 || workload >= checks.size())
        .findFirst()
        .ifPresent(
            workload -> {
              throw new IllegalArgumentException(
                  "a report of deliveries to workload %d of %d"
                      .formatted(workload + 1L, checks.size()));
            });
  }

  /** The stamps of one more workload that sends wherever others want it to. */
  public WorkloadTracking stamping(DeliverySpec spec, String runId) {
    return stamping(spec, runId, Senders.ANYWHERE);
  }

  /**
   * The stamps of one more workload that sends. Those of all are made before the first of their
   * workers.
   *
   * @param runId stands in the stamps, for people who look at messages; may be empty
   */
  public WorkloadTracking stamping(DeliverySpec spec, String runId, Senders from) {
    if (!spec.verify()) {
      return spec.endToEnd() == EndToEnd.OFF ? WorkloadTracking.OFF : worker -> timed();
    }
    String workload = (runId.isEmpty() ? "" : runId + "/") + token();
    MessageLog log = log(spec);
    Optional<String> recorded = recorded(spec);
    synchronized (this) {
      senders.add(from);
      trackers.join(from.queues(), from.queues());
    }
    return worker ->
        new NumberedProperties(
            workload + "/" + (worker + 1),
            from.place(worker),
            sent,
            spec.endToEnd() == EndToEnd.OFF ? null : timed(),
            log.ofWorker(),
            recorded
                .map(name -> history.sends(name, worker, from.places(worker)))
                .orElse(WorkerHistory.NONE));
  }

  /** The workload's name in the history, if it is to be there. */
  private synchronized Optional<String> recorded(DeliverySpec spec) {
    recording |= spec.history().isPresent();
    return role == Role.PRACTICE ? Optional.empty() : spec.history();
  }

  /**
   * The checks of one more workload that receives. Those of all are made before the first of their
   * workers.
   */
  public synchronized ArrivalChecking checking(DeliverySpec spec, Receivers receivers) {
    if (spec.off()) {
      return ArrivalChecking.OFF;
    }
    WorkloadArrivalCheck check = new WorkloadArrivalCheck(spec, receivers);
    checks.add(check);
    return check;
  }

  /** Whether all fates of messages that were to be written are. */
  public synchronized boolean complete() {
    return logs.values().stream().allMatch(MessageLog::complete);
  }

  /** Workloads that name the same file share it. */
  private synchronized MessageLog log(DeliverySpec spec) {
    return role == Role.PRACTICE || spec.messageLog().isEmpty()
        ? MessageLog.NONE
        : logs.computeIfAbsent(
            spec.messageLog().get().toAbsolutePath().normalize(), MessageLog::open);
  }

  private TimedProperties timed() {
    return new TimedProperties(clock);
  }

  private synchronized String token() {
    return Long.toString(random.nextLong() >>> 1, TOKEN_RADIX);
  }

  /**
   * What lies in queues that senders put to and nobody receives from, whose messages this check
   * misses because it is the first of its account.
   */
  private synchronized Map<String, Long> lyingBeside(WorkloadArrivalCheck check) {
    if (check.receivers.places().isEmpty()) {
      return Map.of();
    }
    Set<String> unread = trackers.beside(check.receivers.places());
    WorkloadArrivalCheck first = null;
    for (WorkloadArrivalCheck each : checks) {
      boolean beside = unread.removeAll(each.receivers.places());
      first = first == null && beside ? each : first;
    }
    Map<String, Long> lying = new TreeMap<>();
    if (first == check) {
      senders.forEach(each -> lying.putAll(each.lyingIn(unread)));
    }
    return lying;
  }

  /** The checks that were asked for, of one workload's receivers. */
  final class WorkloadArrivalCheck implements ArrivalChecking {

    private final DeliverySpec spec;
    private final DeliveryCounters counters;
    private final Receivers receivers;
    private final Optional<String> recorded;
    private final AtomicInteger workers = new AtomicInteger(); // from 0 to before this
    private final MessageLog messages;
    private final Map<String, Long> strandedElsewhere = new ConcurrentHashMap<>();
    private final LongAdder otherClocks = new LongAdder();

    WorkloadArrivalCheck(DeliverySpec spec, Receivers receivers) {
      this.spec = spec;
      this.counters =
          new DeliveryCounters(
              receivers,
              trackers,
              role == Role.PART ? Optional.of(new ArrivalLog()) : Optional.empty());
      this.receivers = receivers;
      this.recorded = Delivery.this.recorded(spec);
      this.messages = log(spec);
    }

    @Override
    public ArrivalCheck ofWorker(int worker) {
      if (!spec.verify()) {
        return timer();
      }
      workers.accumulateAndGet(worker + 1, Math::max);
      return new ReceivedSequence(
          counters.ofReceiver(worker),
          spec.endToEnd() == EndToEnd.OFF ? null : timer(),
          messages.ofWorker(),
          recorded.map(name -> historyOf(name, worker)).orElse(WorkerHistory.NONE));
    }

    private WorkerHistory historyOf(String name, int worker) {
      return history.arrivals(name, worker, receivers.missTheLast(), receivers.placesOf(worker));
    }

    @Override
    public Optional<DeliveryCounts> counts() {
      return withOtherClocks(counters::counts);
    }

    @Override
    public Optional<DeliveryCounts> finalCounts() {
      return withOtherClocks(this::withStranded);
    }

    private DeliveryCounts withStranded() {
      if (!strandedElsewhere.isEmpty()) {
        return Stranded.tellApart(counters.finalCounts(), strandedElsewhere);
      }
      DeliveryCounts found = counters.finalCounts();
      // a history is checked beside others, which may miss what was not missed here
      return found.lost() == 0 && recorded.isEmpty()
          ? found
          : Stranded.tellApart(found, stranded());
    }

    @Override
    public Optional<DeliveryCheck.SharedAccount> account() {
      return Optional.of(Delivery.this);
    }

    DeliveryCounters counters() {
      return counters;
    }

    /**
     * The messages that its receivers do not get any more, by place, as the provider counts them
     * now.
     */
    Map<String, Long> stranded() {
      Map<String, Long> lying = new TreeMap<>();
      if (spec.verify()) {
        lying.putAll(receivers.stranded().apply(workers.get()).messages());
        lying.putAll(lyingBeside(this));
      }
      recorded.ifPresent(name -> lying.forEach((at, some) -> history.lying(name, at, some)));
      return lying;
    }

    /** The same, as another process reports it. */
    void strandedElsewhere(Map<String, Long> messages) {
      messages.forEach((place, count) -> strandedElsewhere.merge(place, count, Math::max));
    }

    private EndToEndTimer timer() {
      return new EndToEndTimer(clock, spec.endToEnd() == EndToEnd.ACROSS_HOSTS, otherClocks);
    }

    /** Without a tracker there is nothing to tell, unless send timestamps had to be ignored. */
    private Optional<DeliveryCounts> withOtherClocks(Supplier<DeliveryCounts> found) {
      long ignored = otherClocks.sum();
      if (!spec.verify() && ignored == 0) {
        return Optional.empty();
      }
      return Optional.of(
          found.get().plus(DeliveryCounts.of(Map.of(DeliveryFigure.OTHER_CLOCKS, ignored))));
    }
  }
}
