package dev.sluice.core.time;

import java.util.PriorityQueue;

/**
 * Time that passes only where a test says so: a park moves it on to the deadline (late by a given
 * amount, if so asked), {@link #advance} moves it on as an iteration that takes time does. Actions
 * at given times stand for other threads: a park that would pass one ends there once it has run,
 * like one that is unparked.
 *
 * <p>For one thread. A park that nothing would ever end is an error, and so are very many in which
 * no time passes, so that a test fails rather than hangs.
 */
public final class SimulatedClock implements NanoClock {

  /** Not 0 and not positive, as a reading of {@link System#nanoTime()} need not be either. */
  public static final long ORIGIN = -5_000_000_000L;

  private static final int MOST_PARKS_IN_NO_TIME = 100_000;

  private final PriorityQueue<Action> actions = new PriorityQueue<>();
  private long nanos = ORIGIN;
  private long oversleepNanos;
  private long actionsAdded;
  private int parksInNoTime;

  private record Action(long nanos, long number, Runnable task) implements Comparable<Action> {
    @Override
    public int compareTo(Action other) {
      return nanos != other.nanos
          ? Long.compare(nanos, other.nanos)
          : Long.compare(number, other.number);
    }
  }

  @Override
  public long nanos() {
    return nanos;
  }

  /** From now on a park that ends by the clock ends so much later than it should. */
  public void oversleepBy(long nanos) {
    oversleepNanos = nanos;
  }

  /** Runs an action when time gets there; those of one moment run in the order they came in. */
  public void at(long nanos, Runnable task) {
    actions.add(new Action(nanos, actionsAdded++, task));
  }

  /** Time passes, for all but a sleeper: the actions on the way run. */
  public void advance(long byNanos) {
    moveTo(nanos + byNanos);
  }

  @Override
  public void parkUntil(long deadlineNanos) {
    if (deadlineNanos <= nanos) {
      if (++parksInNoTime > MOST_PARKS_IN_NO_TIME) {
        throw new IllegalStateException("it parks for ever, and no time passes");
      }
      return;
    }
    parksInNoTime = 0;
    if (!actions.isEmpty() && actions.peek().nanos <= deadlineNanos) {
      moveTo(Math.max(nanos, actions.peek().nanos));
      return;
    }
    if (deadlineNanos == NEVER) {
      throw new IllegalStateException("nothing would ever end this wait");
    }
    moveTo(deadlineNanos + oversleepNanos);
  }

  private void moveTo(long target) {
    while (!actions.isEmpty() && actions.peek().nanos <= target) {
      Action action = actions.remove();
      nanos = Math.max(nanos, action.nanos);
      action.task.run();
    }
    nanos = Math.max(nanos, target);
  }
}
