package dev.sluice.control.recorded;

import dev.sluice.control.format.Csv;
import dev.sluice.control.format.RunFiles;
import dev.sluice.control.format.RunFolderException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.json.JSONArray;
import org.json.JSONObject;

/**
 * The folder of a scenario with several runs, which is read. Everything comes from the files.
 *
 * @param description the content of {@code scenario.json}
 */
public record RecordedScenario(Path folder, JSONObject description) {

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
    String text = RunFiles.description(folder.resolve(RunFiles.SCENARIO));
    return new RecordedScenario(folder, new JSONObject(text));
  }

  /** The columns of {@link #steps} that hold the loops' variables, outermost first. */
  public List<String> variables() {
    return texts(description.optJSONArray("variables"));
  }

  /** The rows of the table of all steps, the header first. */
  public List<List<String>> steps() throws IOException {
    return Csv.read(folder.resolve(RunFiles.STEPS));
  }

  /** The runs by the names of their folders, in order; one that cannot be read is left out. */
  public Map<String, RecordedRun> runs() throws IOException {
    Map<String, RecordedRun> runs = new LinkedHashMap<>();
    for (String name : texts(description.optJSONArray("runs"))) {
      try {
        runs.put(name, RecordedRun.open(folder.resolve(name)));
      } catch (RunFolderException e) {
        // it did not come as far as that, or is damaged: the others are still worth a page
      }
    }
    return runs;
  }

  /** Replaces the content of a file of the folder at once. */
  public void write(String name, String content) throws IOException {
    RunFiles.replace(folder.resolve(name), content);
  }

  static List<String> texts(JSONArray array) {
    return array == null ? List.of() : array.toList().stream().map(String::valueOf).toList();
  }
}
