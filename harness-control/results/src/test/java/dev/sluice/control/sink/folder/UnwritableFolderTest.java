package dev.sluice.control.sink.folder;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.sluice.control.format.Observation;
import dev.sluice.control.format.RunDocument.RunState;
import dev.sluice.control.format.RunFolderException;
import dev.sluice.control.recorded.RecordedRun;
import dev.sluice.control.sink.folder.TableFile.StepColumns;
import dev.sluice.core.bus.RunEvent;
import dev.sluice.core.result.Snapshot;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Runs whose folder cannot be written, or not all of it. */
class UnwritableFolderTest {

  /** Takes no byte, as a disk that is full. */
  private static final Path FULL_DEVICE = Path.of("/dev/full");

  private final List<Snapshot> intervals = TestRun.intervals(TestRun.STARTED, 6, 2, 42);
  private TestFolder folder;

  @BeforeEach
  void nameFolder(@TempDir Path temporary) {
    folder = new TestFolder(temporary.resolve("a").resolve("run"));
  }

  @Test
  void aFullDiskIsReportedOnceAndTheRestIsKept() throws Exception {
    FailingDisk disk = new FailingDisk();
    try (RunFolder writer = folder.begin(disk)) {
      writer.interval(intervals.get(0));
      disk.leave(10);
      writer.interval(intervals.get(1));
      writer.interval(intervals.get(2));
      disk.leave(Long.MAX_VALUE);
      writer.interval(intervals.get(3));
    }
    assertThat(folder.warnings()).hasSize(1);
    assertThat(folder.warnings().get(0))
        .startsWith("cannot write " + folder.path())
        .contains("No space left on device; the run continues");
    assertThat(TestFolder.intervals(folder.open()).stream().map(i -> TestRun.fingerprint(i)))
        .containsExactly(
            TestRun.fingerprint(intervals.get(0)), TestRun.fingerprint(intervals.get(3)));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "intervals.csv",
        "intervals.jsonl",
        "latency.hlog",
        "events.jsonl",
        "steps.csv",
        "observations.jsonl"
      })
  void aFileOnAFullDeviceIsNamedWithTheCauseAndTheOthersAreWhole(String full) throws Exception {
    assumeThat(FULL_DEVICE).exists();
    FileOpener opener =
        path -> {
          if (path.endsWith(full)) {
            Files.createSymbolicLink(path, FULL_DEVICE);
          }
          return FileOpener.SYSTEM.open(path);
        };
    RunFolder writer = folder.begin(opener);
    try (writer) {
      writer.event(new RunEvent(TestRun.STARTED, 5, RunEvent.Kind.MARK, "", "here"));
      TableFile steps = writer.steps(new StepColumns(List.of("step"), List.of()));
      for (Snapshot interval : intervals) {
        writer.interval(interval);
        steps.add(List.of("a"));
        writer.observations(
            List.of(new Observation(TestRun.STARTED, 3, "Q", "depth", "messages", 1)));
      }
      writer.summary(TestRun.summary(intervals));
    }

    assertThat(folder.warnings()).hasSize(1);
    assertThat(folder.warnings().get(0))
        .startsWith("cannot write " + folder.file(full) + ": No space left on device; ")
        .doesNotContain("\n");
    assertThat(writer.complete()).isFalse();
    Files.delete(folder.file(full)); // a file on a full disk is empty; this link has no end
    RecordedRun run = folder.open();
    assertThat(run.document().state()).isEqualTo(RunState.DONE);
    try (Stream<Path> others = Files.list(folder.path())) {
      assertThat(others).hasSize(6).allSatisfy(file -> assertThat(file).isNotEmptyFile());
    }
  }

  @Test
  void theOldDescriptionStaysIfThereIsNoRoomForANewOne() throws Exception {
    assumeThat(FULL_DEVICE).exists();
    RunFolder writer = folder.begin();
    try (writer) {
      assertThat(writer.complete()).isTrue();
      Files.createSymbolicLink(folder.file("run.json.new"), FULL_DEVICE);
      writer.summary(TestRun.summary(intervals));
    }

    assertThat(folder.warnings()).hasSize(1);
    assertThat(folder.warnings().get(0))
        .startsWith("cannot write " + folder.file("run.json") + ": No space left on device; ");
    assertThat(writer.complete()).isFalse();
    assertThat(folder.open().document().state()).isEqualTo(RunState.RUNNING);
  }

  @Test
  void aFolderThatCannotBeCreatedIsReportedAtTheStart() {
    Path nowhere = Path.of("/proc", "sluice-run");
    assumeThat(nowhere.getParent()).isDirectory();
    assertThatThrownBy(() -> TestRun.folder(nowhere, FileOpener.SYSTEM, warning -> {}))
        .isInstanceOf(RunFolderException.class)
        .hasMessageStartingWith(nowhere + " cannot be written: ");
  }

  @Test
  void aFileThatCannotBeOpenedIsReportedAtTheStart() {
    FileOpener readOnly =
        path -> {
          throw new IOException("Read-only file system");
        };
    assertThatThrownBy(() -> folder.begin(readOnly))
        .isInstanceOf(RunFolderException.class)
        .hasMessage(folder.path() + " cannot be written: Read-only file system");
  }
}
