package dev.sluice.control.fleet.protocol;

import dev.sluice.control.fleet.protocol.FleetLink.Evidence;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Random;
import java.util.Set;
import java.util.function.Supplier;

/**
 * Processes on hosts with clocks of their own, and a network between them that loses, delays,
 * doubles and reorders messages, is cut and healed: in virtual time, one event after the other, the
 * same for the same seed.
 */
final class SimulatedNetwork {

  static final long MILLIS = 1_000_000L;
  static final long SECONDS = 1_000_000_000L;

  final Random random;
  private final PriorityQueue<Event> events = new PriorityQueue<>();
  private final Map<String, Process> processes = new LinkedHashMap<>();
  private final Runnable afterEach;
  private long now;
  boolean traces;
  private long order;
  private boolean unreliable = true;
  private final Set<Set<String>> refused = new HashSet<>(); // ways on which nothing passes
  private String refusedFor = "";

  /** Whether a process knows where others are that it has not met, so that it can probe them. */
  boolean strangersAreFound = true;

  private record Event(long atNanos, long order, Runnable action) implements Comparable<Event> {

    @Override
    public int compareTo(Event other) {
      int byTime = Long.compare(atNanos, other.atNanos);
      return byTime != 0 ? byTime : Long.compare(order, other.order);
    }
  }

  SimulatedNetwork(long seed, Runnable afterEach) {
    this.random = new Random(seed);
    this.afterEach = afterEach;
  }

  /** Nothing passes between two, and who calls the other is refused. */
  void refuse(Process caller, Process called) {
    refused.add(Set.of(caller.name, called.name));
    refusedFor = caller.name;
  }

  /** A process on a host of its own. */
  @SuppressWarnings("JavaLangClash") // no other kind of process is simulated
  final class Process implements FleetLink {

    final String name;
    private final long clockStart = random.nextLong() >> 8;
    private final double clockRate = 1 + (random.nextDouble() - 0.5) * 0.9 * FleetTiming.DRIFT;
    private final List<Runnable> waiting = new ArrayList<>();
    private final Set<String> met = new HashSet<>();
    private FleetLink.Listener listener;
    private int side;
    boolean alive = true;
    boolean hostAlive = true;
    boolean suspended;

    private Process(String name) {
      this.name = name;
    }

    /** What its own clock reads now. */
    long local() {
      return local(now);
    }

    long local(long trueNanos) {
      return clockStart + (long) (trueNanos * clockRate);
    }

    void start(FleetLink.Listener what, long tickNanos) {
      listener = what;
      after((long) (random.nextDouble() * tickNanos), () -> tick(tickNanos));
      viewsChange();
    }

    private void tick(long tickNanos) {
      if (alive) {
        whenAwake(() -> listener.tick(local()));
        after(tickNanos, () -> tick(tickNanos));
      }
    }

    /** Does something in this process; later if it is suspended. */
    void whenAwake(Runnable action) {
      if (!alive) {
        return;
      }
      if (suspended) {
        waiting.add(action);
      } else {
        action.run();
      }
    }

    @Override
    public long wallAheadNanos() {
      return 0;
    }

    @Override
    public String self() {
      return name;
    }

    @Override
    public void send(String member, FleetMessage message) {
      int copies = unreliable && random.nextInt(50) == 0 ? 2 : 1;
      for (int i = 0; i < copies; i++) {
        if (!unreliable || random.nextInt(25) != 0) {
          after(delay(), () -> deliver(member, message));
        }
      }
    }

    private void deliver(String member, FleetMessage message) {
      Process to = processes.get(member);
      if (to == null || !to.alive || refused.contains(Set.of(name, member))) {
        return;
      }
      if (to.side != side) {
        if (random.nextInt(4) == 0) { // kept by some retransmission until the network heals
          after(SECONDS, () -> deliver(member, message));
        }
        return;
      }
      to.whenAwake(
          () -> {
            to.met.add(name);
            to.listener.received(to.local(), name, message);
          });
    }

    @Override
    public void probe(String member) {
      Process to = processes.get(member);
      boolean reached = to.side == side && to.hostAlive;
      boolean found = reached && (strangersAreFound || met.contains(member));
      Evidence evidence =
          !found ? Evidence.SILENT : to.alive ? Evidence.ANSWERED : Evidence.REFUSED;
      long afterNanos = reached ? delay() : SECONDS;
      Evidence seen = refused.contains(Set.of(name, member)) ? Evidence.REFUSED : evidence;
      Evidence onTheWay = name.equals(refusedFor) || seen == evidence ? seen : Evidence.SILENT;
      after(afterNanos, () -> whenAwake(() -> listener.probed(local(), member, onTheWay)));
    }

    private void resume() {
      suspended = false;
      List<Runnable> missed = List.copyOf(waiting);
      waiting.clear();
      missed.forEach(this::whenAwake);
    }
  }

  /** Prints what happens, if somebody looks for what went wrong with a seed. */
  void trace(Supplier<String> what) {
    if (traces) {
      System.out.printf(Locale.ROOT, "%9.3f %s%n", now / 1e9, what.get());
    }
  }

  Process process(String name) {
    Process process = new Process(name);
    processes.put(name, process);
    return process;
  }

  long now() {
    return now;
  }

  void after(long nanos, Runnable action) {
    events.add(new Event(now + nanos, order++, action));
  }

  void runUntil(long trueNanos) {
    while (!events.isEmpty() && events.peek().atNanos <= trueNanos) {
      Event event = events.poll();
      now = event.atNanos;
      event.action.run();
      afterEach.run();
    }
    now = trueNanos;
  }

  /** Mostly some milliseconds, at times seconds. */
  private long delay() {
    long usual = (long) (-Math.log(1 - random.nextDouble()) * 2 * MILLIS) + MILLIS / 10;
    return unreliable && random.nextInt(60) == 0 ? usual + random.nextInt(3_000) * MILLIS : usual;
  }

  void kill(Process process, boolean withHost) {
    trace(() -> "kill " + process.name + (withHost ? " and its host" : ""));
    process.alive = false;
    process.hostAlive = !withHost;
    viewsChange();
  }

  void suspend(Process process, long nanos) {
    trace(() -> "suspend " + process.name + " for " + nanos / 1_000_000);
    process.suspended = true;
    after(nanos, process::resume);
    viewsChange();
    after(nanos + 1, this::viewsChange);
  }

  /** Cuts the network in two, by chance. */
  void cut() {
    processes.values().forEach(process -> process.side = random.nextInt(2));
    trace(
        () ->
            "cut off "
                + processes.values().stream().filter(p -> p.side == 1).map(p -> p.name).toList());
    viewsChange();
  }

  void heal() {
    trace(() -> "heal");
    processes.values().forEach(process -> process.side = 0);
    viewsChange();
  }

  /** Everything is delivered from now on, nobody is suspended or cut off, and hosts are up. */
  void makeWhole() {
    unreliable = false;
    processes.values().forEach(process -> process.hostAlive = true);
    heal();
    processes.values().stream().filter(process -> process.suspended).forEach(Process::resume);
  }

  /** Everybody hears of it after a while, each after another. */
  private void viewsChange() {
    for (Process process : processes.values()) {
      if (process.listener != null && process.alive) {
        after(
            100 * MILLIS + random.nextInt(unreliable ? 3_000 : 500) * MILLIS,
            () -> process.whenAwake(() -> seesWhoIsThere(process)));
      }
    }
  }

  private void seesWhoIsThere(Process process) {
    Set<String> seen = seenBy(process);
    process.met.addAll(seen);
    process.listener.view(process.local(), seen);
  }

  private Set<String> seenBy(Process process) {
    Set<String> seen = new HashSet<>();
    for (Process other : processes.values()) {
      if (other.alive && !other.suspended && other.listener != null && other.side == process.side) {
        seen.add(other.name);
      }
    }
    seen.add(process.name);
    return seen;
  }
}
