package dev.sluice.control.fleet.link;

import io.netty.util.concurrent.DefaultThreadFactory;
import java.io.Closeable;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * Passes lines for people on, by a thread of its own: a terminal that takes nothing must not stop
 * the thread on which leases are renewed. What it takes too late is forgotten. Keeps the last lines
 * about who was refused. Any thread.
 */
public final class FleetConsole implements Consumer<String>, Closeable {

  private static final int MAX_WAITING = 1_000;
  private static final int KEPT = 10;

  private final Consumer<String> console;
  private final ThreadPoolExecutor thread =
      new ThreadPoolExecutor(
          1,
          1,
          0,
          TimeUnit.SECONDS,
          new LinkedBlockingQueue<>(MAX_WAITING),
          new DefaultThreadFactory("fleet-console", true),
          new ThreadPoolExecutor.DiscardPolicy());
  private final Deque<String> refusals = new ArrayDeque<>(); // guarded by this

  public FleetConsole(Consumer<String> console) {
    this.console = console;
  }

  @Override
  public void accept(String line) {
    if (line.startsWith("refused ")) {
      synchronized (this) {
        if (refusals.size() == KEPT) {
          refusals.removeFirst();
        }
        refusals.add(line);
      }
    }
    thread.execute(() -> console.accept(line));
  }

  /** Who was refused, and why: the oldest first. */
  public synchronized List<String> refusals() {
    return List.copyOf(refusals);
  }

  /** Waits a little for what is not printed yet. */
  @Override
  public void close() {
    thread.shutdown();
    try {
      thread.awaitTermination(1, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
