package dev.sluice.it.legacy;

import dev.sluice.it.run.ChildProcess;
import dev.sluice.it.run.PackagedProgram;
import dev.sluice.mqsim.client.Eventually;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A process that goes on while a test watches it: of the packaged program, or a class of tests. */
public final class LiveProcess implements AutoCloseable {

  private final Process process;
  private final List<String> lines = new CopyOnWriteArrayList<>();
  private final Thread reader;

  private LiveProcess(Process process) {
    this.process = process;
    this.reader = new Thread(this::read, "output of " + process.pid());
    reader.setDaemon(true);
    reader.start();
  }

  /** Starts it with the words of a line, as a shell cuts them that has no quotes. */
  public static LiveProcess start(String line, String... jvmOptions) throws IOException {
    return startBy(List.of(), line, jvmOptions);
  }

  /** Starts it by another program, such as one that enters a network namespace first. */
  public static LiveProcess startBy(List<String> starter, String line, String... jvmOptions)
      throws IOException {
    List<String> options = new ArrayList<>(List.of(jvmOptions));
    options.addAll(PackagedProgram.SHORT_LIVED);
    List<String> command = new ArrayList<>(starter);
    command.addAll(PackagedProgram.command(options.toArray(String[]::new)));
    command.addAll(List.of(line.split(" +")));
    return new LiveProcess(ChildProcess.builder(command).redirectErrorStream(true).start());
  }

  /** Starts a class of the tests. */
  public static LiveProcess start(Class<?> main, String... arguments) throws IOException {
    return new LiveProcess(ChildProcess.builder(main, arguments).redirectErrorStream(true).start());
  }

  private void read() {
    try (BufferedReader output = process.inputReader(StandardCharsets.UTF_8)) {
      output.lines().forEach(lines::add);
    } catch (IOException | UncheckedIOException e) {
      lines.add("(the output broke: " + e + ")");
    }
  }

  /** Everything it has printed so far. */
  public List<String> lines() {
    return List.copyOf(lines);
  }

  /** The first line from some on that has the form, waited for. */
  public Optional<Matcher> await(int from, Pattern form, Duration within) throws Exception {
    return Eventually.holds(within, () -> find(from, form).isPresent())
        ? find(from, form)
        : Optional.empty();
  }

  private Optional<Matcher> find(int from, Pattern form) {
    return lines().stream().skip(from).map(form::matcher).filter(Matcher::matches).findFirst();
  }

  /** Its exit code, waited for. */
  public int exitCode(Duration within) throws InterruptedException {
    if (!process.waitFor(within.toMillis(), TimeUnit.MILLISECONDS)) {
      throw new IllegalStateException("still running: " + this);
    }
    reader.join(within.toMillis());
    return process.exitValue();
  }

  public long pid() {
    return process.pid();
  }

  /** Asks it to end, as Ctrl-C does. */
  public void interrupt() {
    process.toHandle().destroy();
  }

  /** Stops it where it stands, or lets it go on, by a signal of that name. */
  public void signal(String name) throws IOException, InterruptedException {
    ChildProcess.builder("kill", "-" + name, Long.toString(process.pid())).start().waitFor();
  }

  @Override
  public void close() {
    process.descendants().forEach(ProcessHandle::destroyForcibly);
    process.destroyForcibly();
  }

  @Override
  public String toString() {
    return String.join(System.lineSeparator(), lines());
  }
}
