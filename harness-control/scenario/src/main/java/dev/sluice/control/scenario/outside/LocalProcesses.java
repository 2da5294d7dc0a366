package dev.sluice.control.scenario.outside;

import dev.sluice.control.scenario.step.StepFailedException;
import dev.sluice.core.time.NanoClock;
import dev.sluice.core.time.Signal;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The commands that run as long as a scenario: none ends unnoticed before it does, and none
 * outlives it, nor what they started. Any thread; one starts them.
 */
public final class LocalProcesses implements AutoCloseable {

  private static final int PORT_TRY_MILLIS = 200;
  private static final long LOOK_NANOS = 200_000_000;
  private static final long GRACE_SECONDS = 5;

  /** Starts the command of a process, with both of its outputs as one. */
  @FunctionalInterface
  public interface Starter {

    /** As processes of this host. */
    Starter SYSTEM =
        spec -> {
          ProcessBuilder builder = new ProcessBuilder(spec.command()).redirectErrorStream(true);
          builder.environment().putAll(spec.environment());
          Process process = builder.start();
          process.getOutputStream().close();
          return process;
        };

    Process start(ProcessSpec spec) throws IOException;
  }

  private final Starter starter;
  private final NanoClock clock;
  private final Signal changes;
  private final List<Started> all = new ArrayList<>(); // guarded by this
  private Consumer<String> remarks = remark -> {}; // guarded by this
  private Consumer<String> stop = reason -> {}; // guarded by this
  private boolean heard; // guarded by this; whether somebody is told
  private boolean closed; // guarded by this

  public LocalProcesses(Starter starter, NanoClock clock) {
    this.starter = starter;
    this.clock = clock;
    this.changes = new Signal(clock);
  }

  /**
   * Starts one and waits until it is ready, if it says how that is seen.
   *
   * @return what has become of it, one line
   * @throws StepFailedException if it cannot be started or is not ready in time, or if it or one of
   *     the others ends
   */
  public String start(ProcessSpec spec) throws StepFailedException, InterruptedException {
    Started started = begin(spec);
    long deadlineNanos = clock.nanos() + spec.readyWithin().toNanos();
    while (failures().isEmpty() && !started.isReady()) {
      if (clock.nanos() >= deadlineNanos) {
        throw new StepFailedException(
            "process %s was not ready within %d s%s"
                .formatted(spec.name(), spec.readyWithin().toSeconds(), started.said()));
      }
      started.tryPort();
      changes.await(started::isReady, Math.min(deadlineNanos, clock.nanos() + LOOK_NANOS));
    }
    if (!failures().isEmpty()) {
      throw new StepFailedException(failures().get(0));
    }
    boolean asked = spec.readyLine().isPresent() || spec.readyPort().isPresent();
    return "process %s %s, number %d"
        .formatted(spec.name(), asked ? "is ready" : "was started", started.process.pid());
  }

  private synchronized Started begin(ProcessSpec spec) throws StepFailedException {
    if (closed) {
      throw new StepFailedException("process " + spec.name() + " is no longer needed");
    }
    try {
      Started started = new Started(spec, starter.start(spec));
      all.add(started);
      started.watch();
      return started;
    } catch (IOException e) {
      throw new StepFailedException(
          "process " + spec.name() + " cannot be started: " + e.getMessage());
    }
  }

  /** Their numbers, by their names. */
  public synchronized Map<String, Long> numbers() {
    return all.stream().collect(Collectors.toMap(each -> each.spec.name(), Started::pid));
  }

  /** Why some ended that should not have ended then, one line each. */
  public synchronized List<String> failures() {
    return closed ? List.of() : all.stream().filter(Started::failed).map(Started::end).toList();
  }

  /**
   * From now on tells of each that ends early.
   *
   * @param remarks is told if it may end
   * @param stop is told if it may not, also of those that have ended already
   */
  public void tell(Consumer<String> remarks, Consumer<String> stop) {
    List<Started> ended;
    synchronized (this) {
      this.remarks = remarks;
      this.stop = stop;
      heard = true;
      ended = closed ? List.of() : all.stream().filter(Started::failed).toList();
    }
    ended.forEach(this::ended);
  }

  private void ended(Started started) {
    Consumer<String> told;
    synchronized (this) {
      if (closed || started.told) {
        return;
      }
      told = started.failed() ? stop : remarks;
      started.told = heard;
    }
    changes.raise();
    told.accept(started.end());
  }

  /** Asks all to end, the last one first, and ends those that do not within some seconds. */
  @Override
  public void close() {
    List<Started> open;
    synchronized (this) {
      closed = true;
      open = new ArrayList<>(all);
    }
    Collections.reverse(open);
    open.forEach(Started::close);
  }

  /** One of them. */
  private final class Started {

    private final ProcessSpec spec;
    private final Process process;
    private final CompletableFuture<Void> read = new CompletableFuture<>();
    private Optional<String> lastLine = Optional.empty(); // guarded by this
    private boolean lineSeen; // guarded by this
    private boolean portOpen; // guarded by this
    private boolean told; // guarded by all of them

    Started(ProcessSpec spec, Process process) {
      this.spec = spec;
      this.process = process;
      this.lineSeen = spec.readyLine().isEmpty();
      this.portOpen = spec.readyPort().isEmpty();
    }

    /** Its last line explains its end; one that it started may hold its output open, though. */
    @SuppressWarnings("FutureReturnValueIgnored") // it ends in what is told
    void watch() {
      clock.start("output of " + spec.name(), this::readOutput);
      process
          .onExit()
          .thenCompose(ended -> read.completeOnTimeout(null, 1, TimeUnit.SECONDS))
          .thenRun(() -> ended(this));
    }

    private void readOutput() {
      try (var lines = process.inputReader()) {
        lines.lines().forEach(this::read);
      } catch (IOException | UncheckedIOException e) {
        read("(its output can no longer be read)");
      } finally {
        read.complete(null);
      }
    }

    private void read(String line) {
      synchronized (this) {
        lastLine = Optional.of(line.strip());
        lineSeen = lineSeen || spec.readyLine().filter(line::contains).isPresent();
      }
      changes.raise();
    }

    synchronized String said() {
      return lastLine.map(line -> "; its last line: " + line).orElse("");
    }

    boolean failed() {
      return !process.isAlive() && !(spec.mayEnd() && isReady());
    }

    /** Waits for its last line as {@link #watch} does: it can have ended before that is read. */
    String end() {
      read.completeOnTimeout(null, 1, TimeUnit.SECONDS).join();
      return "process %s ended with exit code %d%s"
          .formatted(spec.name(), process.exitValue(), said());
    }

    long pid() {
      return process.pid();
    }

    synchronized boolean isReady() {
      return lineSeen && portOpen;
    }

    synchronized void tryPort() {
      if (lineSeen && !portOpen) {
        try (Socket socket = new Socket()) {
          socket.connect(
              new InetSocketAddress(InetAddress.getLoopbackAddress(), spec.readyPort().getAsInt()),
              PORT_TRY_MILLIS);
          portOpen = true;
        } catch (IOException e) {
          // not yet
        }
      }
    }

    /** Together with all that it started: when it has ended, nobody knows them any more. */
    void close() {
      List<ProcessHandle> begun = process.descendants().toList();
      process.destroy();
      begun.forEach(ProcessHandle::destroy);
      try {
        CompletableFuture.allOf(
                Stream.concat(
                        Stream.of(process.onExit()), begun.stream().map(ProcessHandle::onExit))
                    .toArray(CompletableFuture[]::new))
            .get(GRACE_SECONDS, TimeUnit.SECONDS);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      } catch (java.util.concurrent.ExecutionException | TimeoutException e) {
        // those that are left are ended now
      }
      process.destroyForcibly();
      begun.forEach(ProcessHandle::destroyForcibly);
    }
  }

  /**
   * A command of this host that runs as long as the scenario.
   *
   * @param command program and arguments
   * @param environment variables of its own
   * @param readyLine text in its output that says that it is ready
   * @param readyPort port of this host that is open when it is ready
   * @param readyWithin how long that may take
   * @param mayEnd whether it may end before the scenario does
   */
  public record ProcessSpec(
      String name,
      List<String> command,
      Map<String, String> environment,
      Optional<String> readyLine,
      OptionalInt readyPort,
      Duration readyWithin,
      boolean mayEnd) {

    public ProcessSpec {
      command = List.copyOf(command);
      environment = Map.copyOf(environment);
    }
  }
}
