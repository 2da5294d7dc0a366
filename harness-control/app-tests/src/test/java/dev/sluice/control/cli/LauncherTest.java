package dev.sluice.control.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.control.process.ExitCode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** The script {@code sluice} before it has started anything. */
@EnabledOnOs({OS.LINUX, OS.MAC})
class LauncherTest {

  private static final String NEEDED = "Java 17 or later is needed";

  @TempDir Path folder;

  @Test
  void javaHomeIsNotAJava() throws Exception {
    assertRefused(
        Map.of("JAVA_HOME", folder.toString()),
        "sluice: JAVA_HOME is '" + folder + "', which has no bin/java; " + NEEDED);
  }

  @Test
  void javaHomeIsOld() throws Exception {
    assertRefused(
        Map.of("JAVA_HOME", java("1.8.0_392").toString()),
        "sluice: JAVA_HOME is '" + folder + "', which is Java 1.8.0_392; " + NEEDED);
  }

  @Test
  void theJavaOfThePathIsOld() throws Exception {
    Path java = java("11.0.2").resolve("bin/java");
    assertRefused(
        Map.of("JAVA_HOME", "", "PATH", java.getParent() + ":" + System.getenv("PATH")),
        "sluice: java is '" + java + "', which is Java 11.0.2; " + NEEDED);
  }

  /** The home of a Java that says which it is, and cannot be started. */
  private Path java(String version) throws IOException {
    Path java = Files.createDirectory(folder.resolve("bin")).resolve("java");
    Files.writeString(java, "#!/bin/sh\nexit 99\n");
    assertThat(java.toFile().setExecutable(true)).isTrue();
    Files.writeString(folder.resolve("release"), "JAVA_VERSION=\"" + version + "\"\n");
    return folder;
  }

  private static void assertRefused(Map<String, String> environment, String complaint)
      throws Exception {
    ProcessBuilder builder =
        new ProcessBuilder(List.of("/bin/sh", "../../sluice", "--version"))
            .redirectErrorStream(true);
    builder.environment().putAll(environment);
    Process process = builder.start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(said).isEqualTo(complaint + System.lineSeparator());
    assertThat(process.waitFor()).isEqualTo(ExitCode.USAGE);
  }
}
