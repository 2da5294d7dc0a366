package dev.sluice.control.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.sluice.control.process.ExitCode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Any bytes in the files of a run folder are read by all commands that read runs: as figures, as
 * lines that are passed over and counted, or with one line that says what is wrong.
 */
class RunFolderFuzzTest {

  private static final List<String> FILES =
      List.of(
          "run.json",
          "intervals.jsonl",
          "events.jsonl",
          "latency.hlog",
          "steps.csv",
          "tries.csv",
          "observations.jsonl");

  /** Between the files of a case; in none of them. */
  private static final String SEPARATOR = "\n\f\n";

  @TempDir static Path folder;

  private static int cases;

  static Stream<byte[]> runs() throws IOException {
    Path made = Files.createTempDirectory(folder, "made").resolve("run");
    Execution.of(
        ("send --provider null --threads 2 --total-rate 100 --interval 200ms --duration 700ms"
                + " --no-intervals --id x --out "
                + made)
            .split(" "));
    return Stream.of(Files.isDirectory(made) ? content(made) : new byte[0]);
  }

  private static byte[] content(Path run) throws IOException {
    StringBuilder content = new StringBuilder();
    for (String name : FILES) {
      Path file = run.resolve(name);
      content.append(Files.exists(file) ? Files.readString(file) : "").append(SEPARATOR);
    }
    return content.toString().getBytes(StandardCharsets.ISO_8859_1);
  }

  @MethodSource("runs")
  @FuzzTest(maxDuration = "450s")
  void read(byte[] content) throws IOException {
    String[] texts = new String(content, StandardCharsets.ISO_8859_1).split(SEPARATOR, -1);
    Path run = Files.createDirectories(folder.resolve("case-" + cases++));
    try {
      for (int i = 0; i < Math.min(texts.length, FILES.size()); i++) {
        if (i == 0 || !texts[i].isEmpty()) {
          Files.writeString(run.resolve(FILES.get(i)), texts[i], StandardCharsets.ISO_8859_1);
        }
      }
      Path merged = run.resolve("merged");
      assertReads("report", run.toString());
      assertReads("compare", run.toString(), run.toString());
      assertReads("merge", merged.toString(), run.toString());
    } finally {
      delete(run);
    }
  }

  private static void assertReads(String... words) {
    Execution execution = Execution.of(words);
    assertThat(execution.exitCode())
        .as("%s: %s", words[0], execution.err())
        .isIn(ExitCode.OK, ExitCode.FAILED_RUN, ExitCode.USAGE, ExitCode.OBJECTIVES_MISSED);
    Complaints.assertDeclared(execution.err());
  }

  private static void delete(Path run) throws IOException {
    try (Stream<Path> files = Files.walk(run)) {
      for (Path each : files.sorted((a, b) -> b.compareTo(a)).collect(Collectors.toList())) {
        Files.delete(each);
      }
    }
  }
}
