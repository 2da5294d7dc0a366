package dev.sluice.control.recorded;

import dev.sluice.control.format.RunFiles;
import dev.sluice.control.format.RunFolderException;
import dev.sluice.control.format.ScenarioDocument;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The folder of a scenario with several runs, which is read. Everything comes from the files.
 *
 * @param document the content of {@code scenario.json}
 */
public record RecordedScenario(Path folder, ScenarioDocument document) implements RecordedFolder {

  /** Whether a folder is one. */
  public static boolean isIn(Path folder) {
    return Files.isRegularFile(folder.resolve(RunFiles.SCENARIO));
  }

  /**
   * Opens a folder.
   *
   * @throws RunFolderException if this version cannot read it
   */
  public static RecordedScenario open(Path folder) throws RunFolderException, IOException {
    RunFiles.requireReadable(folder);
    return new RecordedScenario(
        folder, RunFiles.document(ScenarioDocument.class, folder.resolve(RunFiles.SCENARIO)));
  }

  @Override
  public List<String> variables() {
    return document.variables();
  }

  /** The runs by the names of their folders, in order; one that cannot be read is left out. */
  public Map<String, RecordedRun> runs() throws IOException {
    Map<String, RecordedRun> runs = new LinkedHashMap<>();
    for (String name : document.runs()) {
      try {
        runs.put(name, RecordedRun.open(folder.resolve(name)));
      } catch (RunFolderException e) {
        // it did not come as far as that, or is damaged: the others are still worth a page
      }
    }
    return runs;
  }
}
