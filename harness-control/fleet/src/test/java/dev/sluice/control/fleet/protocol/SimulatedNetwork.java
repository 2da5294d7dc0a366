package dev.sluice.control.fleet.protocol;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
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
 * Processes on hosts with clocks of their own, and a hub between them. Messages are lost, delayed,
 * doubled and reordered; the network is cut and healed; the hub stops, dies, has a successor, or is
 * there twice: in virtual time, one event after the other, the same for the same seed.
 */
final class SimulatedNetwork {

  static final long MILLIS = 1_000_000L;
  static final long SECONDS = 1_000_000_000L;

  private static final int RING = 40;

  final Random random;
  private final PriorityQueue<Event> events = new PriorityQueue<>();
  private final Map<String, Process> processes = new LinkedHashMap<>();
  private final long leaseNanos;
  private final Runnable afterEach;
  private long now;
  boolean traces;
  private long order;
  private boolean unreliable = true;
  private Hub hub = new Hub();
  private Hub second; // null but for a pair that has split

  private record Event(long atNanos, long order, Runnable action) implements Comparable<Event> {

    @Override
    public int compareTo(Event other) {
      int byTime = Long.compare(atNanos, other.atNanos);
      return byTime != 0 ? byTime : Long.compare(order, other.order);
    }
  }

  /** Closes connections that were silent for a lease. */
  SimulatedNetwork(long seed, long leaseNanos, Runnable afterEach) {
    this.random = new Random(seed);
    this.leaseNanos = leaseNanos;
    this.afterEach = afterEach;
  }

  /** A broker that all can reach that are on its side. */
  private static final class Hub {

    private final Map<Process, Session> sessions = new LinkedHashMap<>();
    private final Deque<Runnable> queue = new ArrayDeque<>(); // while nobody consumes it
    private final List<Runnable> waiting = new ArrayList<>();
    private Session holder; // null if nobody has the lock
    private int side;
    private boolean alive = true;
    private boolean suspended;

    void whenAwake(Runnable action) {
      if (suspended) {
        waiting.add(action);
      } else if (alive) {
        action.run();
      }
    }
  }

  /** A connection of a process, as the hub knows it. */
  private static final class Session {

    private final Process process;
    private final Hub hub;
    private long heardNanos;
    private boolean open = true;

    Session(Process process, Hub hub, long nowNanos) {
      this.process = process;
      this.hub = hub;
      this.heardNanos = nowNanos;
    }
  }

  /** A process on a host of its own. */
  @SuppressWarnings("JavaLangClash") // no other kind of process is simulated
  final class Process implements FleetLink {

    final String name;
    private boolean seeksLock;
    private final long clockStart = random.nextLong() >> 8;
    private final double clockRate = 1 + (random.nextDouble() - 0.5) * 0.9 * FleetTiming.DRIFT;
    private final List<Runnable> waiting = new ArrayList<>();
    private FleetLink.Listener listener;
    private Session session; // null while it has none
    private long reachedNanos;
    private long lookedNanos = -SECONDS * 60;
    private boolean split;
    private boolean granted; // the lock, as its link knows
    private boolean told; // that it was granted, before who is there
    private int grants;
    private int side;
    private long suspendedNanos;
    boolean alive = true;
    boolean hostAlive = true;
    boolean suspended;
    private boolean starved;

    /** Whether it slept longer than a lease, and has not got the lock since. */
    boolean overslept;

    private Process(String name, boolean seeksLock) {
      this.name = name;
      this.seeksLock = seeksLock;
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
    }

    private void tick(long tickNanos) {
      if (alive) {
        if (starved) {
          connect();
        }
        whenAwake(
            () -> {
              connect();
              listener.tick(local());
            });
        after(tickNanos, () -> tick(tickNanos));
      }
    }

    /** Does something in this process; later if it is suspended. */
    void whenAwake(Runnable action) {
      if (!alive) {
        return;
      }
      if (suspended || starved) {
        waiting.add(action);
      } else {
        action.run();
      }
    }

    /** What a link does by itself. */
    private void connect() {
      if (session != null && reaches(session.hub) && !session.hub.suspended) {
        reachedNanos = now;
      }
      boolean closed =
          session != null && (reaches(session.hub) || !session.hub.alive) && !session.open;
      if (closed || (session != null && now - reachedNanos > leaseNanos)) {
        session = null;
        loseLock();
      }
      if (session == null && random.nextInt(3) == 0) {
        Hub found = second != null && random.nextBoolean() ? second : hub;
        if (reaches(found) && !found.suspended) {
          close(found.sessions.get(this));
          session = new Session(this, found, now);
          found.sessions.put(this, session);
          reachedNanos = now;
          look();
          viewChanges(found);
        }
      }
      if (now - lookedNanos >= leaseNanos / 2) {
        look();
      }
      if (seeksLock && session != null && !granted) {
        seekLock(session);
      }
    }

    private void look() {
      lookedNanos = now;
      int answering = (reaches(hub) ? 1 : 0) + (second != null && reaches(second) ? 1 : 0);
      if (answering > 0 && split != answering > 1) {
        split = answering > 1;
        trace(() -> name + (split ? " sees two hubs" : " sees one hub again"));
        listener.split(local(), split);
      }
    }

    private void seekLock(Session at) {
      if (!reaches(at.hub) || at.hub.suspended || !at.open) {
        return;
      }
      if (at.hub.holder == at) {
        at.hub.holder = null; // it gave it back
      } else if (at.hub.holder == null) {
        at.hub.holder = at;
        granted = true;
        trace(() -> name + " has the lock");
        int grant = grants;
        later(
            () -> {
              if (grant == grants) {
                listener.lock(local(), false); // which may be on its way still
              }
              if (grant == grants) {
                listener.lock(local(), true);
              }
              if (grant == grants) {
                overslept = false;
                told = true;
                viewChanges(at.hub);
              }
            });
        List<Runnable> queued = List.copyOf(at.hub.queue);
        at.hub.queue.clear();
        queued.forEach(Runnable::run);
      }
    }

    private void loseLock() {
      if (granted) {
        granted = false;
        told = false;
        trace(() -> name + " has lost the lock");
        int grant = grants;
        after( // behind what lay in its socket
            random.nextInt(unreliable ? 1_000 : 10) * MILLIS,
            () ->
                whenAwake(
                    () -> {
                      if (grant == grants && !granted) {
                        listener.lock(local(), false);
                      }
                    }));
      }
    }

    @Override
    public void release() {
      trace(() -> name + " gives the lock back");
      grants++;
      granted = false;
      told = false;
    }

    @Override
    public void leave() {
      seeksLock = false;
      release();
      close(session);
    }

    private void later(Runnable action) {
      after(delay(), () -> whenAwake(action));
    }

    private boolean reaches(Hub other) {
      return other.alive && hostAlive && other.side == side;
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
      if (session == null) {
        return;
      }
      Session from = session;
      int copies = unreliable && random.nextInt(50) == 0 ? 2 : 1;
      for (int i = 0; i < copies; i++) {
        if (!unreliable || random.nextInt(25) != 0) {
          after(delay(), () -> toHub(from, member, message));
        }
      }
    }

    private void toHub(Session from, String member, FleetMessage message) {
      if (!alive || !from.hub.alive) {
        return;
      }
      if (!reaches(from.hub)) {
        if (random.nextInt(4) == 0) { // kept by some retransmission until the network heals
          after(SECONDS, () -> toHub(from, member, message));
        }
        return;
      }
      from.hub.whenAwake(
          () -> {
            if (from.open) {
              from.heardNanos = now;
              route(from.hub, member, message);
            }
          });
    }

    private void route(Hub at, String member, FleetMessage message) {
      if (!member.equals(CONTROLLER)) {
        Process to = processes.get(member);
        if (to != null && at.sessions.containsKey(to)) {
          after(delay(), () -> deliver(at, to, message));
        }
      } else if (at.holder != null) {
        Process to = at.holder.process;
        after(delay(), () -> deliver(at, to, message));
      } else {
        at.queue.add(() -> route(at, member, message));
        if (at.queue.size() > RING) {
          at.queue.removeFirst();
        }
      }
    }

    private void deliver(Hub at, Process to, FleetMessage message) {
      if (to.reaches(at)) {
        to.whenAwake(() -> to.listener.received(to.local(), name, message));
      } else if (at.alive && random.nextInt(4) == 0) {
        after(SECONDS, () -> deliver(at, to, message));
      }
    }

    private void resume() {
      if (suspended || starved) {
        overslept |= suspended && now - suspendedNanos > leaseNanos + leaseNanos / 100;
        suspended = false;
        starved = false;
        List<Runnable> missed = List.copyOf(waiting);
        waiting.clear();
        missed.forEach(this::whenAwake);
      }
    }
  }

  /** Whether it has the lock of a hub that it reaches. */
  boolean holdsLock(Process process) {
    return hub.holder != null && hub.holder.process == process && process.granted;
  }

  /** What a hub finds out by itself. */
  private void supervise(Hub at) {
    if (!at.alive) {
      return;
    }
    if (!at.suspended) {
      for (Session each : List.copyOf(at.sessions.values())) {
        Process process = each.process;
        boolean ended = !process.alive && process.hostAlive && process.side == at.side;
        if (process.reaches(at) && process.alive && !process.suspended) {
          each.heardNanos = now;
        }
        if (ended || now - each.heardNanos > leaseNanos) {
          close(each);
        }
      }
    }
    after(100 * MILLIS, () -> supervise(at));
  }

  private void close(Session session) {
    if (session == null) {
      return;
    }
    session.open = false;
    Hub at = session.hub;
    at.sessions.remove(session.process);
    if (at.holder == session) {
      at.holder = null;
    }
    viewChanges(at);
  }

  /** The holder hears of it after a while. */
  private void viewChanges(Hub at) {
    Session holder = at.holder;
    if (holder != null) {
      after(
          random.nextInt(unreliable ? 1_000 : 50) * MILLIS,
          () -> {
            if (at.holder == holder && holder.process.reaches(at)) {
              Set<String> names = new HashSet<>();
              at.sessions.keySet().forEach(each -> names.add(each.name));
              holder.process.whenAwake(
                  () -> {
                    if (holder.process.told && holder.process.session == holder) {
                      holder.process.listener.view(holder.process.local(), names);
                    }
                  });
            }
          });
    }
  }

  /** Prints what happens, if somebody looks for what went wrong with a seed. */
  void trace(Supplier<String> what) {
    if (traces) {
      System.out.printf(Locale.ROOT, "%9.3f %s%n", now / 1e9, what.get());
    }
  }

  /**
   * @param seeksLock whether it is a controller's
   */
  Process process(String name, boolean seeksLock) {
    if (processes.isEmpty()) {
      supervise(hub);
    }
    Process process = new Process(name, seeksLock);
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

  /** Mostly some milliseconds, at times seconds; a message takes two of them. */
  private long delay() {
    long usual = (long) (-Math.log(1 - random.nextDouble()) * MILLIS) + MILLIS / 20;
    return unreliable && random.nextInt(120) == 0 ? usual + random.nextInt(3_000) * MILLIS : usual;
  }

  void kill(Process process, boolean withHost) {
    trace(() -> "kill " + process.name + (withHost ? " and its host" : ""));
    process.alive = false;
    process.hostAlive = !withHost;
  }

  void suspend(Process process, long nanos) {
    trace(() -> "suspend " + process.name + " for " + nanos / 1_000_000);
    process.suspended = true;
    process.suspendedNanos = now;
    after(nanos, process::resume);
  }

  /** It gets no processor for a while, but for what keeps its connection. */
  void starve(Process process, long nanos) {
    process.starved = true;
    after(nanos, process::resume);
  }

  /** The hub stops for a while. */
  void suspendHub(long nanos) {
    Hub at = hub;
    trace(() -> "suspend the hub for " + nanos / 1_000_000);
    at.suspended = true;
    after(nanos, () -> wake(at));
  }

  private void wake(Hub at) {
    at.suspended = false;
    List<Runnable> missed = List.copyOf(at.waiting);
    at.waiting.clear();
    missed.forEach(at::whenAwake);
  }

  /** The hub dies, and another one is there after a while. */
  void killHub(long nanos) {
    trace(() -> "the hub dies, for " + nanos / 1_000_000);
    end(hub);
    after(
        nanos,
        () -> {
          if (!hub.alive) {
            hub = hubLike(hub);
          }
        });
  }

  private Hub hubLike(Hub before) {
    Hub next = new Hub();
    next.side = before.side;
    supervise(next);
    return next;
  }

  private static void end(Hub at) {
    at.alive = false;
    at.holder = null;
    at.sessions.values().forEach(each -> each.open = false);
    at.sessions.clear();
  }

  /** A replicated pair loses its link, so that there are two hubs for a while. */
  void splitHub(long nanos) {
    if (second == null && hub.alive) {
      trace(() -> "two hubs for " + nanos / 1_000_000);
      second = hubLike(hub);
      after(nanos, this::uniteHubs);
    }
  }

  private void uniteHubs() {
    if (second != null) {
      trace(() -> "one hub");
      if (random.nextBoolean() && second.alive) {
        end(hub);
        hub = second;
      } else {
        end(second);
      }
      second = null;
    }
  }

  /** Cuts the network in two, by chance. */
  void cut() {
    processes.values().forEach(process -> process.side = random.nextInt(2));
    trace(
        () ->
            "cut off "
                + processes.values().stream().filter(p -> p.side == 1).map(p -> p.name).toList());
  }

  void heal() {
    trace(() -> "heal");
    processes.values().forEach(process -> process.side = 0);
  }

  /** A process is cut off from the hub; nothing refuses it. */
  void cutOff(Process process) {
    process.side = 1;
  }

  /** Everything is delivered from now on, nobody is suspended or cut off, and hosts are up. */
  void makeWhole() {
    unreliable = false;
    uniteHubs();
    if (!hub.alive) {
      hub = hubLike(hub);
    }
    wake(hub);
    processes.values().forEach(process -> process.hostAlive = true);
    heal();
    processes.values().forEach(Process::resume);
  }
}
