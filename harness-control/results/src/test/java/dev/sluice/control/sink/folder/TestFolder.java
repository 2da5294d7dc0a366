package dev.sluice.control.sink.folder;

import dev.sluice.control.format.RunFolderException;
import dev.sluice.control.recorded.RecordedRun;
import dev.sluice.core.result.Snapshot;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A folder that a test records runs in, and the warnings that it gave. */
final class TestFolder {

  private final Path path;
  private final List<String> warnings = new ArrayList<>();

  /**
   * @param path where it is to be; nothing need be there yet
   */
  TestFolder(Path path) {
    this.path = path;
  }

  Path path() {
    return path;
  }

  Path file(String name) {
    return path.resolve(name);
  }

  List<String> warnings() {
    return warnings;
  }

  RunFolder begin() throws RunFolderException {
    return begin(FileOpener.SYSTEM);
  }

  RunFolder begin(FileOpener opener) throws RunFolderException {
    return TestRun.folder(path, opener, warnings::add);
  }

  /** Records a whole run. */
  RecordedRun record(List<Snapshot> intervals) throws Exception {
    try (RunFolder folder = begin()) {
      intervals.forEach(folder::interval);
      folder.summary(TestRun.summary(intervals));
    }
    return open();
  }

  RecordedRun open() throws Exception {
    return RecordedRun.open(path);
  }

  /** The contents of a recorded run. */
  static List<Snapshot> intervals(RecordedRun run) throws IOException {
    List<Snapshot> found = new ArrayList<>();
    run.intervals(found::add);
    return found;
  }
}
