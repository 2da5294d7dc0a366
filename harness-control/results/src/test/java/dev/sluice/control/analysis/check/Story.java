package dev.sluice.control.analysis.check;

import dev.sluice.core.pacing.IterationTimes;
import dev.sluice.core.stats.DeliveryCounts;
import dev.sluice.jms.tracking.Stranded;
import dev.sluice.jms.tracking.history.History;
import dev.sluice.jms.tracking.history.WorkerHistory;
import dev.sluice.jms.tracking.sequence.Arrival;
import dev.sluice.jms.tracking.sequence.Arrival.Integrity;
import dev.sluice.jms.tracking.sequence.DeliveryCounter;
import dev.sluice.jms.tracking.sequence.DeliveryTracker;
import dev.sluice.jms.tracking.sequence.SentTotals;
import dev.sluice.jms.tracking.sequence.SentTotals.Sent;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeSet;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/**
 * A random story of senders and receivers on several hosts in virtual time, told to histories and,
 * step by step, to the account that a run keeps.
 */
final class Story {

  private static final String TOPIC = "topic T";
  private static final List<String> QUEUES = List.of("queue A", "queue B", "queue C");
  private static final long EPOCH_NANOS = 1_700_000_000_000_000_000L;
  private static final long MICRO_NANOS = 1_000; // what histories tell apart
  private static final long BLOCK_NANOS = 10_000_000_000L; // after which they write all

  /** How often something goes wrong. */
  enum Trouble {
    NONE,
    MUCH
  }

  /** A message where it waits for a receiver. */
  private record Kept(Arrival arrival) {

    Kept again() {
      return new Kept(new Arrival(arrival.integrity(), arrival.sender(), arrival.number(), true));
    }
  }

  /** A host: its clock began at a moment of its own. */
  private final class Host {
    private final long originNanos = random.nextLong(1_000_000_000_000L);
    private final ByteArrayOutputStream file = new ByteArrayOutputStream();
    private final HistoryClock clock = new HistoryClock(() -> nowNanos + originNanos);
    private final History history = new History(clock, () -> EPOCH_NANOS + nowNanos, "host");
  }

  private final class Sender {
    private final String worker;
    private final WorkerHistory history;
    private final boolean topic;
    private final boolean stolen; // somebody else takes all that it sends
    private final String place;
    private String name;
    private int renames;
    private Sent sent;
    private long number;
    private long settled;

    Sender(int index, Host host) {
      worker = "token" + index + "/" + (index + 1);
      topic = index % 3 == 2;
      stolen = troubled(4);
      String mine = topic ? TOPIC : QUEUES.get(random.nextInt(QUEUES.size()));
      place = mine;
      history =
          host.history.sends(
              topic ? "publishers" : "senders",
              index,
              topic
                  ? List.of(TOPIC)
                  : Stream.concat(Stream.of(mine), QUEUES.stream()).distinct().toList());
      take(worker);
    }

    private void take(String newName) {
      name = newName;
      sent = totals.begin(name, worker, place);
      number = 0;
      settled = 0;
    }

    void step() {
      if (number == settled || random.nextInt(3) > 0) {
        number++;
        long recorded = altered(number);
        history.sending(name, recorded, times());
        nowNanos += random.nextLong(1, 100_000);
        history.iterated(random.nextInt(5) > 0);
        return;
      }
      int fate = trouble == Trouble.NONE ? 9 : random.nextInt(10);
      if (fate == 0) {
        history.rolledBack();
        number = settled;
      } else if (fate == 1) {
        boolean arrives = random.nextBoolean();
        history.inDoubt();
        witness(inDoubt);
        sent.inDoubt(number - settled);
        if (arrives) {
          putAll();
        }
        renames++;
        take(worker + "." + renames);
      } else {
        history.committed();
        sent.committed(number);
        witness(sentToQueues);
        putAll();
        settled = number;
      }
    }

    private void witness(Map<String, NavigableSet<Long>> of) {
      if (!topic) {
        LongStream.rangeClosed(settled + 1, number)
            .forEach(each -> of.computeIfAbsent(name, added -> new TreeSet<>()).add(each));
      }
    }

    private void putAll() {
      if (stolen) {
        return;
      }
      for (long each = settled + 1; each <= number; each++) {
        put(new Kept(new Arrival(condition(), name, each, false)), topic);
      }
    }
  }

  private final class Receiver {
    private final WorkerHistory history;
    private final DeliveryCounter counter;
    private final List<Kept> from;
    private final List<Kept> pending = new ArrayList<>();
    private final Map<String, Long> highest = new HashMap<>();

    Receiver(WorkerHistory history, DeliveryCounter counter, List<Kept> from) {
      this.history = history;
      this.counter = counter;
      this.from = from;
    }

    void step() {
      if (!from.isEmpty() && (pending.isEmpty() || random.nextInt(3) > 0)) {
        int which = troubled(10) ? random.nextInt(Math.min(from.size(), 8)) : 0;
        Kept got = from.remove(which);
        pending.add(got);
        Arrival arrival = got.arrival();
        long recorded = altered(arrival.number());
        long nanos = history.now();
        nowNanos += random.nextLong(1, 1_000);
        history.arrived(
            new Arrival(arrival.integrity(), arrival.sender(), recorded, arrival.redelivered()),
            nanos);
      } else if (!pending.isEmpty()) {
        settle(troubled(4) ? random.nextInt(3) : 2);
      }
    }

    private void settle(int fate) {
      if (fate == 0) {
        history.rolledBack();
        pending.forEach(each -> from.add(0, each.again()));
      } else if (fate == 1) {
        history.inDoubt();
        pending.forEach(each -> enter(each.arrival(), true));
        if (random.nextBoolean()) {
          pending.forEach(each -> from.add(each.again()));
        }
      } else {
        history.committed();
        pending.forEach(each -> enter(each.arrival(), false));
      }
      pending.clear();
    }

    private void enter(Arrival arrival, boolean mayComeAgain) {
      long before = highest.getOrDefault(arrival.sender(), 0L);
      counter.enter(arrival, before, mayComeAgain);
      if (from == queue && arrival.number() > 0) {
        arrivedFromQueues
            .computeIfAbsent(arrival.sender(), added -> new TreeSet<>())
            .add(arrival.number());
      }
      highest.put(arrival.sender(), Math.max(before, arrival.number()));
    }
  }

  private final SplittableRandom random;
  private final Trouble trouble;
  private final long alteredRecord; // counts messages sent and received; below 0 for none
  private boolean missesAll; // whether all who receive from queues miss what came last
  private long recorded;
  private long nowNanos = 1;
  private final SentTotals totals = new SentTotals();
  private final List<Host> hosts = new ArrayList<>();
  private final List<Kept> queue = new ArrayList<>();
  // what a witness saw: numbers by sender
  private final Map<String, NavigableSet<Long>> sentToQueues = new HashMap<>(); // for certain
  private final Map<String, NavigableSet<Long>> inDoubt = new HashMap<>();
  private final Map<String, NavigableSet<Long>> arrivedFromQueues = new HashMap<>();
  private final List<List<Kept>> subscriptions = new ArrayList<>();
  private final Map<String, Map<String, Long>> lying = new HashMap<>(); // by workload and place
  private final List<Sender> senders = new ArrayList<>();
  private final List<Receiver> receivers = new ArrayList<>();
  private final Map<String, List<DeliveryCounter>> counters = new LinkedHashMap<>();

  Story(long seed, Trouble trouble, long alteredRecord) {
    this.random = new SplittableRandom(seed);
    this.trouble = trouble;
    this.alteredRecord = alteredRecord;
  }

  long recorded() {
    return recorded;
  }

  boolean missesAll() {
    return missesAll;
  }

  /**
   * Messages that were sent to queues and did not arrive, as a witness counts them: those in doubt
   * were sent if a later one arrived.
   */
  long missing() {
    NavigableSet<Long> none = new TreeSet<>();
    inDoubt.forEach(
        (name, numbers) -> {
          NavigableSet<Long> arrived = arrivedFromQueues.getOrDefault(name, none);
          numbers.removeIf(each -> arrived.isEmpty() || each > arrived.last());
          sentToQueues.computeIfAbsent(name, added -> new TreeSet<>()).addAll(numbers);
        });
    sentToQueues.forEach(
        (name, numbers) -> numbers.removeAll(arrivedFromQueues.getOrDefault(name, none)));
    return sentToQueues.values().stream().mapToLong(NavigableSet::size).sum();
  }

  /** Those of the {@link #missing} that lie on the queue; asked after them. */
  long kept() {
    return queue.stream()
        .map(Kept::arrival)
        .filter(
            each ->
                sentToQueues.getOrDefault(each.sender(), new TreeSet<>()).contains(each.number()))
        .map(each -> each.sender() + " " + each.number())
        .distinct()
        .count();
  }

  /** Plays it to its end, and leaves the histories in a folder. */
  List<Path> play(Path folder) throws IOException {
    int hostCount = random.nextInt(1, 4);
    for (int i = 0; i < hostCount; i++) {
      hosts.add(new Host());
    }
    hosts.forEach(
        host ->
            host.history.begin(
                host.file,
                failure -> {
                  throw new IllegalStateException(failure);
                }));
    int senderCount = random.nextInt(1, 5);
    for (int i = 0; i < senderCount; i++) {
      senders.add(new Sender(i, host()));
    }
    DeliveryTracker shared = DeliveryTracker.ofQueue(totals, Set.copyOf(QUEUES));
    List<String> workloads = List.of("receivers", "others", "requesters");
    missesAll = random.nextBoolean();
    for (String workload : missesAll ? workloads.subList(0, 2) : workloads) {
      nowNanos += MICRO_NANOS;
      DeliveryCounter counter = shared.newCounter();
      counters.put(workload, List.of(counter));
      int workers = random.nextInt(1, 3);
      for (int worker = 0; worker < workers; worker++) {
        List<String> places =
            workload.equals("receivers") ? List.of("queue A", "queue B") : List.of("queue B");
        receivers.add(
            new Receiver(
                host().history.arrivals(workload, worker, missesLast(workload), places),
                counter,
                queue));
      }
    }
    counters.put("subscribers", new ArrayList<>());
    int steps = random.nextInt(50, 600);
    for (int step = 0; step < steps; step++) {
      nowNanos += random.nextLong(MICRO_NANOS, 1_000_000);
      if (random.nextInt(50) == 0) {
        nowNanos += BLOCK_NANOS;
        hosts.forEach(host -> host.clock.write());
      }
      if (step == 0 || random.nextInt(200) == 0) {
        subscribe();
        nowNanos += MICRO_NANOS; // what is sent in the same one could be of before
      }
      if (random.nextBoolean()) {
        senders.get(random.nextInt(senders.size())).step();
      } else {
        receivers.get(random.nextInt(receivers.size())).step();
      }
      if (!missesAll && troubled(60)) {
        long number = random.nextLong(5, 20); // of somebody who has no history
        put(new Kept(new Arrival(Integrity.INTACT, "stranger", number, false)), false);
      }
    }
    finish();
    tellOfLying("receivers", queue.size());
    tellOfLying("others", queue.size());
    tellOfLying("subscribers", subscriptions.stream().mapToLong(List::size).sum());
    List<Path> files = new ArrayList<>();
    for (Host host : hosts) {
      host.history.close();
      files.add(Files.write(folder.resolve("history" + files.size()), host.file.toByteArray()));
    }
    return files;
  }

  /** The broker is asked what its receivers left, and may not answer. */
  private void tellOfLying(String workload, long messages) {
    long told = troubled(8) ? -1 : messages;
    lying.put(workload, Map.of("there", told));
    host().history.lying(workload, "there", told);
  }

  /** All that is there arrives, unless the story has trouble. */
  private void finish() {
    int rounds = trouble == Trouble.NONE ? Integer.MAX_VALUE : 100;
    for (int round = 0; round < rounds && !settled(); round++) {
      nowNanos += MICRO_NANOS;
      receivers.get(round % receivers.size()).step();
      for (Sender each : senders) {
        if (each.number > each.settled) {
          each.step();
        }
      }
    }
    for (Receiver each : receivers) {
      nowNanos += MICRO_NANOS;
      each.settle(2);
    }
  }

  private boolean settled() {
    return senders.stream().allMatch(each -> each.number == each.settled)
        && receivers.stream().allMatch(each -> each.from.isEmpty() && each.pending.isEmpty());
  }

  private void subscribe() {
    List<Kept> mine = new ArrayList<>();
    subscriptions.add(mine);
    DeliveryCounter counter = DeliveryTracker.ofSubscriber(totals, Set.of(TOPIC)).newCounter();
    List<DeliveryCounter> all = counters.get("subscribers");
    all.add(counter);
    receivers.add(
        new Receiver(
            host().history.arrivals("subscribers", all.size() - 1, true, List.of(TOPIC)),
            counter,
            mine));
  }

  private static boolean missesLast(String workload) {
    return !workload.equals("requesters");
  }

  private Host host() {
    return hosts.get(random.nextInt(hosts.size()));
  }

  private void put(Kept kept, boolean topic) {
    for (List<Kept> place : topic ? subscriptions : List.of(queue)) {
      if (!troubled(40)) {
        place.add(kept);
        if (troubled(40)) {
          place.add(kept);
        }
      }
    }
  }

  private Integrity condition() {
    return troubled(30) ? Integrity.DAMAGED : Integrity.INTACT;
  }

  private boolean troubled(int oneOf) {
    return trouble == Trouble.MUCH && random.nextInt(oneOf) == 0;
  }

  private long altered(long number) {
    if (recorded++ != alteredRecord) {
      return number;
    }
    long by = random.nextLong(1, 4);
    return number > by && random.nextBoolean() ? number - by : number + by;
  }

  private IterationTimes times() {
    long startNanos = nowNanos;
    return new IterationTimes() {
      @Override
      public boolean paced() {
        return startNanos % 2 == 0;
      }

      @Override
      public long intendedNanos() {
        return startNanos - 1000;
      }

      @Override
      public long startNanos() {
        return startNanos;
      }
    };
  }

  /** The findings of the account that was kept meanwhile. */
  Map<String, DeliveryCounts> account() {
    Map<String, DeliveryCounts> found = new LinkedHashMap<>();
    counters.forEach(
        (workload, parts) ->
            found.put(
                workload,
                Stranded.tellApart(
                    parts.stream()
                        .map(each -> missesLast(workload) ? each.finalCounts() : each.counts())
                        .reduce(DeliveryCounts.NONE, DeliveryCounts::plus),
                    lying.getOrDefault(workload, Map.of()))));
    return found;
  }
}
