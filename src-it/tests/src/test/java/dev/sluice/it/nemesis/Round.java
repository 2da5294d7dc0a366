package dev.sluice.it.nemesis;

import dev.sluice.it.run.RunSummary;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;
import org.json.JSONObject;

/**
 * One run of the program with some faults one after the other, each of which it has to get over
 * before the next one comes, and the judgement of its account.
 */
final class Round {

  private static final long LOOK_MILLIS = 100;
  private static final long WINDOW_MILLIS = 500;
  private static final long PATIENCE_MILLIS = 240_000;
  private static final long BUSY_HOST_MILLIS = 10_000;
  private static final double RECOVERED = 0.8;
  private static final double MILLIS_PER_SECOND = 1e3;

  private final TestBed bed;
  private final Path folder;
  private final RandomGenerator random;
  private final FaultTable table;
  private final Deck deck;
  private boolean lossless;
  private int gone;

  private Round(TestBed bed, Path folder, Deck deck, RandomGenerator random, FaultTable table) {
    this.deck = deck;
    this.bed = bed;
    this.folder = folder;
    this.random = random;
    this.table = table;
    this.lossless = bed.setup().persistent();
  }

  /**
   * Plays it.
   *
   * @param broker which lives on
   * @param folder of the round's own
   * @param deck of faults, from which the next ones come
   * @return which laws are broken, with what was played; empty if the account closes
   */
  static List<String> play(
      Broker broker, Path folder, Deck deck, int faults, RandomGenerator random, FaultTable table)
      throws Exception {
    Setup setup = Setup.drawn(random);
    try (FaultyNetwork network = new FaultyNetwork(broker.port());
        ProgramUnderTest program =
            new ProgramUnderTest(setup, broker.provider(network.port()), folder)) {
      Round round =
          new Round(new TestBed(setup, broker, network, program), folder, deck, random, table);
      return round.play(faults);
    }
  }

  private List<String> play(int faults) throws Exception {
    List<String> played = new ArrayList<>();
    List<String> broken = new ArrayList<>();
    awaitThroughput(System.nanoTime());
    for (int i = 0; i < faults; i++) {
      List<Fault> drawn = deck.deal();
      played.add(drawn.stream().map(Fault::title).toList().toString());
      if (drawn.contains(Fault.ADDRESS_DROPS)) {
        lossless = false;
      }
      broken.addAll(afflict(drawn));
    }
    broken.addAll(judge());
    String what = bed.setup() + " " + played;
    System.out.println(
        (broken.isEmpty() ? "closes, " : "BROKEN " + broken + ", ") + gone + " gone: " + what);
    return broken.stream()
        .map(each -> each + "\n  in " + what + "\n" + bed.program().toString().indent(4))
        .toList();
  }

  private List<String> afflict(List<Fault> faults) throws Exception {
    long doubtsBefore = fates().inDoubt();
    for (Fault fault : faults) {
      fault.begin(bed);
    }
    Thread.sleep(random.nextLong(500, 3000));
    for (int i = faults.size() - 1; i >= 0; i--) {
      faults.get(i).end(bed);
    }
    long endNanos = System.nanoTime();
    double connectedSeconds = awaitConnections(endNanos);
    double backSeconds = awaitThroughput(endNanos);
    boolean closed = awaitRest();
    table.add(
        faults.stream().map(Fault::title).sorted().toList(),
        connectedSeconds,
        backSeconds,
        fates().inDoubt() - doubtsBefore);
    if (!closed) {
      Set<MessageKey> missing = fates().missing();
      // a reply that came too late stays in its queue until the end
      return lossless && !bed.setup().roundTrips()
          ? List.of("after " + faults + " the account does not close: " + missing)
          : List.of();
    }
    return List.of();
  }

  /** Seconds until all workers have a connection. */
  private double awaitConnections(long sinceNanos) throws InterruptedException {
    while (!bed.program().status().map(Round::allUp).orElse(false)) {
      sleep(sinceNanos, "connections");
    }
    return seconds(sinceNanos);
  }

  private static boolean allUp(JSONObject status) {
    return status.getString("phase").equals("running")
        && workloads(status).allMatch(w -> w.getInt("workersUp") == w.getInt("workers"));
  }

  /** Seconds until both workloads do nearly what they should, for half a second. */
  private double awaitThroughput(long sinceNanos) throws InterruptedException {
    long asked = (long) (RECOVERED * Setup.PER_SECOND * WINDOW_MILLIS / MILLIS_PER_SECOND);
    while (true) {
      List<Long> before = iterations();
      long windowNanos = System.nanoTime();
      Thread.sleep(WINDOW_MILLIS);
      List<Long> after = iterations();
      boolean back = !before.isEmpty() && before.size() == after.size();
      for (int i = 0; back && i < after.size(); i++) {
        // a host with other work may never reach the rate
        back =
            after.get(i) - before.get(i)
                >= (seconds(sinceNanos) * MILLIS_PER_SECOND > BUSY_HOST_MILLIS ? 1 : asked);
      }
      if (back) {
        return (windowNanos - sinceNanos) / 1e9;
      }
      sleep(sinceNanos, "throughput");
    }
  }

  private List<Long> iterations() {
    return bed.program().status().stream()
        .flatMap(Round::workloads)
        .map(workload -> workload.getLong("iterations"))
        .toList();
  }

  private static Stream<JSONObject> workloads(JSONObject status) {
    return status.getJSONArray("workloads").toList().stream()
        .map(each -> new JSONObject((Map<?, ?>) each));
  }

  /** Nobody sends for a while: all that was sent arrives, but for what transactions hold back. */
  private boolean awaitRest() throws Exception {
    bed.program().command("pause " + bed.setup().producers());
    int most = lossless ? 600 : 30;
    boolean closed = false;
    for (int i = 0; i < most && !closed; i++) {
      Thread.sleep(LOOK_MILLIS);
      closed = fates().missing().size() <= bed.setup().openAtMost() + getsInDoubt();
    }
    bed.program().command("resume " + bed.setup().producers());
    return closed;
  }

  /** Gets outside transactions that may have taken a message each with them. */
  private long getsInDoubt() {
    Setup setup = bed.setup();
    return setup.transacted()
        ? 0
        : bed.program().status().stream()
            .flatMap(Round::workloads)
            .filter(each -> setup.roundTrips() || each.get("name").equals(setup.consumers()))
            .mapToLong(each -> each.getLong("inDoubt"))
            .sum();
  }

  /** Ends the run with messages in the queues, and compares. */
  private List<String> judge() throws Exception {
    bed.program().command("threads " + bed.setup().consumers() + " -" + Setup.WORKERS);
    Thread.sleep(WINDOW_MILLIS);
    RunSummary summary = bed.program().stop();
    List<Drained> drained = drainAll();
    return Law.brokenBy(bed.setup(), fates(), summary, drained, lossless);
  }

  /** Again, as long as messages are missing: a busy broker gives back late what it had sent. */
  private List<Drained> drainAll() throws Exception {
    Set<MessageKey> missing = fates().missing();
    List<Drained> drained = new ArrayList<>();
    int most = lossless ? 15 : 3;
    int empty = 0;
    do {
      List<Drained> found = new ArrayList<>();
      for (String queue : bed.setup().queues()) {
        found.addAll(bed.broker().drain(queue));
      }
      found.addAll(bed.broker().drain(bed.broker().deadLetters()));
      found.forEach(each -> missing.remove(each.message()));
      drained.addAll(found);
      empty = found.isEmpty() ? empty + 1 : 0;
    } while (!missing.isEmpty() && empty < most);
    gone = missing.size();
    return drained;
  }

  private MessageFates fates() throws Exception {
    return MessageFates.of(
        List.of(
            folder.resolve(bed.setup().producers() + ".csv"),
            folder.resolve(bed.setup().consumers() + ".csv")));
  }

  private void sleep(long sinceNanos, String awaited) throws InterruptedException {
    if (bed.program().ended() || System.nanoTime() - sinceNanos > PATIENCE_MILLIS * 1_000_000) {
      throw new IllegalStateException("no " + awaited + " again:\n" + bed.program());
    }
    Thread.sleep(LOOK_MILLIS);
  }

  private static double seconds(long sinceNanos) {
    return (System.nanoTime() - sinceNanos) / 1e9;
  }
}
