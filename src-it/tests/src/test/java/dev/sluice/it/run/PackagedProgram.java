package dev.sluice.it.run;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The program as the build packages it. */
public final class PackagedProgram {

  /** Options of the Java virtual machine for processes that do not run long. */
  public static final List<String> SHORT_LIVED =
      List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC");

  private static final String JAVA =
      Path.of(System.getProperty("java.home"), "bin", "java").toString();

  private static final List<String> FIRST_RUN =
      List.of(
          "send",
          "--provider=embedded",
          "--threads=2",
          "--rate=10",
          "--duration=1s",
          "--control=0");

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
   * The classes of a first run, as the JVM maps them into memory: a process that uses it takes a
   * quarter less processor time. A build has one, which the first process of a test makes. A JVM
   * that cannot use it does without.
   */
  private static final class ClassArchive {

    static final Optional<Path> FILE = made();

    private ClassArchive() {}

    private static Optional<Path> made() {
      Path jar = jar();
      Path folder = root().resolve("src-it/tests/target");
      try (FileChannel others =
              FileChannel.open(
                  folder.resolve("classes.lock"),
                  StandardOpenOption.CREATE,
                  StandardOpenOption.WRITE);
          FileLock alone = others.lock()) {
        Path file = folder.resolve("classes-" + Files.getLastModifiedTime(jar).toMillis() + ".jsa");
        if (!Files.exists(file) && alone.isValid()) {
          Path making = folder.resolve("classes.making");
          List<String> command = new ArrayList<>(List.of(JAVA));
          command.addAll(SHORT_LIVED);
          command.addAll(List.of("-XX:ArchiveClassesAtExit=" + making, "-jar", jar.toString()));
          command.addAll(FIRST_RUN);
          ChildProcess.builder(command)
              .redirectErrorStream(true)
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .start()
              .waitFor();
          if (Files.exists(making)) {
            Files.move(making, file, StandardCopyOption.REPLACE_EXISTING);
          }
        }
        return Optional.of(file).filter(Files::exists);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return Optional.empty();
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
