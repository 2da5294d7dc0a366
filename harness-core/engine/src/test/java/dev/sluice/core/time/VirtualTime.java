package dev.sluice.core.time;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.Map;
import java.util.Queue;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.Semaphore;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BooleanSupplier;

/**
 * Time for any number of real threads that passes only while all of them wait. One thread runs at a
 * time, until it waits or ends; then the one runs that was unparked first, and if there is none,
 * time moves on to the earliest deadline. Threads with one deadline run in the order in which they
 * were started. So whatever threads do by this clock alone happens in one order, and comes out the
 * same each time.
 *
 * <p>{@link #play} is for the test's own thread, everything else for threads that play. They must
 * wait for each other by this clock only, and hold no lock while they wait. A wait that nothing
 * would ever end fails the test.
 */
public final class VirtualTime implements NanoClock, InstantSource {

  /** Not 0 and not positive, as a reading of {@link System#nanoTime()} need not be either. */
  public static final long ORIGIN = -5_000_000_000L;

  private static final Instant START = Instant.parse("2031-02-03T04:05:06Z");
  private static final Duration MAX_REAL = Duration.ofSeconds(60);
  private static final long LOOK_NANOS = 1_000_000;

  /** One thread that lives by this clock. */
  private static final class Player {
    final int number;
    final Semaphore turn = new Semaphore(0);
    final Queue<Player> joining = new ArrayDeque<>();
    long deadlineNanos = NEVER;
    boolean unparked;
    boolean ended;

    Player(int number) {
      this.number = number;
    }
  }

  @SuppressWarnings("ThreadLocalUsage") // a thread lives by one clock as long as it lives
  private static final ThreadLocal<VirtualTime> CURRENT = new ThreadLocal<>();

  private final Map<Thread, Player> players = new ConcurrentHashMap<>();
  private final Queue<Player> ready = new ArrayDeque<>(); // guarded by this
  private final TreeSet<Player> waiting = // guarded by this
      new TreeSet<>(
          Comparator.<Player>comparingLong(each -> each.deadlineNanos)
              .thenComparingInt(each -> each.number));
  private boolean over; // guarded by this
  private int started; // guarded by this
  private volatile long nowNanos = ORIGIN;
  private volatile boolean stuck;

  /**
   * Runs this by the clock, with all threads that it starts, and returns when it does. Threads that
   * are still there then stay where they are.
   */
  public <T> T play(Callable<T> run) throws Exception {
    return play(run, MAX_REAL);
  }

  /** The same, which may take that long by the clock on the wall. */
  public <T> T play(Callable<T> run, Duration maxReal) throws Exception {
    FutureTask<T> task = new FutureTask<>(run);
    Thread thread =
        start(
            "virtual",
            () -> {
              task.run();
              synchronized (this) {
                over = true;
              }
            });
    synchronized (this) {
      over = false;
      passOn();
    }
    try {
      return task.get(maxReal.toMillis(), TimeUnit.MILLISECONDS);
    } catch (ExecutionException e) {
      if (e.getCause() instanceof Exception failure) {
        throw failure;
      }
      throw (Error) e.getCause();
    } catch (TimeoutException e) {
      throw new AssertionError("a thread runs for ever, or waits by another clock", e);
    } finally {
      thread.join(TimeUnit.SECONDS.toMillis(1)); // so that all stand still
    }
  }

  /** The clock that the calling thread lives by. */
  public static VirtualTime current() {
    return CURRENT.get();
  }

  @Override
  public long nanos() {
    return nowNanos;
  }

  @Override
  public Instant instant() {
    return START.plusNanos(nowNanos - ORIGIN);
  }

  @Override
  public void parkUntil(long deadlineNanos) {
    Player me = players.get(Thread.currentThread());
    synchronized (this) {
      if (me.unparked) {
        me.unparked = false;
        return;
      }
      if (deadlineNanos <= nowNanos) {
        return;
      }
      me.deadlineNanos = deadlineNanos;
      waiting.add(me);
      passOn();
    }
    awaitTurn(me);
  }

  @Override
  public void unpark(Thread thread) {
    Player player = thread == null ? null : players.get(thread);
    if (player != null) {
      unpark(player);
    }
  }

  @Override
  public Thread start(ThreadFactory threads, String name, Runnable task) {
    Player player;
    synchronized (this) {
      player = new Player(++started);
    }
    Thread thread =
        threads.newThread(
            () -> {
              CURRENT.set(this);
              try {
                awaitTurn(player);
                task.run();
              } finally {
                end(player);
              }
            });
    thread.setName(name);
    thread.start();
    players.put(thread, player);
    synchronized (this) {
      ready.add(player);
    }
    return thread;
  }

  @Override
  public void join(Thread thread) {
    Player other = players.get(thread);
    Player me = players.get(Thread.currentThread());
    synchronized (this) {
      other.joining.add(me);
    }
    while (!hasEnded(other)) {
      parkUntil(NEVER);
    }
  }

  /** So much time passes for the calling thread, even if it is unparked. */
  public void spend(long nanos) {
    long untilNanos = nowNanos + nanos;
    while (nowNanos < untilNanos) {
      parkUntil(untilNanos);
    }
  }

  /** The process stands still: so much time passes, and no thread runs meanwhile. */
  public synchronized void standStill(long nanos) {
    nowNanos += nanos;
  }

  /** Looks every millisecond whether it is so, and returns when it is. */
  public void until(BooleanSupplier condition) {
    while (!condition.getAsBoolean()) {
      spend(LOOK_NANOS);
    }
  }

  /** Lets all that can run at this moment do so, until they wait. */
  public void settle() {
    Player me = players.get(Thread.currentThread());
    synchronized (this) {
      ready.add(me);
      passOn();
    }
    awaitTurn(me);
  }

  private synchronized boolean hasEnded(Player player) {
    return player.ended;
  }

  private synchronized void unpark(Player player) {
    if (waiting.remove(player)) {
      ready.add(player);
    } else if (!ready.contains(player)) {
      player.unparked = true;
    }
  }

  private synchronized void end(Player player) {
    player.ended = true;
    player.joining.forEach(this::unpark);
    passOn();
  }

  /** The running thread waits or has ended: lets the next one run. Guarded by this. */
  private void passOn() {
    if (over) {
      return;
    }
    Player next = ready.poll();
    if (next == null) {
      next = waiting.pollFirst();
      if (next == null || next.deadlineNanos == NEVER) {
        stuck = true;
        if (next != null) {
          next.turn.release();
        }
        waiting.forEach(each -> each.turn.release());
        return;
      }
      nowNanos = Math.max(nowNanos, next.deadlineNanos);
    }
    next.turn.release();
  }

  private void awaitTurn(Player player) {
    player.turn.acquireUninterruptibly();
    if (stuck) {
      throw new IllegalStateException("nothing would ever end this wait");
    }
  }
}
