package dev.sluice.junit;

import dev.sluice.api.RunResult;
import dev.sluice.control.format.RunFiles;
import dev.sluice.control.recorded.RecordedRun;
import dev.sluice.control.sink.folder.Environment;
import dev.sluice.control.sink.folder.FileOpener;
import dev.sluice.control.sink.folder.RunDescription;
import dev.sluice.control.sink.folder.RunFolder;
import dev.sluice.control.sink.page.ReportPage;
import dev.sluice.jms.provider.ProviderTypes;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;

/** Writes the folder and the page of a run that a test failed on, below the build's folder. */
final class KeptRuns {

  private KeptRuns() {}

  /** Where it lies, or why it could not be written: what the test found goes before. */
  static String keep(RunResult run) {
    try {
      Path folder = newFolder();
      RunDescription description =
          new RunDescription(
              run.recording().spec(),
              run.recording().broker(),
              Map.of(),
              Environment.ofThisProcess(ProviderTypes.find("")),
              Map.of(),
              Optional.empty());
      RunFolder files =
          RunFolder.create(folder, description, Instant.now(), FileOpener.SYSTEM, warning -> {});
      run.recording().tell(files);
      files.close();
      RecordedRun recorded = RecordedRun.open(folder);
      recorded.write(RunFiles.REPORT, ReportPage.of(recorded));
      return folder.resolve(RunFiles.REPORT).toString();
    } catch (IOException e) {
      return "its page could not be written: " + e.getMessage();
    }
  }

  /** In Maven's or Gradle's folder for what is built, or else in that for temporary files. */
  private static Path newFolder() throws IOException {
    for (String build : new String[] {"target", "build"}) {
      if (Files.isDirectory(Path.of(build))) {
        Path runs = Files.createDirectories(Path.of(build, "sluice-runs"));
        return Files.createTempDirectory(runs, "run-").toAbsolutePath();
      }
    }
    return Files.createTempDirectory("sluice-run-");
  }
}
