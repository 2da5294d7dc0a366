package dev.sluice.control.process;

import dev.sluice.control.format.RunFolderException;
import dev.sluice.control.launch.Entry;
import dev.sluice.control.recorded.RecordedRun;
import dev.sluice.control.sink.folder.RunFolder;
import java.io.File;
import java.io.IOException;
import java.io.Writer;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Plays runs, each in a process of its own, which ends with this one. Its launcher reads the
 * arguments from its standard input, because those of a process are shown to everybody.
 */
public final class FreshRuns implements AutoCloseable {

  private static final Set<Integer> PLAYED =
      Set.of(ExitCode.OK, ExitCode.OBJECTIVES_MISSED, ExitCode.OBJECTIVES_NOT_JUDGED);

  /** JVM arguments that two processes cannot share. */
  private static final List<String> ONCE =
      List.of(
          "-agentlib:jdwp",
          "-Xrunjdwp",
          "-Dcom.sun.management.jmxremote",
          "-XX:ArchiveClassesAtExit");

  private static final long GRACE_SECONDS = 10;

  private final Path out;
  private final Thread end = new Thread(this::endRun, "end of a run");
  private volatile Process running; // null between runs

  /**
   * What plays a run.
   *
   * @param jar empty for this program
   * @param settings replace values of the plan
   */
  public record Program(Optional<Path> jar, Path plan, List<String> settings) {

    private List<String> start() {
      String classPath = System.getProperty("java.class.path");
      boolean oneJar = classPath.endsWith(".jar") && !classPath.contains(File.pathSeparator);
      return jar.isPresent() || oneJar
          ? List.of("-jar", jar.map(Path::toString).orElse(classPath))
          : List.of("-cp", classPath, Entry.class.getName());
    }

    /** Those of a run with its JVM, quoted as its launcher reads them. */
    private String arguments(Path folder) {
      List<String> words = new ArrayList<>(jvmArguments());
      words.addAll(start());
      words.addAll(List.of("run", plan.toString(), "--out", folder.toString()));
      settings.forEach(each -> words.addAll(List.of("--set", each)));
      return words.stream()
          .map(word -> word.startsWith("@") ? "@" + word : word) // as this program reads them
          .map(word -> word.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n"))
          .collect(Collectors.joining("\"\n\"", "\"", "\"\n"));
    }
  }

  /** A run that did not come to its end. */
  public static final class RunFailedException extends IOException {

    private static final long serialVersionUID = 1L;

    private final int exitCode;

    public RunFailedException(String message, int exitCode) {
      super(message);
      this.exitCode = exitCode;
    }

    /** That of the run, as far as it is one of {@link ExitCode}. */
    public int exitCode() {
      return exitCode;
    }
  }

  /**
   * @param out new or empty
   * @throws RunFolderException if it is not
   */
  public FreshRuns(Path out) throws IOException {
    RunFolder.makeEmpty(out);
    this.out = out;
    Runtime.getRuntime().addShutdownHook(end);
  }

  /**
   * Plays a run to its end.
   *
   * @param name of the run, as a path: {@code round-1/a2}
   * @throws RunFailedException if it failed; a run that was harness limited did not
   */
  public RecordedRun play(Program program, String name) throws IOException, InterruptedException {
    Path folder = out.resolve(name);
    Path log = Files.createDirectories(folder.getParent()).resolve(folder.getFileName() + ".log");
    ProcessBuilder builder =
        new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(), "@/dev/stdin");
    // they are among the arguments of this JVM
    builder.environment().keySet().removeAll(List.of("JDK_JAVA_OPTIONS", "JAVA_TOOL_OPTIONS"));
    try {
      Process process = builder.redirectErrorStream(true).redirectOutput(log.toFile()).start();
      running = process;
      try (Writer arguments = process.outputWriter()) {
        arguments.write(program.arguments(folder));
      }
      int exitCode = process.waitFor();
      if (!PLAYED.contains(exitCode)) {
        throw new RunFailedException(
            "the run %s ended with exit code %d: %s (%s)".formatted(name, exitCode, last(log), log),
            exitCode > ExitCode.NO_CONNECTION ? ExitCode.FAILED_RUN : exitCode);
      }
    } finally {
      endRun();
    }
    return RecordedRun.open(folder);
  }

  /** Those of this JVM, so that runs have its memory and collector. */
  private static List<String> jvmArguments() {
    return Stream.concat(
            ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
                .filter(each -> ONCE.stream().noneMatch(each::startsWith)),
            Stream.of(Parent.property()))
        .toList();
  }

  private static String last(Path log) throws IOException {
    List<String> lines = Files.readAllLines(log).stream().filter(each -> !each.isBlank()).toList();
    return lines.isEmpty() ? "it printed nothing" : lines.get(lines.size() - 1);
  }

  private void endRun() {
    Process process = running;
    running = null;
    if (process == null || !process.isAlive()) {
      return;
    }
    List<ProcessHandle> begun = process.descendants().toList();
    process.destroy();
    try {
      process.waitFor(GRACE_SECONDS, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    process.destroyForcibly();
    begun.forEach(ProcessHandle::destroyForcibly);
  }

  @Override
  public void close() {
    endRun();
    try {
      Runtime.getRuntime().removeShutdownHook(end);
    } catch (IllegalStateException e) {
      // this process ends, and the hook is at work
    }
  }
}
