package dev.sluice.control.analysis.check;

import dev.sluice.control.analysis.check.HistoryFile.RecordedWorker;
import dev.sluice.control.analysis.check.RecordReader.How;
import dev.sluice.control.analysis.check.RecordReader.Message;
import dev.sluice.control.analysis.check.RecordReader.Settlement;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/**
 * When messages of some histories were to be done and when they were. A worker that sends to a
 * schedule has the next message to do from when it is due, or would be if none had been dropped,
 * but not before it is done with the last one: so a backlog that it makes up takes no time here. A
 * message is done when it has arrived, at each subscriber if there are several; one that did not
 * arrive, when it was sent. Workers without a schedule, as those that reply, have no part in it,
 * unless all are without. Times are nanoseconds since 1970.
 */
public final class WorkTimes {

  /** The end of what did not end. */
  public static final long NEVER = Long.MAX_VALUE;

  private static final int FEWEST_STEPS = 10; // tell whether a schedule is regular
  private static final String RECEIVERS = ""; // those who share what is kept for them

  /**
   * A time in which a worker had a message to do that was not done.
   *
   * @param share of all messages that the worker sends
   */
  public record Idle(long fromNanos, long toNanos, double share) {}

  /** What one worker sent, in its order. */
  private static final class Lane {
    private long[] due = new long[64];
    private long[] done = new long[64]; // or one after it
    private int size;
    private boolean arrived; // somewhere
    private long stepNanos; // of its schedule, if that is regular; else as long as any

    int add(long dueNanos, long sentNanos) {
      if (size == due.length) {
        due = Arrays.copyOf(due, 2 * size);
        done = Arrays.copyOf(done, 2 * size);
      }
      due[size] = dueNanos;
      done[size] = sentNanos;
      return size++;
    }

    /** At receivers of whom one gets each message. What arrived elsewhere has to arrive here. */
    void arrived(long... times) {
      for (int i = 0; i < size; i++) {
        if (times[i] != NEVER) {
          done[i] = arrived ? Math.max(done[i], times[i]) : times[i];
        }
      }
      arrived = true;
    }

    /** All is known. What came after a message and arrived before it shows that work went on. */
    void end() {
      for (int i = size - 2; i >= 0; i--) {
        done[i] = Math.min(done[i], done[i + 1]);
      }
      long[] steps =
          IntStream.range(1, size).mapToLong(i -> due[i] - due[i - 1]).sorted().toArray();
      long step = steps.length < FEWEST_STEPS ? 0 : steps[steps.length / 2];
      boolean regular = step > 0 && steps[steps.length * 3 / 4] - step <= step / 50;
      stepNanos = regular ? step : NEVER / 2;
    }

    /** From when on it had a message to do; the one after its last one, too. */
    long from(int i) {
      long dueNanos = i < size ? due[i] : NEVER;
      return i == 0 ? dueNanos : Math.max(Math.min(dueNanos, due[i - 1] + stepNanos), done[i - 1]);
    }
  }

  /**
   * The messages of one name.
   *
   * @param first where the one with the number 1 is
   */
  private record Sender(Lane lane, int first) {

    /** Where the one with a number is; below 0 if it is not there. */
    int at(long number) {
      long at = first + number - 1;
      return at < lane.size ? (int) at : -1;
    }
  }

  private final Map<String, Sender> senders = new HashMap<>();
  private final List<Lane> lanes = new ArrayList<>();
  private final LongStream.Builder doubts = LongStream.builder();
  private final long[] inDoubtNanos;
  private final long endNanos;

  /**
   * Reads all of them.
   *
   * @param endNanos when senders were asked to end
   */
  public WorkTimes(Collection<HistoryFile> files, long endNanos) throws IOException {
    this.endNanos = endNanos;
    List<RecordedWorker> sends = new ArrayList<>();
    Map<String, List<RecordedWorker>> arrivals = new LinkedHashMap<>();
    for (HistoryFile file : files) {
      for (RecordedWorker worker : file.sources()) {
        if (worker.sends()) {
          sends.add(worker);
        } else {
          String who = worker.places().isEmpty() ? worker.name() : RECEIVERS;
          arrivals.computeIfAbsent(who, added -> new ArrayList<>()).add(worker);
        }
      }
    }
    boolean anyPaced = false;
    for (RecordedWorker worker : sends) {
      anyPaced |= paced(worker);
    }
    for (RecordedWorker worker : sends) {
      if (!anyPaced || paced(worker)) {
        readSends(worker);
      }
    }
    for (List<RecordedWorker> sources : arrivals.values()) {
      readArrivals(sources);
    }
    lanes.forEach(Lane::end);
    inDoubtNanos = doubts.build().toArray();
  }

  private static boolean paced(RecordedWorker worker) throws IOException {
    RecordReader records = new RecordReader(worker);
    for (Settlement next = records.next(); next != null; next = records.next()) {
      if (next.messages().stream().anyMatch(each -> each.dueNanos() != each.startNanos())) {
        return true;
      }
    }
    return false;
  }

  private void readSends(RecordedWorker worker) throws IOException {
    Lane lane = new Lane();
    lanes.add(lane);
    RecordReader records = new RecordReader(worker);
    for (Settlement next = records.next(); next != null; next = records.next()) {
      if (settled(next)) {
        for (Message each : next.messages()) {
          int at = lane.add(each.dueNanos() + worker.file().epochOffsetNanos(), next.nanos());
          senders.computeIfAbsent(
              each.sender(), name -> new Sender(lane, at - (int) each.number() + 1));
        }
      }
    }
  }

  private void readArrivals(List<RecordedWorker> sources) throws IOException {
    Map<Lane, long[]> arrived = new HashMap<>();
    for (RecordedWorker worker : sources) {
      RecordReader records = new RecordReader(worker);
      for (Settlement next = records.next(); next != null; next = records.next()) {
        for (Message each : settled(next) ? next.messages() : List.<Message>of()) {
          Sender sender = senders.get(each.sender());
          int at = sender == null ? -1 : sender.at(each.number());
          if (at >= 0) {
            long[] times = arrived.computeIfAbsent(sender.lane, WorkTimes::never);
            times[at] = Math.min(times[at], each.startNanos() + worker.file().epochOffsetNanos());
          }
        }
      }
    }
    arrived.forEach(Lane::arrived);
  }

  /** Whether messages were sent or received, as far as anybody knows. */
  private boolean settled(Settlement settlement) {
    if (settlement.how() == How.IN_DOUBT) {
      settlement.messages().forEach(any -> doubts.add(settlement.nanos()));
    }
    return settlement.how() == How.COMMITTED || settlement.how() == How.IN_DOUBT;
  }

  private static long[] never(Lane lane) {
    long[] times = new long[lane.size];
    Arrays.fill(times, NEVER);
    return times;
  }

  /**
   * How long messages took, or until one after them was done, that were to be done in a period,
   * from the shortest.
   */
  public LongStream taken(long fromNanos, long toNanos) {
    return lanes.stream()
        .flatMapToLong(
            lane ->
                IntStream.range(0, lane.size)
                    .filter(i -> fromNanos <= lane.from(i) && lane.from(i) < toNanos)
                    .mapToLong(i -> lane.done[i] - lane.from(i)))
        .sorted();
  }

  /** The idle times that are longer than this. */
  public List<Idle> idleTimes(long nanos) {
    long all = lanes.stream().mapToLong(lane -> lane.size).sum();
    List<Idle> idleTimes = new ArrayList<>();
    for (Lane lane : lanes) {
      double share = (double) lane.size / all;
      for (int i = 0; i < lane.size; i++) {
        if (lane.done[i] - lane.from(i) > nanos) {
          idleTimes.add(new Idle(lane.from(i), lane.done[i], share));
        }
      }
      if (endNanos - lane.from(lane.size) > nanos) {
        idleTimes.add(new Idle(lane.from(lane.size), NEVER, share));
      }
    }
    return idleTimes;
  }

  /** When a message of a sender was due; empty if it has no history, or no schedule. */
  public OptionalLong due(String sender, long number) {
    Sender of = senders.get(sender);
    int at = of == null ? -1 : of.at(number);
    return at < 0 ? OptionalLong.empty() : OptionalLong.of(of.lane.due[at]);
  }

  /**
   * When puts, gets and commits ended of which nobody knows what they did, one for each message.
   */
  public LongStream inDoubt() {
    return Arrays.stream(inDoubtNanos);
  }
}
