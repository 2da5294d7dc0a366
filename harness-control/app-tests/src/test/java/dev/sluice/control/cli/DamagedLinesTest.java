package dev.sluice.control.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.control.process.ExitCode;
import dev.sluice.control.recorded.RecordedRun;
import dev.sluice.core.text.Figures;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.TreeSet;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whoever reads a run folder says what it leaves out: the file, how many lines, the first. */
class DamagedLinesTest {

  private static final List<String> FILES =
      List.of("intervals.jsonl", "latency.hlog", "events.jsonl");

  private final Logger logger = Logger.getLogger(RecordedRun.class.getPackageName());
  private final List<String> said = new ArrayList<>();
  private final Handler listener =
      new Handler() {
        @Override
        public void publish(LogRecord logged) {
          said.add(new SimpleFormatter().formatMessage(logged));
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
      };

  @TempDir private Path folder;

  @BeforeEach
  void listen() {
    logger.addHandler(listener);
    logger.setUseParentHandlers(false);
  }

  @AfterEach
  void asItWas() {
    logger.removeHandler(listener);
    logger.setUseParentHandlers(true);
  }

  @Test
  void eachFileOfARunSaysInOneLineWhatIsLeftOut() throws IOException {
    Path whole = run("whole");
    Path run = run("run");
    report(run);
    assertThat(said).as("nothing is damaged").isEmpty();
    SplittableRandom random = new SplittableRandom(1);
    for (String name : FILES) {
      Path file = run.resolve(name);
      List<String> lines = new ArrayList<>(Files.readAllLines(file));
      TreeSet<Integer> damaged = new TreeSet<>();
      for (int i = 0; i <= random.nextInt(lines.size()); i++) {
        damaged.add(random.nextInt(lines.size()));
      }
      damaged.forEach(at -> lines.set(at, "x"));
      String before = Files.readString(file);
      Files.write(file, lines);
      String line =
          "%s: %s left out, the first is line %d"
              .formatted(file, Figures.count(damaged.size(), "damaged line"), damaged.first() + 1);

      said.clear();
      report(run);
      assertThat(said).containsExactly(line);

      if (!name.equals("events.jsonl")) {
        said.clear();
        Execution.of("compare", whole.toString(), run.toString());
        assertThat(said).containsExactly(line);
        said.clear();
        Path merged = folder.resolve("merged-" + name);
        Execution.of("merge", merged.toString(), whole.toString(), run.toString());
        assertThat(said).contains(line);
      }
      Files.writeString(file, before);
    }
  }

  private static void report(Path run) {
    Execution.of("report", run.toString()).ended(ExitCode.OK);
  }

  private Path run(String name) {
    Path run = folder.resolve(name);
    Execution.of(
            "send",
            "--provider=null",
            "--rate=50",
            "--duration=500ms",
            "--interval=100ms",
            "--out=" + run)
        .ended(ExitCode.OK);
    return run;
  }
}
