package dev.sluice.control.process;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.IntConsumer;
import javax.management.NotificationEmitter;

/**
 * Ends the process when the heap is full, in whichever thread that shows: one line says so, the run
 * is asked to end with the summary that can be had, and the process ends in any case. All that this
 * takes is there beforehand, because later there may be no memory for it. Any thread.
 */
public final class OutOfMemory implements Thread.UncaughtExceptionHandler, AutoCloseable {

  private static final Duration GRACE = Duration.ofSeconds(15);
  private static final int RESERVE_BYTES = 1 << 20;

  /** A heap that a collection leaves as full as this has no room for a run. */
  private static final double FULL = 0.98;

  private final byte[] line;
  private final Consumer<byte[]> err;
  private final IntConsumer halt;
  private final Duration grace;

  // guarded by this; no atomics and latches, because their first use takes memory
  @SuppressWarnings("UnusedVariable") // it is there to be given back
  private byte[] reserve = new byte[RESERVE_BYTES];

  private Runnable stop; // null as long as nothing runs that could end
  private boolean happened;
  private boolean over;

  /**
   * @param err writes to standard error without using memory
   * @param halt ends the process at once, with an exit code
   * @param grace how long the end may take
   */
  OutOfMemory(Consumer<byte[]> err, IntConsumer halt, Duration grace) {
    this.err = err;
    this.halt = halt;
    this.grace = grace;
    this.line =
        ("sluice: out of memory: the heap of "
                + Runtime.getRuntime().maxMemory() / (1 << 20)
                + " MiB is full; give more (SLUICE_JAVA_OPTS=-Xmx1g, or java -Xmx1g -jar) or use"
                + " fewer workers\n")
            .getBytes(StandardCharsets.UTF_8);
    err.accept(new byte[0]); // so that it has been done once
    Thread watchdog = new Thread(this::watch, "out-of-memory");
    watchdog.setDaemon(true);
    watchdog.start();
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
  }

  /** The run has ended: what is left of the process does not take long. */
  @Override
  public synchronized void close() {
    over = true;
    notifyAll();
  }

  /** Whether the heap was full. */
  synchronized boolean happened() {
    return happened;
  }

  /** The heap is full. */
  public void happens() {
    synchronized (this) {
      if (happened) {
        return;
      }
      happened = true;
      reserve = null;
      err.accept(line); // before anything ends the process
      notifyAll();
    }
  }

  @Override
  public void uncaughtException(Thread thread, Throwable failure) {
    if (failure instanceof OutOfMemoryError) {
      happens();
    } else if (!happened()) { // else it comes of that
      tell(thread, failure);
    }
  }

  @SuppressWarnings("CatchAndPrintStackTrace") // as the JVM does without this handler
  private void tell(Thread thread, Throwable failure) {
    try {
      System.err.print("Exception in thread \"" + thread.getName() + "\" ");
      failure.printStackTrace();
    } catch (OutOfMemoryError e) {
      happens();
    }
  }

  private void watch() {
    try {
      if (!awaitEndOf(awaitIt())) {
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

  /** Returns whether the run has ended; one that nobody can ask to end has not. */
  private boolean awaitEndOf(Runnable run) throws InterruptedException {
    if (run == null) {
      return false;
    }
    try {
      run.run();
    } catch (RuntimeException | OutOfMemoryError e) {
      return false;
    }
    long deadlineNanos = System.nanoTime() + grace.toNanos();
    synchronized (this) {
      long leftNanos = grace.toNanos();
      while (!over && leftNanos > 0) {
        TimeUnit.NANOSECONDS.timedWait(this, leftNanos);
        leftNanos = deadlineNanos - System.nanoTime();
      }
      return over;
    }
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
