package dev.sluice.control.scenario.outside;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.control.scenario.outside.LocalProcesses.ProcessSpec;
import dev.sluice.control.scenario.step.StepFailedException;
import dev.sluice.core.time.NanoClock;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** None of the processes that a scenario starts dies unnoticed, and none outlives it. */
@Timeout(60)
class LocalProcessesTest {

  private static final int FAILED = 3;

  /** A process that writes this, and ends when it is told to. */
  private static final class Injected extends Process {

    private final CompletableFuture<Process> end = new CompletableFuture<>();
    private final String output;
    private final long pid;
    private int exitCode;

    Injected(long pid, String output) {
      this.pid = pid;
      this.output = output;
    }

    void end(int code) {
      exitCode = code;
      end.complete(this);
    }

    @Override
    public OutputStream getOutputStream() {
      return OutputStream.nullOutputStream();
    }

    @Override
    public InputStream getInputStream() {
      return new ByteArrayInputStream(output.getBytes(StandardCharsets.UTF_8));
    }

    @Override
    public InputStream getErrorStream() {
      return InputStream.nullInputStream();
    }

    @Override
    public int waitFor() {
      return end.join().exitValue();
    }

    @Override
    public int exitValue() {
      return exitCode;
    }

    @Override
    public CompletableFuture<Process> onExit() {
      return end;
    }

    @Override
    public boolean isAlive() {
      return !end.isDone();
    }

    @Override
    public long pid() {
      return pid;
    }

    @Override
    public Stream<ProcessHandle> descendants() {
      return Stream.empty();
    }

    @Override
    public void destroy() {
      end(143);
    }
  }

  private final Map<String, Injected> injected =
      Map.of(
          "queue manager", new Injected(11, "commands on port 1\n"),
          "servers", new Injected(12, "up\nthe disk is full\n"),
          "script", new Injected(13, "done\n"));
  private final List<String> remarks = new CopyOnWriteArrayList<>();
  private final List<String> stops = new CopyOnWriteArrayList<>();

  private LocalProcesses processes(NanoClock clock) {
    return new LocalProcesses(spec -> injected.get(spec.name()), clock);
  }

  private static ProcessSpec spec(String name, String readyLine, boolean mayEnd) {
    return new ProcessSpec(
        name,
        List.of(name),
        Map.of(),
        Optional.of(readyLine).filter(line -> !line.isEmpty()),
        OptionalInt.empty(),
        Duration.ofSeconds(30),
        mayEnd);
  }

  private LocalProcesses started() throws Exception {
    LocalProcesses processes = processes(NanoClock.SYSTEM);
    processes.start(spec("queue manager", "commands on port", false));
    processes.start(spec("servers", "the disk", false));
    processes.start(spec("script", "done", true));
    return processes;
  }

  /** The last line is read on a thread of its own, which may tell. */
  private static void awaitOne(List<String> told) {
    while (told.isEmpty()) {
      Thread.onSpinWait();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"queue manager", "servers"})
  void oneThatEndsEarlyIsToldOfWithItsLastLineWhicheverItIs(String which) throws Exception {
    LocalProcesses processes = started();
    processes.tell(remarks::add, stops::add);
    injected.get(which).end(FAILED);
    awaitOne(stops);
    String lastLine = which.equals("servers") ? "the disk is full" : "commands on port 1";
    assertThat(stops)
        .containsExactly(
            "process " + which + " ended with exit code 3; its last line: " + lastLine);
    assertThat(processes.failures()).isEqualTo(stops);
    assertThat(remarks).isEmpty();
  }

  /** Nothing waits for it: exit code 0 is as early an end as any. */
  @ParameterizedTest
  @ValueSource(ints = {0, 1, 143})
  void anEarlyEndIsOneWithAnyExitCode(int exitCode) throws Exception {
    LocalProcesses processes = started();
    processes.tell(remarks::add, stops::add);
    injected.get("servers").end(exitCode);
    awaitOne(stops);
    assertThat(stops).hasSize(1).first().asString().contains("exit code " + exitCode + ";");
  }

  @Test
  void oneThatEndedBeforeAnybodyListenedIsToldOfThen() throws Exception {
    LocalProcesses processes = started();
    injected.get("servers").end(FAILED);
    processes.tell(remarks::add, stops::add);
    awaitOne(stops);
    assertThat(stops).hasSize(1);
  }

  @Test
  void oneThatMayEndIsRemarkedAndFailsNothing() throws Exception {
    LocalProcesses processes = started();
    processes.tell(remarks::add, stops::add);
    injected.get("script").end(0);
    awaitOne(remarks);
    assertThat(remarks)
        .containsExactly("process script ended with exit code 0; its last line: done");
    assertThat(stops).isEmpty();
    assertThat(processes.failures()).isEmpty();
  }

  @Test
  void oneThatMayEndMustBeReadyFirst() {
    injected.get("script").end(0);
    assertThatThrownBy(() -> processes(NanoClock.SYSTEM).start(spec("script", "listening", true)))
        .isInstanceOf(StepFailedException.class)
        .hasMessage("process script ended with exit code 0; its last line: done");
  }

  /** Time passes as soon as somebody waits. */
  private static final class Jumping implements NanoClock {

    private volatile long nowNanos;

    @Override
    public long nanos() {
      return nowNanos;
    }

    @Override
    public void parkUntil(long deadlineNanos) {
      nowNanos = deadlineNanos;
    }
  }

  /** Not after the time that the next one may take. */
  @Test
  void oneThatEndsWhileTheNextGetsReadyFailsTheStart() throws Exception {
    NanoClock clock = new Jumping();
    LocalProcesses processes = processes(clock);
    processes.start(spec("queue manager", "", false));
    injected.get("queue manager").end(FAILED);
    assertThatThrownBy(() -> processes.start(spec("servers", "never", false)))
        .isInstanceOf(StepFailedException.class)
        .hasMessageStartingWith("process queue manager ended with exit code 3");
    assertThat(clock.nanos()).isZero();
  }

  @Test
  void oneThatIsNotReadyInTimeFailsTheStart() {
    NanoClock clock = new Jumping();
    assertThatThrownBy(() -> processes(clock).start(spec("servers", "never", false)))
        .isInstanceOf(StepFailedException.class)
        .hasMessageStartingWith("process servers was not ready within 30 s");
    assertThat(Duration.ofNanos(clock.nanos())).isEqualTo(Duration.ofSeconds(30));
  }

  /** What was not asked for is not claimed. */
  @Test
  void readyIsSaidOnlyOfOneThatSaysHowItIsSeen() throws Exception {
    LocalProcesses processes = processes(NanoClock.SYSTEM);
    assertThat(processes.start(spec("queue manager", "commands on port", false)))
        .isEqualTo("process queue manager is ready, number 11");
    assertThat(processes.start(spec("servers", "", false)))
        .isEqualTo("process servers was started, number 12");
  }

  @Test
  void noneOutlivesTheScenarioAndTheEndThatItBringsIsNoFailure() throws Exception {
    LocalProcesses processes = started();
    processes.tell(remarks::add, stops::add);
    processes.close();
    assertThat(injected.values()).noneMatch(Process::isAlive);
    assertThat(stops).isEmpty();
    assertThat(processes.failures()).isEmpty();
  }

  /** A request to end may come while they are being started. */
  @Test
  void noneIsStartedAfterTheEnd() {
    LocalProcesses processes = processes(NanoClock.SYSTEM);
    processes.close();
    assertThatThrownBy(() -> processes.start(spec("servers", "", false)))
        .hasMessage("process servers is no longer needed");
  }

  /** A shell is not what it waits for. */
  @Test
  void whatAProcessStartedEndsWithIt()
      throws IOException, InterruptedException, StepFailedException {
    List<Process> real = new ArrayList<>();
    LocalProcesses processes =
        new LocalProcesses(
            spec -> {
              Process process = LocalProcesses.Starter.SYSTEM.start(spec);
              real.add(process);
              return process;
            },
            NanoClock.SYSTEM);
    processes.start(
        new ProcessSpec(
            "shell",
            List.of("sh", "-c", "sleep 600 & echo begun; wait; echo over"),
            Map.of(),
            Optional.of("begun"),
            OptionalInt.empty(),
            Duration.ofMinutes(1),
            false));
    List<ProcessHandle> begun = real.get(0).descendants().toList();
    assertThat(begun).hasSize(1);
    processes.close();
    assertThat(real.get(0).onExit()).succeedsWithin(Duration.ofMinutes(1));
    assertThat(begun.get(0).onExit()).succeedsWithin(Duration.ofMinutes(1));
  }
}
