package dev.sluice.core.worker;

import dev.sluice.core.pacing.Arrivals;
import dev.sluice.core.pacing.Pacer.Pacing;
import dev.sluice.core.time.NanoClock;
import java.lang.reflect.Method;
import java.time.Duration;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicBoolean;

/** The settings of the workers of one workload. */
public interface WorkerSettings {

  /** What workers are named after. */
  String name();

  /** Makes them. */
  WorkerFactory factory();

  /** How their iterations are spread along the rate. */
  Arrivals arrivals();

  /** What their iterations are due by. */
  Pacing pacing();

  /** Iterations each does before it ends, 0 for no limit. */
  long count();

  Disconnects disconnects();

  ErrorPolicy errorPolicy();

  StartSpec start();

  /** What they run on. */
  ThreadKind threads();

  /**
   * When workers disconnect on purpose, and connect again.
   *
   * @param every iterations after which a worker does so, 0 for never
   * @param pause how long it stays away
   */
  record Disconnects(long every, Duration pause) {

    public static final Disconnects NEVER = new Disconnects(0, Duration.ZERO);

    public Disconnects {
      if (every < 0 || pause.isNegative()) {
        throw new IllegalArgumentException(
            "not a valid number of iterations or pause: " + every + ", " + pause);
      }
    }
  }

  /** The consequence of a worker's failure for the run. */
  enum ErrorPolicy {
    /** It is counted, the worker recovers and goes on; the run's exit code tells. */
    CONTINUE,
    /** It ends the run. */
    STOP
  }

  /** The kind of threads that workers run on. */
  enum ThreadKind {

    /** One thread of the operating system each: cheaper for some hundred workers. */
    PLATFORM {
      @Override
      public ThreadFactory factory() {
        return NanoClock::daemon;
      }
    },

    /**
     * Virtual threads; on JDK 24 or later, where a synchronized block no longer pins the carrier.
     * The first worker has a thread of the operating system and connects alone: threads that a
     * client starts keep the group and the context of the thread that connected first, and loading
     * the client's classes would pin a carrier. None inherits thread-locals.
     */
    VIRTUAL {
      @Override
      public ThreadFactory factory() {
        ThreadFactory others = virtualThreads();
        AtomicBoolean begun = new AtomicBoolean();
        return task -> begun.getAndSet(true) ? others.newThread(task) : NanoClock.daemon(task);
      }
    };

    /** The first JDK whose virtual threads are fit for the purpose (JEP 491). */
    public static final int VIRTUAL_THREADS_SINCE_JDK = 24;

    /** From how many workers on virtual threads are cheaper: measured in docs/decisions/0009. */
    public static final int VIRTUAL_PAYS_FROM = 1_000;

    /** Makes threads of this kind. */
    public abstract ThreadFactory factory();

    /**
     * The cheaper kind.
     *
     * @param jdk the feature version of the JVM
     */
    public static ThreadKind fitting(int workers, int jdk) {
      return workers >= VIRTUAL_PAYS_FROM && jdk >= VIRTUAL_THREADS_SINCE_JDK ? VIRTUAL : PLATFORM;
    }

    /**
     * Makes nothing but virtual threads, which inherit nothing.
     *
     * @throws IllegalStateException if the JVM has none
     */
    public static ThreadFactory virtualThreads() {
      try {
        // by reflection, because the harness is compiled for JDK 17
        Method ofVirtual = Thread.class.getMethod("ofVirtual");
        Class<?> type = ofVirtual.getReturnType();
        Object builder = ofVirtual.invoke(null);
        type.getMethod("inheritInheritableThreadLocals", boolean.class).invoke(builder, false);
        return (ThreadFactory) type.getMethod("factory").invoke(builder);
      } catch (ReflectiveOperationException e) {
        throw new IllegalStateException("this JVM has no virtual threads", e);
      }
    }
  }

  /**
   * How the workers of a workload are started, and how they come back.
   *
   * @param parallel how many may be connecting at the same time
   * @param interval the pause between one start and the next
   * @param timeout how long to wait for the next worker to come up
   * @param retry for how long a worker that cannot connect tries again; zero: not at all
   * @param together whether all begin to work when the last one is up; else each does when it is up
   * @param reconnectsPerSecond how many attempts to reconnect all of them make together, at most
   * @param peer what workers connect to, as in a sentence; empty if to nothing
   */
  record StartSpec(
      int parallel,
      Duration interval,
      Duration timeout,
      Duration retry,
      boolean together,
      int reconnectsPerSecond,
      String peer) {

    private static final int DEFAULT_RECONNECTS_PER_SECOND = 500;

    public static final StartSpec DEFAULT =
        new StartSpec(16, Duration.ZERO, Duration.ofSeconds(30), Duration.ZERO, true);

    /** Of workers that connect to nothing. */
    public StartSpec(
        int parallel, Duration interval, Duration timeout, Duration retry, boolean together) {
      this(parallel, interval, timeout, retry, together, DEFAULT_RECONNECTS_PER_SECOND, "");
    }

    /** The same start, of workers that connect to this. */
    public StartSpec connectingTo(String what) {
      return new StartSpec(parallel, interval, timeout, retry, together, reconnectsPerSecond, what);
    }

    /** The same start, of workers that come back at most so many in a second. */
    public StartSpec reconnecting(int perSecond) {
      return new StartSpec(parallel, interval, timeout, retry, together, perSecond, peer);
    }
  }
}
