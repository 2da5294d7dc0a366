package dev.sluice.control.scenario.running.outside;

import dev.sluice.control.scenario.model.ProcessSpec;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** A command that was started and is ended by {@link #close}. */
public final class LocalProcess implements AutoCloseable {

  private static final int LINES_KEPT = 20;
  private static final int PORT_TRY_MILLIS = 200;
  private static final Duration GRACE = Duration.ofSeconds(5);

  private final ProcessSpec spec;
  private final Process process;
  private final Deque<String> lastLines = new ArrayDeque<>(); // guarded by this
  private boolean readyLineSeen; // guarded by this

  private LocalProcess(ProcessSpec spec, Process process) {
    this.spec = spec;
    this.process = process;
  }

  /**
   * Starts it and waits until it is ready.
   *
   * @throws OutsideException if it cannot be started, ends, or is not ready in time; then it does
   *     not run
   */
  public static LocalProcess start(ProcessSpec spec) throws OutsideException, InterruptedException {
    Process process;
    try {
      ProcessBuilder builder = new ProcessBuilder(spec.command()).redirectErrorStream(true);
      builder.environment().putAll(spec.environment());
      process = builder.start();
      process.getOutputStream().close();
    } catch (IOException e) {
      throw new OutsideException(
          "process " + spec.name() + " cannot be started: " + e.getMessage());
    }
    LocalProcess started = new LocalProcess(spec, process);
    boolean ready = false;
    try {
      started.readOutput();
      started.awaitReady();
      ready = true;
      return started;
    } finally {
      if (!ready) {
        started.close();
      }
    }
  }

  public String name() {
    return spec.name();
  }

  public long pid() {
    return process.pid();
  }

  /** Why it does not run any more, one line; empty while it runs. */
  public Optional<String> ended() {
    return process.isAlive()
        ? Optional.empty()
        : Optional.of(
            "process " + spec.name() + " ended with exit code " + process.exitValue() + said());
  }

  /** Asks it to end, and ends it if it does not within some seconds. */
  @Override
  public void close() {
    process.destroy();
    try {
      if (!process.waitFor(GRACE.toMillis(), TimeUnit.MILLISECONDS)) {
        process.destroyForcibly();
      }
    } catch (InterruptedException e) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
    }
  }

  private void readOutput() {
    Thread reader =
        new Thread(
            () -> {
              try (var lines = process.inputReader()) {
                lines.lines().forEach(this::read);
              } catch (IOException | java.io.UncheckedIOException e) {
                read("(its output cannot be read any more)");
              }
            },
            "output of " + spec.name());
    reader.setDaemon(true);
    reader.start();
  }

  private synchronized void read(String line) {
    if (lastLines.size() == LINES_KEPT) {
      lastLines.removeFirst();
    }
    lastLines.add(line);
    readyLineSeen = readyLineSeen || spec.readyLine().filter(line::contains).isPresent();
    notifyAll();
  }

  private void awaitReady() throws OutsideException, InterruptedException {
    long deadlineNanos = System.nanoTime() + spec.readyWithin().toNanos();
    while (!isReady()) {
      if (!process.isAlive()) {
        throw new OutsideException(
            "process "
                + spec.name()
                + " ended with exit code "
                + process.exitValue()
                + " before it was ready"
                + said());
      }
      if (System.nanoTime() > deadlineNanos) {
        throw new OutsideException(
            "process "
                + spec.name()
                + " was not ready within "
                + spec.readyWithin().toSeconds()
                + " s"
                + said());
      }
      synchronized (this) {
        wait(PORT_TRY_MILLIS);
      }
    }
  }

  private boolean isReady() {
    boolean lineSeen;
    synchronized (this) {
      lineSeen = readyLineSeen;
    }
    return (spec.readyLine().isEmpty() || lineSeen)
        && (spec.readyPort().isEmpty() || isOpen(spec.readyPort().getAsInt()));
  }

  private static boolean isOpen(int port) {
    try (Socket socket = new Socket()) {
      socket.connect(
          new InetSocketAddress(InetAddress.getLoopbackAddress(), port), PORT_TRY_MILLIS);
      return true;
    } catch (IOException e) {
      return false; // not yet
    }
  }

  private synchronized String said() {
    return lastLines.isEmpty() ? "" : "; its last line: " + lastLines.getLast().strip();
  }
}
