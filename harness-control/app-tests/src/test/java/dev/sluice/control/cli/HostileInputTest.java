package dev.sluice.control.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.control.process.ExitCode;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Input that would take all memory, or never end, gets one line as any wrong input does. */
@Timeout(300)
class HostileInputTest {

  private static final String WORKLOADS = "workloads: {w: {type: send}}\n";

  @TempDir Path folder;

  static Stream<Arguments> scenarios() {
    return Stream.of(
        Arguments.of("flow nesting", "a: " + "[".repeat(1_000) + "]".repeat(1_000), "nested"),
        Arguments.of(
            "block nesting", lines(1_000, i -> " ".repeat(i) + "a:"), "nested more than 50 deep"),
        Arguments.of(
            "aliases of aliases",
            "a0: &a0 [x]\n" + lines(100, i -> "a" + (i + 1) + ": &a" + (i + 1) + " [*a" + i + "]"),
            "aliases"),
        Arguments.of(
            "variables that double",
            "vars:\n  v0: xx\n"
                + lines(60, i -> "  v" + (i + 1) + ": ${v" + i + "}${v" + i + "}")
                + WORKLOADS,
            "more than 8192 characters"),
        Arguments.of(
            "a billion rounds",
            WORKLOADS
                + "steps: [{for-each: {a: 1..1000, b: 1..1000, c: 1..1000}, do: [{wait: 1s}]}]",
            "more than 10000 rounds"),
        Arguments.of(
            "rounds within rounds",
            WORKLOADS
                + "steps: [{repeat: 9999, do: [{repeat: 9999, do: [{repeat: 9999,"
                + " do: [{wait: 1s}]}]}]}]",
            "more than 10000 steps"),
        Arguments.of(
            "a long comment", WORKLOADS + "#" + "x".repeat(10 << 20), "more than 1048576 bytes"),
        Arguments.of(
            "many variables",
            "vars:\n" + lines(200_000, i -> "  v" + i + ": 1") + WORKLOADS,
            "more than 1048576 bytes"),
        Arguments.of(
            "fewer variables",
            "vars:\n" + lines(20_000, i -> "  v" + i + ": 1") + WORKLOADS,
            "more than 1000 variables"));
  }

  private static String lines(int count, IntFunction<String> line) {
    return IntStream.range(0, count).mapToObj(line).collect(Collectors.joining("\n", "", "\n"));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("scenarios")
  void aScenario(String name, String text, String complaint) throws IOException {
    Execution execution = Execution.ofPlan(folder, text, "--dry-run").ended(ExitCode.USAGE);
    assertThat(execution.complaint()).contains(complaint).hasSizeLessThan(1_000);
  }

  @EnabledOnOs({OS.LINUX, OS.MAC})
  @ParameterizedTest
  @ValueSource(
      strings = {
        "run /dev/zero",
        "send --template /dev/zero",
        "send --body /dev/zero",
        "send --message-properties /dev/zero",
        "send --user u --password-file /dev/zero",
        "send --provider jndi --jndi-properties /dev/zero",
        "perfharness -hp /dev/zero"
      })
  void aFileWithoutEnd(String line) {
    Execution execution = Execution.of(line.split(" ", -1)).ended(ExitCode.USAGE);
    assertThat(execution.complaint()).contains("/dev/zero");
  }

  /** Of the kinds of files that people name: each says why in words, and no class of Java. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "run FILE",
        "send @FILE",
        "send --template FILE",
        "send --message-properties FILE",
        "send --profile FILE",
        "send --user u --password-file FILE",
        "send --control 0 --control-token-file FILE",
        "send --control 0 --control-tls FILE",
        "send --provider jndi --jndi-properties FILE",
        "send --provider ibmmq --ccdt FILE",
        "send --provider ibmmq --cipher ANY_TLS12 --key-store FILE",
        "send --provider ibmmq --cipher ANY_TLS12 --trust-store FILE",
        "agents --fleet localhost --fleet-secret-file FILE",
        "ctl --at localhost:1 --control-token-file FILE status",
        "ctl --at localhost:1 --tls-trust FILE status",
        "import omb FILE",
        "report FILE",
        "certificate --out FILE/in"
      })
  void aFileThatCannotBe(String line) throws IOException {
    Path none = folder.resolve("none");
    Path binary = Files.write(folder.resolve("file"), new byte[] {(byte) 0xff, (byte) 0xfe, 0});
    for (Path file : List.of(none, folder, binary)) {
      if (line.startsWith("certificate") && file != binary) {
        continue; // it makes the folder
      }
      Execution execution = Execution.of(line.replace("FILE", file.toString()).split(" ", -1));
      assertThat(execution.exitCode()).as(execution.err()).isEqualTo(ExitCode.USAGE);
      assertThat(execution.err()).contains(file.toString());
      assertThat(execution.err().lines().filter(each -> !each.startsWith("Try ")))
          .hasSizeLessThanOrEqualTo(file == none ? 2 : 1)
          .noneMatch(each -> each.matches(".*(Exception|Input length|\\bnull\\b).*"));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"run.json", "intervals.jsonl", "events.jsonl", "latency.hlog"})
  @EnabledOnOs({OS.LINUX, OS.MAC})
  void aFileOfARunFolderThatHasNoEnd(String name) throws IOException {
    Path run = run("run");
    Files.delete(run.resolve(name));
    Files.createSymbolicLink(run.resolve(name), Path.of("/dev/zero"));
    assertRefused(run, run.toString());
  }

  @Test
  @EnabledOnOs({OS.LINUX, OS.MAC})
  void aFileOfARunFolderThatNobodyWritesTo() throws Exception {
    Path run = run("run");
    Files.delete(run.resolve("intervals.jsonl"));
    Process made = new ProcessBuilder("mkfifo", run.resolve("intervals.jsonl").toString()).start();
    assertThat(made.waitFor()).isZero();
    assertRefused(run, "intervals.jsonl is not a regular file");
  }

  @Test
  void aDescriptionThatNoRunWrites() throws IOException {
    Path run = run("run");
    try (RandomAccessFile file = new RandomAccessFile(run.resolve("run.json").toFile(), "rw")) {
      file.setLength(80 << 20);
    }
    assertRefused(run, "has 83886080 bytes");
  }

  @ParameterizedTest
  @ValueSource(longs = {Long.MIN_VALUE, -1, Long.MAX_VALUE})
  void aCountThatNobodyCountedTo(long count) throws IOException {
    Path run = run("run");
    Path intervals = run.resolve("intervals.jsonl");
    String text = Files.readString(intervals);
    assertThat(text).contains("\"done\":");
    Files.writeString(intervals, text.replaceAll("\"done\":\\d+", "\"done\":" + count));
    Execution.of("report", run.toString()).ended(ExitCode.OK);
    assertThat(run.resolve("report.html"))
        .content()
        .contains("\"damagedLines\":")
        .doesNotContain("\"damagedLines\":0");
  }

  private void assertRefused(Path run, String complaint) throws IOException {
    for (List<String> line :
        List.of(
            List.of("report", run.toString()),
            List.of("compare", run("other").toString(), run.toString()),
            List.of(
                "merge",
                folder.resolve("merged").toString(),
                run("other").toString(),
                run.toString()))) {
      Execution execution = Execution.of(line.toArray(String[]::new));
      assertThat(execution.exitCode())
          .as("%s: %s", line, execution.err())
          .isEqualTo(ExitCode.USAGE);
      assertThat(execution.complaint()).as("%s", line).contains(complaint);
    }
  }

  /** The folder of a short run. */
  private Path run(String name) {
    Path run = folder.resolve(name);
    if (!Files.exists(run)) {
      Execution execution =
          Execution.of(
              "send",
              "--provider=null",
              "--rate=50",
              "--duration=300ms",
              "--interval=100ms",
              "--out=" + run);
      execution.ended(ExitCode.OK);
    }
    return run;
  }
}
