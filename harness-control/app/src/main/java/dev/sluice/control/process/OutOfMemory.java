package dev.sluice.control.process;

import dev.sluice.core.worker.ProcessLimits;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.IntConsumer;
import java.util.stream.Stream;
import javax.management.NotificationEmitter;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Hears of all that nothing in a thread of this process catches, and changes the exit code by it.
 *
 * <p>Ends the process when the heap is full, or another kind of memory, or when the host has no
 * thread left, in whichever thread that shows: one line says so, the run is asked to end with the
 * summary that can be had, and the process ends in any case. All that this takes is there
 * beforehand, because later there may be no memory for it. Any thread.
 */
public final class OutOfMemory implements Thread.UncaughtExceptionHandler, AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(OutOfMemory.class);
  private static final Duration GRACE = Duration.ofSeconds(10);

  /** How long it may take to keep that a run is unfinished. */
  private static final Duration LAST = Duration.ofSeconds(5);

  private static final Duration PAUSE = Duration.ofMillis(100);
  private static final long TRIES = LAST.dividedBy(PAUSE);

  private static final int RESERVE_BYTES = 1 << 20;

  /** A heap that a collection leaves as full as this has no room for a run. */
  private static final double FULL = 0.98;

  private static final String CLASSES_FULL =
      "out of memory: the memory for classes is full; give more (-XX:MaxMetaspaceSize)";

  /** How the messages of {@link OutOfMemoryError} begin, as the JVM writes them, and what helps. */
  private enum Lack {
    THREADS(
        "unable to create native thread",
        "the host has no more threads (see ulimit -u, and pids.max of the control"
            + " group); use fewer workers"),
    DIRECT(
        "Cannot reserve",
        "out of memory: the memory beside the heap is full; give more"
            + " (-XX:MaxDirectMemorySize=1g)"),
    CLASSES("Metaspace", CLASSES_FULL),
    CLASS_SPACE("Compressed class space", CLASSES_FULL),
    HEAP("", heap(Runtime.getRuntime().maxMemory()));

    private final String beginning;

    @SuppressWarnings("ImmutableEnumChecker") // nobody writes to it
    private final byte[] line;

    Lack(String beginning, String line) {
      this.beginning = beginning;
      this.line = ("sluice: " + line + "\n").getBytes(StandardCharsets.UTF_8);
    }

    /**
     * What is said of a full heap.
     *
     * @param bytes the most that it may hold
     */
    private static String heap(long bytes) {
      return "out of memory: the heap of %d MiB is full; give more (%s) or use fewer workers"
          .formatted(bytes / (1 << 20), ProcessLimits.moreHeap(2.0 * bytes));
    }

    static Lack of(OutOfMemoryError error) {
      String message = error.getMessage() == null ? "" : error.getMessage();
      for (Lack lack : ALL) {
        if (message.startsWith(lack.beginning)) {
          return lack;
        }
      }
      return HEAP;
    }

    private static final Lack[] ALL = values();
  }

  private final Consumer<byte[]> err;
  private final IntConsumer halt;
  private final Duration grace;

  // guarded by this; no atomics and latches, because their first use takes memory
  @SuppressWarnings("UnusedVariable") // it is there to be given back
  private byte[] reserve = new byte[RESERVE_BYTES];

  @SuppressWarnings("UnusedVariable") // likewise, when all else has failed
  private volatile byte[] lastReserve = new byte[RESERVE_BYTES];

  private Runnable stop; // null as long as nothing runs that could end
  private boolean happened;
  private boolean over;
  private volatile Runnable unfinished = () -> {};
  private BiConsumer<Thread, Throwable> run = (thread, failure) -> {};
  private boolean failed; // a thread that this program started

  /**
   * @param err writes to standard error without using memory
   * @param halt ends the process at once, with an exit code
   * @param grace how long the end may take
   */
  OutOfMemory(Consumer<byte[]> err, IntConsumer halt, Duration grace) {
    this.err = err;
    this.halt = halt;
    this.grace = grace;
    Lack.of(new OutOfMemoryError()); // so that all lines are there, and
    err.accept(new byte[0]); // this has been done once
    start(this::end, "out-of-memory");
    start(this::watch, "out-of-memory-watchdog");
  }

  private static void start(Runnable task, String name) {
    Thread thread = new Thread(task, name);
    thread.setDaemon(true);
    thread.start();
  }

  /** The one that hears of all threads of this process. */
  public static OutOfMemory ofThisProcess() {
    if (Thread.getDefaultUncaughtExceptionHandler() instanceof OutOfMemory installed) {
      return installed;
    }
    OutOfMemory first = new OutOfMemory(standardError(), Runtime.getRuntime()::halt, GRACE);
    Thread.setDefaultUncaughtExceptionHandler(first);
    return first;
  }

  /**
   * A run is there.
   *
   * @param ending asks it to end
   */
  synchronized void onFirst(Runnable ending) {
    stop = ending;
    over = false;
    failed = false;
  }

  /** Keeps from now on that a run is unfinished, before the process ends without its summary. */
  void onLast(Runnable keeping) {
    unfinished = keeping;
  }

  /** The run has ended: what is left of the process does not take long. */
  @Override
  public synchronized void close() {
    over = true;
    notifyAll();
  }

  /** Tells a run from now on of threads of this program that fail. */
  public synchronized void onFailure(BiConsumer<Thread, Throwable> told) {
    run = told;
  }

  /** The exit code of a process that would end with this one, had nothing failed in its threads. */
  synchronized int exitCode(int otherwise) {
    return happened || (failed && otherwise == ExitCode.OK) ? ExitCode.FAILED_RUN : otherwise;
  }

  synchronized boolean happened() {
    return happened;
  }

  /** The heap is full. */
  void happens() {
    happens(Lack.HEAP);
  }

  /** Something is used up. */
  public void happens(OutOfMemoryError error) {
    happens(Lack.of(error));
  }

  private void happens(Lack lack) {
    synchronized (this) {
      if (happened) {
        return;
      }
      happened = true;
      reserve = null;
      err.accept(lack.line); // before anything ends the process
      notifyAll();
    }
  }

  @Override
  public void uncaughtException(Thread thread, Throwable failure) {
    if (failure instanceof OutOfMemoryError error) {
      happens(error);
    } else if (!happened()) { // else it comes of that
      tell(thread, failure);
    }
  }

  private void tell(Thread thread, Throwable failure) {
    try {
      // a client library's thread that dies of its own code does what it does without this program
      if (Stream.of(failure.getStackTrace()).anyMatch(OutOfMemory::isOurs)) {
        BiConsumer<Thread, Throwable> told;
        synchronized (this) {
          failed = true;
          told = run;
        }
        told.accept(thread, failure);
      }
      LOG.error("The thread {} failed", thread.getName(), failure);
    } catch (OutOfMemoryError e) {
      happens(e);
    }
  }

  private static boolean isOurs(StackTraceElement frame) {
    return frame.getClassName().startsWith("dev.sluice.");
  }

  /** Asks a run to end; one that cannot be asked, or does not in time, is kept unfinished. */
  private void end() {
    try {
      Runnable ending = awaitIt();
      if (ending != null) {
        ending.run();
        if (awaitOver(grace)) {
          return;
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt(); // nobody does
    } catch (RuntimeException | OutOfMemoryError e) {
      err.accept(new byte[0]); // it could not be asked
    }
    endUnfinished();
  }

  /** The main thread has no memory, so nothing is left that could end the run: the process ends. */
  public void endsMain(OutOfMemoryError error) {
    happens(error);
    endUnfinished();
  }

  private void endUnfinished() {
    lastReserve = null;
    try {
      keepUnfinished();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt(); // likewise
    } finally {
      halt.accept(ExitCode.FAILED_RUN);
    }
  }

  /** Other threads take what is given back, and end for lack of more: then there is room. */
  private void keepUnfinished() throws InterruptedException {
    for (long left = TRIES; left > 0 && !awaitOver(Duration.ZERO); left--) {
      try {
        unfinished.run();
        return;
      } catch (OutOfMemoryError e) {
        awaitOver(PAUSE);
      }
    }
  }

  /** Ends the process if neither the run nor what keeps it unfinished comes to an end. */
  private void watch() {
    try {
      awaitIt();
      if (!awaitOver(grace.plus(LAST))) {
        halt.accept(ExitCode.FAILED_RUN);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt(); // nobody does
    }
  }

  private synchronized Runnable awaitIt() throws InterruptedException {
    while (!happened) {
      wait();
    }
    return stop;
  }

  private synchronized boolean awaitOver(Duration within) throws InterruptedException {
    long deadlineNanos = System.nanoTime() + within.toNanos();
    for (long left = within.toNanos();
        !over && left > 0;
        left = deadlineNanos - System.nanoTime()) {
      TimeUnit.NANOSECONDS.timedWait(this, left);
    }
    return over;
  }

  /** Hears of a full heap also where libraries swallow what their threads throw. */
  void watchHeap() {
    for (MemoryPoolMXBean pool : ManagementFactory.getMemoryPoolMXBeans()) {
      long most = pool.getUsage() == null ? -1 : pool.getUsage().getMax();
      if (pool.getType() == MemoryType.HEAP
          && pool.isCollectionUsageThresholdSupported()
          && pool.isUsageThresholdSupported() // those of survivors only are not
          && most > 0) {
        pool.setCollectionUsageThreshold((long) (FULL * most));
      }
    }
    if (ManagementFactory.getMemoryMXBean() instanceof NotificationEmitter memory) {
      memory.addNotificationListener((notification, unused) -> happens(), null, null);
    }
  }

  private static Consumer<byte[]> standardError() {
    FileOutputStream err = new FileOutputStream(FileDescriptor.err);
    return bytes -> {
      try {
        err.write(bytes);
      } catch (IOException e) {
        return; // nobody listens
      }
    };
  }
}
