package dev.sluice.it.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.it.run.ChildProcess;
import dev.sluice.it.run.PackagedProgram;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/**
 * The script {@code sluice} and the archive of classes it has the JVM make, with a Java that writes
 * down what it is asked for.
 */
@DisabledOnOs(OS.WINDOWS)
class LauncherArchiveTest {

  private static final String JAVA =
      """
      #!/bin/sh
      echo "$*" >>"$0.asked"
      case $* in
        *-XX:ArchiveClassesAtExit=*)
          file=${*#*AtExit=}
          [ -f "$0.broken" ] || echo archive >"${file%% -jar *}"
          exit 3
          ;;
      esac
      echo ran
      exit 7
      """;

  @TempDir Path home;

  private Path java;
  private Path jar;

  @BeforeEach
  void aCheckoutAndAJava() throws IOException {
    Path script = PackagedProgram.root().resolve("sluice");
    java = home.resolve("jdk/bin/java");
    jar = home.resolve("harness-control/target/sluice.jar");
    Files.createDirectories(java.getParent());
    Files.createDirectories(jar.getParent());
    Files.copy(script, home.resolve("sluice"));
    Files.writeString(java, JAVA);
    Files.setPosixFilePermissions(java, PosixFilePermissions.fromString("rwxr-xr-x"));
    Files.writeString(home.resolve("jdk/release"), "JAVA_VERSION=\"17\"\n");
    Files.writeString(jar, "jar");
  }

  @Test
  void theFirstStartMakesAnArchiveThatAllUse() throws Exception {
    assertThat(run("status")).isEqualTo("ran\n");
    assertThat(dumps()).isOne();
    assertThat(run("status")).isEqualTo("ran\n");
    assertThat(dumps()).isOne();
    assertThat(lastAsked())
        .contains("-XX:SharedArchiveFile=" + archives().get(0))
        .endsWith(" status");
    assertThat(files()).hasSize(2); // nothing else is left
  }

  @Test
  void anotherJarOrAnotherJavaHasAnotherArchive() throws Exception {
    run("status");
    Files.setLastModifiedTime(
        jar, FileTime.from(Instant.now().minusSeconds(86_400))); // an older one
    run("status");
    assertThat(dumps()).isEqualTo(2);
    Files.writeString(home.resolve("jdk/release"), "JAVA_VERSION=\"25\"\n");
    run("status");
    run("status");
    assertThat(dumps()).isEqualTo(3);
    assertThat(archives()).hasSize(2);
    assertThat(asked().stream().filter(line -> line.contains("+UseCompactObjectHeaders")))
        .as("an archive is for objects of one size")
        .hasSize(3);
  }

  @Test
  void anArchiveThatCannotBeMadeIsDoneWithout() throws Exception {
    Files.writeString(home.resolve("jdk/bin/java.broken"), "");
    for (int start = 0; start < 3; start++) {
      assertThat(run("status")).isEqualTo("ran\n");
      assertThat(lastAsked()).doesNotContain("SharedArchiveFile");
    }
    assertThat(dumps()).isOne();
  }

  @Test
  void aJavaThatDoesNotSayWhatItIsHasNone() throws Exception {
    Files.delete(home.resolve("jdk/release"));
    assertThat(run("status")).isEqualTo("ran\n");
    assertThat(dumps()).isZero();
    assertThat(files()).hasSize(1);
  }

  @Test
  void severalAtOnceDoEachOtherNoHarm() throws Exception {
    List<Process> processes = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      processes.add(start("status"));
    }
    for (Process process : processes) {
      assertThat(outputOf(process)).isEqualTo("ran\n");
    }
    assertThat(files()).hasSize(2);
  }

  /** They start together: each would spend the same time on the same archive, on one host. */
  @Test
  void processesOfAFleetUseAnArchiveAndDoNotMakeOne() throws Exception {
    for (String fleet : List.of("agent --fleet perf", "send --queue Q --fleet=perf")) {
      run(fleet.split(" "));
      assertThat(dumps()).isZero();
    }
    run("send", "--queue", "Q");
    run("agent", "--fleet", "perf");
    assertThat(dumps()).isOne();
    assertThat(lastAsked()).contains("-XX:SharedArchiveFile=" + archives().get(0));
  }

  @Test
  void optionsForTheJvmComeAfterThoseOfTheScript() throws Exception {
    run("--version");
    assertThat(lastAsked()).contains("SerialGC");
    ProcessBuilder other = builder("--version");
    other.environment().put("SLUICE_JAVA_OPTS", "-XX:+UseZGC -Xmx1g");
    assertThat(outputOf(other.start())).isEqualTo("ran\n");
    assertThat(lastAsked()).doesNotContain("SerialGC").contains("-XX:+UseZGC -Xmx1g -jar");
  }

  private String run(String... args) throws Exception {
    return outputOf(start(args));
  }

  private Process start(String... args) throws IOException {
    return builder(args).start();
  }

  private ProcessBuilder builder(String... args) {
    List<String> words = new ArrayList<>(List.of("sh", home.resolve("sluice").toString()));
    words.addAll(List.of(args));
    ProcessBuilder builder =
        ChildProcess.builder(words).redirectError(ProcessBuilder.Redirect.DISCARD);
    builder.environment().put("JAVA_HOME", home.resolve("jdk").toString());
    builder.environment().remove("SLUICE_JAVA_OPTS");
    return builder;
  }

  private static String outputOf(Process process) throws Exception {
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(ChildProcess.awaitEnd(process, Duration.ofMinutes(1))).isTrue();
    assertThat(process.exitValue()).isEqualTo(7);
    return output;
  }

  private List<String> asked() throws IOException {
    return Files.readAllLines(home.resolve("jdk/bin/java.asked"));
  }

  private String lastAsked() throws IOException {
    List<String> all = asked();
    return all.get(all.size() - 1);
  }

  private long dumps() throws IOException {
    return asked().stream().filter(line -> line.contains("ArchiveClassesAtExit")).count();
  }

  private List<Path> files() {
    try (Stream<Path> files = Files.list(jar.getParent())) {
      return files.toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private List<Path> archives() {
    return files().stream().filter(file -> file.toString().endsWith(".jsa")).toList();
  }
}
