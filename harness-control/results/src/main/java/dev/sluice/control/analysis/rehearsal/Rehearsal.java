package dev.sluice.control.analysis.rehearsal;

import dev.sluice.control.analysis.check.DeliveryAudit;
import dev.sluice.control.analysis.check.HistoryFile;
import dev.sluice.control.analysis.check.WorkTimes;
import dev.sluice.control.analysis.check.WorkTimes.Idle;
import dev.sluice.control.format.EventJson.RecordedEvents;
import dev.sluice.control.format.RunFiles;
import dev.sluice.control.format.RunFolderException;
import dev.sluice.control.recorded.RecordedRun;
import dev.sluice.core.bus.ConnectionEvent;
import dev.sluice.core.bus.RunEvent;
import dev.sluice.core.result.Hindrance;
import dev.sluice.core.stats.DeliveryCounts;
import dev.sluice.core.worker.ConnectionWatch.ConnectionChange;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/**
 * What the files of a run say of the faults that were made in it: marks of its time line that begin
 * with {@link #FAULT}. A fault has what happened until the next one, or until the senders ended.
 *
 * @param before the same of the time before the first fault, in which nothing should have happened
 * @param lateNanos what is done later than this after it was due is late; empty if there was too
 *     little load before the first fault to tell
 * @param delivered what became of them, at all receivers together
 * @param problems why the history is not whole, one line each
 */
public record Rehearsal(
    Episode before,
    List<Episode> faults,
    OptionalLong lateNanos,
    DeliveryCounts delivered,
    List<String> problems) {

  /** Fewer messages before the first fault have no 99th percentile. */
  static final int FEWEST = 100;

  /** Nothing shorter is an outage. */
  private static final long LEAST_NANOS = 50_000_000;

  /** A mark that begins so is the moment of a fault; its name follows. */
  public static final String FAULT = "fault ";

  /**
   * A part of a run.
   *
   * @param name the fault's, empty before the first one
   * @param at when it begins
   * @param figures those that are known; times are 0 without an outage, {@link
   *     FaultFigure#NOT_BACK} if it was not over, {@link FaultFigure#NOT_JUDGED} if the harness
   *     stood still where it began or ended, or got no processor until then, and those of workers
   *     there only if one lost its connection
   * @param standstills of the harness in it, one line each; they are no part of its times
   */
  public record Episode(
      String name, Instant at, Map<FaultFigure, Long> figures, List<String> standstills) {

    /** The times that a standstill hides. */
    List<FaultFigure> notJudged() {
      return FaultFigure.TIMES.stream()
          .filter(each -> figures.getOrDefault(each, 0L) == FaultFigure.NOT_JUDGED)
          .toList();
    }
  }

  /**
   * Reads it.
   *
   * @throws RunFolderException if there is no history, or no fault
   */
  public static Rehearsal of(RecordedRun run) throws IOException {
    Path file = run.folder().resolve(RunFiles.HISTORY);
    if (!Files.isRegularFile(file)) {
      throw new RunFolderException(
          run.folder() + " has no history; give workloads 'verify: true' and 'history: true'");
    }
    try (HistoryFile history = new HistoryFile(file)) {
      return new TimeAxis(run, List.of(history)).rehearsal();
    }
  }

  /** An outage of this length or less may not be seen; 0 if all are that matter. */
  long unseenNanos() {
    long nanos = lateNanos.orElse(LEAST_NANOS);
    return nanos > LEAST_NANOS ? nanos : 0;
  }

  /** Puts what the files say on one axis: nanoseconds since 1970 by the clock of the run. */
  private static final class TimeAxis {

    private final DeliveryAudit audit;
    private final WorkTimes work;
    private final List<ConnectionEvent> connections;
    private final long originNanos; // of the schedule
    private final List<RunEvent> marks;
    private final long steadyNanos; // from then on, but for faults
    private final long endNanos; // of the senders
    private final List<Standstill> standstills;
    private final OptionalLong lateNanos;
    private final List<Idle> idleTimes = new ArrayList<>(); // of the broker
    private final List<Idle> own = new ArrayList<>(); // of the harness itself

    TimeAxis(RecordedRun run, Collection<HistoryFile> histories) throws IOException {
      audit = new DeliveryAudit(histories);
      RecordedEvents events = run.events();
      connections = events.connections();
      marks =
          events.run().stream()
              .filter(each -> each.kind() == RunEvent.Kind.MARK && each.text().startsWith(FAULT))
              .toList();
      RunEvent started =
          first(events, RunEvent.Kind.STARTED)
              .filter(any -> !marks.isEmpty())
              .orElseThrow(() -> new RunFolderException(run.folder() + " has no fault"));
      originNanos =
          ChronoUnit.NANOS.between(Instant.EPOCH, started.time()) - started.sinceStartNanos();
      steadyNanos = at(first(events, RunEvent.Kind.WARMUP_ENDED).orElse(started));
      List<RunEvent> all = events.run();
      endNanos = at(first(events, RunEvent.Kind.STOPPING).orElse(all.get(all.size() - 1)));
      work = new WorkTimes(histories, endNanos);
      standstills =
          all.stream()
              .flatMap(each -> each.hindrance().stream())
              .filter(each -> each.kind().holdsUpWork())
              .map(each -> Standstill.of(each, originNanos))
              .toList();
      lateNanos = late(at(marks.get(0)) - LEAST_NANOS);
      for (Idle each :
          lateNanos.isPresent() ? work.idleTimes(lateNanos.getAsLong()) : List.<Idle>of()) {
        ofBroker(each).ifPresentOrElse(idleTimes::add, () -> own.add(each));
      }
    }

    /** The part of an idle time that no standstill of the harness explains. */
    private Optional<Idle> ofBroker(Idle idle) {
      Idle rest = idle;
      for (Standstill each : standstills) {
        if (each.explains(rest, lateNanos.getAsLong())) {
          return Optional.empty();
        }
        rest = each.remainderAfter(rest, lateNanos.getAsLong());
      }
      return Optional.of(rest);
    }

    /** Twice the 99th percentile before the first fault; empty if too few were done in its time. */
    private OptionalLong late(long toNanos) {
      LongStream all = LongStream.empty();
      long from = steadyNanos;
      for (Standstill each : standstills) {
        all = LongStream.concat(all, work.taken(from, Math.min(toNanos, each.fromNanos())));
        from = Math.max(from, each.toNanos());
      }
      long[] taken = LongStream.concat(all, work.taken(from, toNanos)).sorted().toArray();
      long usual =
          taken.length < FEWEST
              ? WorkTimes.NEVER
              : taken[(int) Math.ceil(Outage.BACK * taken.length) - 1];
      return usual > toNanos - steadyNanos
          ? OptionalLong.empty()
          : OptionalLong.of(Math.max(LEAST_NANOS, 2 * usual));
    }

    private static Optional<RunEvent> first(RecordedEvents events, RunEvent.Kind kind) {
      return events.run().stream().filter(each -> each.kind() == kind).findFirst();
    }

    /** By the monotonic clock, whatever happened to the other one meanwhile. */
    private long at(RunEvent event) {
      return originNanos + event.sinceStartNanos();
    }

    Rehearsal rehearsal() {
      // a fault owns the messages that were in flight when it came
      long aheadNanos = lateNanos.orElse(LEAST_NANOS);
      List<Episode> faults = new ArrayList<>();
      for (int i = 0; i < marks.size(); i++) {
        long to = i + 1 < marks.size() ? at(marks.get(i + 1)) - aheadNanos : endNanos;
        RunEvent mark = marks.get(i);
        faults.add(part(mark.text().substring(FAULT.length()), at(mark), aheadNanos, to));
      }
      Episode before = part("", steadyNanos, 0, at(marks.get(0)) - aheadNanos);
      return new Rehearsal(
          before,
          faults,
          lateNanos,
          audit.byWorkload().values().stream().reduce(DeliveryCounts.NONE, DeliveryCounts::plus),
          audit.problems());
    }

    private Episode part(String name, long atNanos, long aheadNanos, long toNanos) {
      long from = atNanos - aheadNanos;
      Map<FaultFigure, Long> figures = new EnumMap<>(FaultFigure.class);
      addWorkers(figures, atNanos, toNanos);
      Stream<Standstill> known =
          within(from, toNanos).filter(each -> each.nanos() >= Hindrance.STANDSTILL_NANOS);
      if (lateNanos.isPresent()) {
        Optional<Outage> longest = Outage.longest(idleTimes, from, toNanos);
        long untilNanos = Math.max(atNanos, toNanos);
        boolean unseen =
            isShortOfProcessors(untilNanos) || (longest.isEmpty() && unseen(untilNanos));
        known = unseen ? within(steadyNanos, untilNanos) : known;
        if (unseen || hiddenNanos(longest, atNanos, name.isEmpty()) > Standstill.SURE_NANOS) {
          figures.put(FaultFigure.RATE_BACK, FaultFigure.NOT_JUDGED);
          figures.put(FaultFigure.OUTAGE, FaultFigure.NOT_JUDGED);
        } else {
          addOutage(figures, longest, atNanos);
        }
      }
      figures.put(FaultFigure.LOST, count(audit.lost(work), from, toNanos));
      figures.put(FaultFigure.IN_DOUBT, count(work.inDoubt(), from, toNanos));
      figures.put(FaultFigure.DUPLICATES, count(audit.duplicates(), from, toNanos));
      return new Episode(
          name, Instant.ofEpochSecond(0, atNanos), figures, known.map(Standstill::text).toList());
    }

    private static long count(LongStream nanos, long from, long to) {
      return nanos.filter(each -> from <= each && each < to).count();
    }

    /**
     * Whether an outage would not have been seen because all work was slow on a host that had no
     * processor for the harness; a broker that is slow by itself only makes short ones unseen.
     */
    private boolean unseen(long toNanos) {
      return lateNanos.getAsLong() > Standstill.SURE_NANOS
          && within(steadyNanos, toNanos).findAny().isPresent();
    }

    /** Whether its times are not to be told from those of a host without a spare processor. */
    private boolean isShortOfProcessors(long toNanos) {
      return within(steadyNanos, toNanos).anyMatch(Standstill::shortOfProcessors);
    }

    private Stream<Standstill> within(long fromNanos, long toNanos) {
      return standstills.stream()
          .filter(each -> fromNanos < each.toNanos() && each.fromNanos() < toNanos);
    }

    private void addOutage(Map<FaultFigure, Long> figures, Optional<Outage> longest, long atNanos) {
      boolean over = longest.map(Outage::over).orElse(true);
      long back = longest.map(Outage::backNanos).orElse(atNanos);
      figures.put(FaultFigure.RATE_BACK, over ? Math.max(0, back - atNanos) : FaultFigure.NOT_BACK);
      figures.put(FaultFigure.OUTAGE, longest.map(Outage::lengthNanos).orElse(0L));
    }

    /**
     * How much of an outage nobody saw. If work stood still with the harness soon after the fault
     * and not for longer, what the fault did in that time is not known.
     */
    private long hiddenNanos(Optional<Outage> longest, long atNanos, boolean noFault) {
      long late = lateNanos.getAsLong();
      LongStream atItsEnds =
          longest.stream()
              .flatMapToLong(
                  found ->
                      standstills.stream()
                          .mapToLong(
                              each ->
                                  each.hiddenNanos(
                                      found,
                                      atNanos,
                                      Math.min(endNanos, found.backNanos()),
                                      late)));
      long atTheFault =
          own.stream()
              .filter(
                  each -> !noFault && Math.abs(each.fromNanos() - atNanos) < Outage.BACK_FOR_NANOS)
              .filter(
                  each -> longest.filter(found -> found.fromNanos() < each.fromNanos()).isEmpty())
              .mapToLong(each -> each.toNanos() - each.fromNanos())
              .max()
              .orElse(0);
      return atItsEnds.sum() + atTheFault;
    }

    private void addWorkers(Map<FaultFigure, Long> figures, long at, long to) {
      Set<String> away = new HashSet<>();
      for (ConnectionEvent each : connections) {
        long since = originNanos + each.sinceStartNanos() - at;
        if (since >= 0 && at + since < to) {
          if (each.change().transition() == ConnectionChange.Transition.LOST) {
            away.add(each.worker());
          } else if (each.change().transition() == ConnectionChange.Transition.BACK) {
            away.remove(each.worker());
            Outage down = new Outage(at, at + since);
            long hidden =
                standstills.stream()
                    .mapToLong(own -> own.hiddenNanos(down, at, at + since, LEAST_NANOS))
                    .sum();
            boolean judged = hidden <= Standstill.SURE_NANOS && !isShortOfProcessors(to);
            long known = judged ? since : FaultFigure.NOT_JUDGED;
            figures.putIfAbsent(FaultFigure.FIRST_BACK, known);
            figures.put(FaultFigure.LAST_BACK, known);
          }
        }
      }
      if (!away.isEmpty()) {
        figures.putIfAbsent(FaultFigure.FIRST_BACK, FaultFigure.NOT_BACK);
        figures.put(FaultFigure.LAST_BACK, FaultFigure.NOT_BACK);
      }
    }
  }
}
