package dev.sluice.it.run;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The program as the build packages it. */
public final class PackagedProgram {

  /** Options of the Java virtual machine for processes that do not run long. */
  public static final List<String> SHORT_LIVED =
      List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC");

  private PackagedProgram() {}

  /** The command that runs it; what follows are its arguments. */
  public static List<String> command(String... jvmOptions) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of(jvmOptions));
    command.add("-jar");
    command.add(jar().toString());
    return command;
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
