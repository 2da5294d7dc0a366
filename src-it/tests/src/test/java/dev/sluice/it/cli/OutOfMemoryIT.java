package dev.sluice.it.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.it.run.ChildProcess;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A heap that is too small for what is asked: the process says so in one line, and ends. */
@Tag("soak")
class OutOfMemoryIT {

  @TempDir Path directory;

  @ParameterizedTest
  @ValueSource(
      strings = {
        "-Xmx36m send --threads 2000 --rate 1",
        "-Xmx20m send --provider null --threads 2000 --rate 1",
        "-Xmx64m send --message bytes --size 40MiB --threads 20"
      })
  void theProcessSaysSoAndEnds(String line) throws Exception {
    List<String> words = new ArrayList<>(List.of(line.split(" ")));
    List<String> heap = List.of(words.remove(0));
    Path output = directory.resolve("output.txt");
    Process process = SluiceProcess.startWith(heap, directory, output, words);
    try {
      assertThat(ChildProcess.awaitEnd(process, Duration.ofMinutes(3))).as(line).isTrue();
    } finally {
      process.destroyForcibly();
    }
    List<String> lines = Files.readAllLines(output);
    assertThat(process.exitValue()).as("%s", lines).isEqualTo(1);
    assertThat(lines).filteredOn(each -> each.contains("out of memory: ")).hasSize(1);
    assertThat(lines).noneMatch(each -> each.startsWith("\tat ") || each.startsWith("Exception"));
  }
}
