package dev.sluice.it.run;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** The program as the build packages it. */
public final class PackagedProgram {

  /** Options of the Java virtual machine for processes that do not run long. */
  public static final List<String> SHORT_LIVED =
      List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC");

  private static final String JAVA =
      Path.of(System.getProperty("java.home"), "bin", "java").toString();

  private PackagedProgram() {}

  /** The command that runs it; what follows are its arguments. */
  public static List<String> command(String... jvmOptions) {
    List<String> command = new ArrayList<>();
    command.add(JAVA);
    ClassArchive.FILE.ifPresent(
        file ->
            command.addAll(
                List.of(
                    "-XX:SharedArchiveFile=" + file, "-Xlog:cds*=off", "-Xlog:class+path*=off")));
    command.addAll(List.of(jvmOptions));
    command.add("-jar");
    command.add(jar().toString());
    return command;
  }

  /**
   * The classes that the program loads, as the JVM maps them into memory: a process that uses them
   * takes a quarter less processor time. The script that users start has it made, so its way is the
   * one that is tested; what JDK 17 writes by itself at a process's end ends others in native code.
   * A JVM that cannot use it does without.
   */
  private static final class ClassArchive {

    static final Optional<Path> FILE = made();

    private ClassArchive() {}

    private static Optional<Path> made() {
      Path folder = jar().getParent();
      try (FileChannel others =
              FileChannel.open(
                  folder.resolve("archive.lock"),
                  StandardOpenOption.CREATE,
                  StandardOpenOption.WRITE);
          FileLock alone = others.lock()) {
        if (alone.isValid() && archive(folder).isEmpty()) {
          ProcessBuilder script =
              ChildProcess.builder(List.of(root().resolve("sluice").toString(), "--version"))
                  .redirectErrorStream(true)
                  .redirectOutput(ProcessBuilder.Redirect.DISCARD);
          script.environment().put("JAVA_HOME", System.getProperty("java.home"));
          script.start().waitFor();
        }
        return archive(folder);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return Optional.empty();
      }
    }

    private static Optional<Path> archive(Path folder) throws IOException {
      try (Stream<Path> files = Files.list(folder)) {
        return files.filter(each -> each.toString().endsWith(".jsa")).findFirst();
      }
    }
  }

  /** The folder of all modules. */
  public static Path root() {
    return Path.of(System.getProperty("basedir", "src-it/tests"))
        .toAbsolutePath()
        .getParent()
        .getParent();
  }

  private static Path jar() {
    Path jar = root().resolve("harness-control").resolve("target").resolve("sluice.jar");
    if (!Files.exists(jar)) {
      throw new IllegalStateException(jar + " has not been built; mvnw verify builds it");
    }
    return jar;
  }
}
