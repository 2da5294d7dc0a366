package dev.sluice.control.analysis.check;

import dev.sluice.control.analysis.check.HistoryFile.RecordedWorker;
import dev.sluice.control.analysis.check.RecordReader.How;
import dev.sluice.control.analysis.check.RecordReader.Message;
import dev.sluice.control.analysis.check.RecordReader.Settlement;
import dev.sluice.control.format.DeliveryText;
import dev.sluice.core.stats.DeliveryCounts;
import dev.sluice.core.stats.DeliveryFigure;
import dev.sluice.jms.tracking.Stranded;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/**
 * Says what became of each message, from the histories of those who sent and received. It goes by
 * the law of the check that is made while a run goes on (docs/delivery.md) and shares no code with
 * it: it keeps a bit for each number that arrived, and looks for the others in the end.
 */
public final class DeliveryAudit {

  private static final int LISTED = 10;

  /** A name that somebody sent under: numbers from 1 on, and how many after those in doubt. */
  private static final class Sender {
    private final RecordedWorker worker;
    private final long begunNanos;
    private long sent;
    private long inDoubt;
    private long open; // after those, at the end of the history

    Sender(RecordedWorker worker, long begunNanos) {
      this.worker = worker;
      this.begunNanos = begunNanos;
    }

    /** A queue keeps messages for its receivers; who subscribes gets those that come after it. */
    boolean begunBefore(RecordedWorker receiver) {
      return receiver.places().isEmpty() && begunNanos < receiver.begunNanos();
    }
  }

  /** Findings of a workload's receivers, or of one of them. */
  private static final class Findings {
    private final boolean missesLast;
    private final Map<DeliveryFigure, Long> counts = new EnumMap<>(DeliveryFigure.class);

    Findings(boolean missesLast) {
      this.missesLast = missesLast;
    }

    void add(DeliveryFigure figure, long messages) {
      counts.merge(figure, messages, Long::sum);
    }

    @Override
    public String toString() {
      return counts.entrySet().stream()
          .map(each -> each.getKey().label() + " " + each.getValue())
          .collect(Collectors.joining(", "));
    }
  }

  /** The numbers of one sender that arrived at one group. */
  private static final class Arrived {
    private final BitSet numbers = new BitSet();
    private final Set<Integer> mayComeAgain = new HashSet<>();
    private long arrivals;
    private final TreeMap<Integer, Findings> missedBy = new TreeMap<>(); // up to each of these
    private int lowest;
    private int highest;

    Arrived(int first) {
      lowest = first;
      highest = first - 1;
    }

    void at(int number, Findings by) {
      arrivals++;
      if (number > highest) {
        if (!missedBy.isEmpty() && missedBy.lastEntry().getValue() == by) {
          missedBy.pollLastEntry();
        }
        missedBy.put(number, by);
        highest = number;
      } else if (number < lowest) {
        missedBy.put(lowest - 1, by);
        lowest = number;
      }
    }

    Findings highestAt() {
      return missedBy.lastEntry().getValue();
    }
  }

  /** Receivers who share what is kept for them. */
  private static final class ReceiverGroup {
    private final Set<String> places;
    private final Set<String> sources = new HashSet<>();
    private RecordedWorker receiver; // the first of them, null if nobody receives from there
    private final Map<String, Findings> workloads = new LinkedHashMap<>();
    private final Map<String, Arrived> bySender = new LinkedHashMap<>(16, 0.75f, true);
    private final Map<String, BitSet> lost = new TreeMap<>(); // numbers by sender
    private boolean whole = true;

    ReceiverGroup(Set<String> places) {
      this.places = new TreeSet<>(places);
    }

    /** Whether this is where the messages of a worker go to; a queue's group has all its places. */
    boolean expects(RecordedWorker worker) {
      return worker.sources().stream()
          .anyMatch(each -> sources.contains(each) || places.contains(each));
    }

    void lose(String sender, int number, Findings by) {
      by.add(DeliveryFigure.LOST, 1);
      lost.computeIfAbsent(sender, added -> new BitSet()).set(number);
    }

    /** Nobody has missed what nothing came after. */
    void conclude(String name, Sender sender, int highest, Findings by) {
      for (int number = highest + 1; by.missesLast && number <= sender.sent; number++) {
        lose(name, number, by);
      }
      long certain = Math.max(sender.sent, highest);
      by.add(DeliveryFigure.POSSIBLY_LOST, Math.max(0, sender.sent + sender.inDoubt - certain));
    }
  }

  /** One who received: its history, and what it holds next. */
  private static final class Receiver {
    private final RecordedWorker source;
    private final RecordReader records;
    private final ReceiverGroup group;
    private final Findings findings;
    private final Findings ofWorkload;
    private final Map<String, Long> highest = new HashMap<>(); // by sender
    private Settlement next;

    Receiver(RecordedWorker source, ReceiverGroup group) {
      this.source = source;
      this.records = new RecordReader(source);
      this.group = group;
      if (group.receiver == null || source.begunNanos() < group.receiver.begunNanos()) {
        group.receiver = source;
      }
      group.sources.addAll(source.sources());
      this.findings = new Findings(false);
      this.ofWorkload =
          group.workloads.computeIfAbsent(
              source.workload(), added -> new Findings(source.missesLast()));
    }

    void count(DeliveryFigure figure) {
      findings.add(figure, 1);
      ofWorkload.add(figure, 1);
    }
  }

  private final Map<String, Sender> senders = new LinkedHashMap<>();
  private final Set<String> workloadsThatSent = new HashSet<>(); // by the names of their senders
  private final Set<RecordedWorker> met =
      Collections.newSetFromMap(new IdentityHashMap<>()); // senders
  private final List<ReceiverGroup> groups = new ArrayList<>();
  private final List<Receiver> receivers = new ArrayList<>();
  private final Collection<HistoryFile> files;
  private final List<String> problems = new ArrayList<>();
  private final LongStream.Builder duplicates = LongStream.builder();
  private final long[] duplicatesNanos; // when they arrived
  private long missing; // records
  private long receivedInDoubt;
  private long cameAgain;

  /** Reads all of them. */
  public DeliveryAudit(Collection<HistoryFile> files) throws IOException {
    this.files = files;
    for (HistoryFile file : files) {
      if (!file.flaw().isEmpty()) {
        problems.add(file.flaw() + "; what came after that is not known");
      }
      for (RecordedWorker source : file.sources()) {
        if (source.sends()) {
          readSends(source);
        }
        if (!source.places().isEmpty()) {
          join(source.places());
        }
      }
    }
    PriorityQueue<Receiver> earliest =
        new PriorityQueue<>(
            Comparator.comparingLong((Receiver each) -> each.next.nanos())
                .thenComparing(each -> each.next.how() != How.IN_DOUBT));
    for (HistoryFile file : files) {
      for (RecordedWorker source : file.sources()) {
        if (!source.sends()) {
          receivers.add(new Receiver(source, groupOf(source)));
          readOn(receivers.get(receivers.size() - 1), earliest);
        }
      }
    }
    while (!earliest.isEmpty()) {
      Receiver receiver = earliest.poll();
      enter(receiver, receiver.next);
      readOn(receiver, earliest);
    }
    groups.removeIf(group -> group.receiver == null);
    groups.forEach(this::conclude);
    tellOfUnread();
    duplicatesNanos = duplicates.build().toArray();
    if (missing > 0) {
      problems.add(missing + " records are missing, because a disk was too slow");
    }
  }

  private void readSends(RecordedWorker source) throws IOException {
    RecordReader records = new RecordReader(source);
    boolean gap = false;
    for (Settlement next = records.next(); next != null; next = records.next()) {
      missing += next.missing();
      gap |= next.how() == How.MISSING;
      boolean done = next.how() == How.COMMITTED;
      if (!done && next.how() != How.IN_DOUBT && next.how() != How.OPEN) {
        continue;
      }
      long nanos = next.nanos();
      for (Message message : next.messages()) {
        Sender sender =
            senders.computeIfAbsent(message.sender(), added -> new Sender(source, nanos));
        workloadsThatSent.add(workloadOf(message.sender()));
        if (!gap && message.number() != sender.sent + sender.inDoubt + sender.open + 1) {
          problems.add(message.sender() + " sent " + message.number() + " out of turn");
        }
        gap = false;
        sender.sent = done ? message.number() : sender.sent;
        sender.inDoubt += next.how() == How.IN_DOUBT ? 1 : 0;
        sender.open += next.how() == How.OPEN ? 1 : 0;
      }
    }
  }

  private static String workloadOf(String name) {
    return name.substring(0, name.lastIndexOf('/') + 1);
  }

  /** Places that somebody receives from belong to one group. */
  private void join(Set<String> places) {
    ReceiverGroup joined = new ReceiverGroup(places);
    for (ReceiverGroup other : List.copyOf(groups)) {
      if (!Collections.disjoint(other.places, places)) {
        joined.places.addAll(other.places);
        groups.remove(other);
      }
    }
    groups.add(joined);
  }

  private ReceiverGroup groupOf(RecordedWorker source) {
    if (source.places().isEmpty()) {
      groups.add(new ReceiverGroup(Set.of()));
      return groups.get(groups.size() - 1);
    }
    return groups.stream()
        .filter(each -> each.places.containsAll(source.places()))
        .findFirst()
        .orElseThrow();
  }

  private static void readOn(Receiver receiver, PriorityQueue<Receiver> earliest)
      throws IOException {
    receiver.next = receiver.records.next();
    if (receiver.next != null) {
      earliest.add(receiver);
    } else if (!receiver.source.file().flaw().isEmpty()) {
      receiver.group.whole = false;
    }
  }

  private void enter(Receiver at, Settlement settlement) {
    missing += settlement.missing();
    at.group.whole &= settlement.how() != How.MISSING;
    if (settlement.how() != How.COMMITTED && settlement.how() != How.IN_DOUBT) {
      return;
    }
    for (Message message : settlement.messages()) {
      boolean stamped = message.number() > 0 || message.damaged();
      at.count(stamped ? DeliveryFigure.CHECKED : DeliveryFigure.UNCHECKED);
      if (message.damaged()) {
        at.count(DeliveryFigure.CORRUPT);
      }
      if (message.redelivered()) {
        at.count(DeliveryFigure.REDELIVERED);
      }
      if (message.number() > 0) {
        place(at, message, settlement);
      }
    }
  }

  private void place(Receiver at, Message message, Settlement settlement) {
    String from = message.sender();
    int number = Math.toIntExact(message.number());
    Sender sender = senders.get(from);
    boolean fromOne = sender != null && !sender.begunBefore(at.source);
    Arrived arrived =
        at.group.bySender.computeIfAbsent(from, added -> new Arrived(fromOne ? 1 : number));
    arrived.at(number, at.ofWorkload);
    long highestBefore = at.highest.getOrDefault(from, 0L);
    if (!arrived.numbers.get(number)) {
      arrived.numbers.set(number);
      if (number < highestBefore) {
        at.count(DeliveryFigure.OUT_OF_ORDER);
      }
    } else if (arrived.mayComeAgain.remove(number)) {
      cameAgain++;
    } else {
      at.count(DeliveryFigure.DUPLICATES);
      duplicates.add(settlement.nanos());
    }
    if (settlement.how() == How.IN_DOUBT) {
      arrived.mayComeAgain.add(number);
      receivedInDoubt++;
    }
    at.highest.put(from, Math.max(highestBefore, number));
  }

  /** Nothing more comes: what has not arrived is lost, or was not sent. */
  private void conclude(ReceiverGroup group) {
    IdentityHashMap<RecordedWorker, Findings> lastAt =
        new IdentityHashMap<>(); // by the worker that sent
    group.bySender.forEach(
        (name, arrived) -> {
          BitSet there = arrived.numbers;
          for (int number = there.nextClearBit(arrived.lowest);
              number < arrived.highest;
              number = there.nextClearBit(number + 1)) {
            group.lose(name, number, arrived.missedBy.ceilingEntry(number).getValue());
          }
          Sender sender = senders.get(name);
          if (sender != null) {
            if (arrived.highest > sender.sent + sender.inDoubt + sender.open) {
              problems.add(arrived.highest + " of " + name + " arrived, and was not sent");
            }
            group.conclude(name, sender, arrived.highest, arrived.highestAt());
            lastAt.put(sender.worker, arrived.highestAt());
            met.add(sender.worker);
          }
        });
    boolean fed = senders.values().stream().anyMatch(each -> group.expects(each.worker));
    group.bySender.forEach(
        (name, arrived) -> {
          if (fed && !workloadsThatSent.contains(workloadOf(name))) {
            arrived.highestAt().add(DeliveryFigure.OF_OTHER_RUNS, arrived.arrivals);
          }
        });
    Findings first = group.workloads.get(group.receiver.workload());
    senders.forEach(
        (name, sender) -> {
          // where messages of that worker came in last; if none did, who receives from its place
          Findings by =
              lastAt.getOrDefault(sender.worker, group.expects(sender.worker) ? first : null);
          if (by != null
              && !group.bySender.containsKey(name)
              && !sender.begunBefore(group.receiver)) {
            group.conclude(name, sender, 0, by);
          }
        });
  }

  /** Senders of whom these histories say nothing, because nobody in them receives from there. */
  private void tellOfUnread() {
    Map<String, Long> unread = new TreeMap<>();
    senders.forEach(
        (name, sender) -> {
          if (!met.contains(sender.worker)
              && groups.stream().noneMatch(each -> each.expects(sender.worker))) {
            unread.merge(sender.worker.name(), sender.sent, Long::sum);
          }
        });
    unread.forEach(
        (worker, sent) ->
            problems.add(
                "of the %d messages that %s sent nothing is known: no history here is of who"
                        .formatted(sent, worker)
                    + " received them"));
  }

  /** The findings of each workload that received, as the summary of its run has them. */
  public Map<String, DeliveryCounts> byWorkload() {
    Map<String, DeliveryCounts> all = new LinkedHashMap<>();
    groups.forEach(
        group ->
            group.workloads.forEach(
                (name, found) ->
                    all.merge(name, DeliveryCounts.of(found.counts), DeliveryCounts::plus)));
    all.replaceAll((name, found) -> Stranded.tellApart(found, lying(name)));
    return all;
  }

  /** When duplicates arrived, in nanoseconds since 1970. */
  public LongStream duplicates() {
    return Arrays.stream(duplicatesNanos);
  }

  /**
   * When lost messages were due, as far as that is known, in nanoseconds since 1970; at each
   * subscriber if there are several. Those that lie in a queue are among them.
   */
  public LongStream lost(WorkTimes times) {
    return groups.stream()
        .flatMap(group -> group.lost.entrySet().stream())
        .flatMapToLong(
            each ->
                each.getValue().stream()
                    .mapToObj(number -> times.due(each.getKey(), number))
                    .flatMapToLong(OptionalLong::stream));
  }

  /** Several processes may have asked about one place. */
  private Map<String, Long> lying(String workload) {
    Map<String, Long> places = new HashMap<>();
    files.forEach(
        file -> file.lying(workload).forEach((at, some) -> places.merge(at, some, Math::max)));
    return places;
  }

  /** Why the histories are not whole, so that what they do not say is not known. */
  public List<String> problems() {
    return problems;
  }

  /** Whether messages were lost or came twice or damaged, whatever else is not known. */
  public boolean faulty() {
    return groups.stream()
        .filter(group -> group.whole)
        .flatMap(group -> group.workloads.values().stream())
        .anyMatch(found -> !DeliveryCounts.of(found.counts).clean());
  }

  /** All that was found out, for people. */
  public List<String> lines() {
    List<String> lines = new ArrayList<>(sent());
    byWorkload().forEach((name, found) -> lines.add(name + ": " + DeliveryText.of(found)));
    for (ReceiverGroup group : groups) {
      lines.add(group.places.isEmpty() ? "a subscriber" : String.join(", ", group.places));
      receivers.stream()
          .filter(each -> each.group == group)
          .forEach(each -> lines.add("  " + each.source.name() + ": " + each.findings));
      group.lost.forEach(
          (sender, numbers) -> lines.add("  lost of " + sender + ": " + some(numbers)));
    }
    lines.addAll(doubts());
    return lines;
  }

  /** What each workload sent. */
  private List<String> sent() {
    Map<String, long[]> byWorkload = new LinkedHashMap<>();
    for (Sender each : senders.values()) {
      long[] sums = byWorkload.computeIfAbsent(each.worker.workload(), added -> new long[2]);
      sums[0] += each.sent;
      sums[1] += each.inDoubt + each.open;
    }
    List<String> lines = new ArrayList<>();
    byWorkload.forEach(
        (name, sums) ->
            lines.add(name + ": sent " + sums[0] + (sums[1] == 0 ? "" : ", in doubt " + sums[1])));
    return lines;
  }

  private static String some(BitSet numbers) {
    String text =
        numbers.stream().limit(LISTED).mapToObj(String::valueOf).collect(Collectors.joining(", "));
    return numbers.cardinality() < LISTED ? text : text + ", ...";
  }

  /** A message in doubt that arrived was sent, and one that did not was not. */
  private List<String> doubts() {
    long inDoubt = 0;
    long sent = 0;
    for (Map.Entry<String, Sender> each : senders.entrySet()) {
      Sender sender = each.getValue();
      BitSet arrived = new BitSet();
      groups.stream()
          .flatMap(group -> Stream.ofNullable(group.bySender.get(each.getKey())))
          .forEach(some -> arrived.or(some.numbers));
      int first = Math.toIntExact(sender.sent + 1);
      sent += arrived.get(first, first + (int) sender.inDoubt).cardinality();
      inDoubt += sender.inDoubt;
    }
    List<String> lines = new ArrayList<>();
    if (inDoubt > 0) {
      lines.add(
          "in doubt: %d arrived, so they were sent; %d did not, so they were not"
              .formatted(sent, inDoubt - sent));
    }
    if (receivedInDoubt > 0) {
      lines.add(
          "received in doubt: %d, of which %d came again".formatted(receivedInDoubt, cameAgain));
    }
    return lines;
  }
}
