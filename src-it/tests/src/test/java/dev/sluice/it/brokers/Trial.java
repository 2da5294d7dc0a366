package dev.sluice.it.brokers;

import dev.sluice.it.run.ChildProcess;
import dev.sluice.it.run.PackagedProgram;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** The packaged program, played against one broker. Used by one thread. */
final class Trial {

  private static final Duration PATIENCE = Duration.ofMinutes(3);

  private final TestedBroker broker;
  private final Path folder;
  private boolean started;

  /**
   * @param folder for what the runs print and write
   */
  Trial(TestedBroker broker, Path folder) {
    this.broker = broker;
    this.folder = folder;
  }

  TestedBroker broker() {
    return broker;
  }

  /** Starts the broker. */
  void start() throws Exception {
    broker.start();
    started = true;
  }

  boolean hasStarted() {
    return started;
  }

  /** Something that happens to the broker while a plan is played. */
  @FunctionalInterface
  interface Event {
    void happen() throws Exception;
  }

  /**
   * Plays a plan to its end.
   *
   * @param name of no other plan on this broker; in the plan {@code ${name}}, and {@code ${topic}}
   *     for topics
   * @param plan all but its providers and the name
   */
  Played play(String name, String plan) throws Exception {
    return play(name, plan, () -> {});
  }

  /** The same, while something happens; it is begun together with the program. */
  Played play(String name, String plan, Event meanwhile) throws Exception {
    Path run = Files.createDirectories(folder.resolve(name));
    Path file = run.resolve("plan.yaml");
    Files.writeString(
        file,
        "providers: {broker: %s}\nvars: {name: %s, topic: %s}\n%s"
            .formatted(broker.provider(), name, broker.topic(name), plan));
    Path output = output(name);
    Process process = start(run, file, output);
    try {
      meanwhile.happen();
      if (!ChildProcess.awaitEnd(process, PATIENCE)) {
        throw new AssertionError("still running: " + Files.readString(output));
      }
    } finally {
      process.destroyForcibly();
    }
    return new Played(
        process.exitValue(),
        Files.readAllLines(output).stream().filter(line -> !line.isBlank()).toList(),
        run);
  }

  /** Where the program writes what it prints when it plays the plan of this name. */
  Path output(String name) {
    return folder.resolve(name).resolve("output.txt");
  }

  private Process start(Path run, Path plan, Path output) throws IOException {
    List<String> command =
        new ArrayList<>(
            PackagedProgram.command(PackagedProgram.SHORT_LIVED.toArray(String[]::new)));
    command.set(command.size() - 1, broker.program().toString());
    command.addAll(List.of("run", plan.toString(), "--out", run.resolve("results").toString()));
    return ChildProcess.builder(command)
        .directory(run.toFile())
        .redirectErrorStream(true)
        .redirectOutput(output.toFile())
        .start();
  }
}
