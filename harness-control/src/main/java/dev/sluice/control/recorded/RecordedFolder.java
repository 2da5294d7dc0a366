package dev.sluice.control.recorded;

import dev.sluice.control.format.Csv;
import dev.sluice.control.format.RunFiles;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.json.JSONArray;
import org.json.JSONObject;

/** A folder with a description and, if there were steps, their table. */
interface RecordedFolder {

  Path folder();

  JSONObject description();

  /** The columns of {@link #steps} that hold the variables of loops, outermost first. */
  default List<String> variables() {
    return texts("variables");
  }

  /** The rows of {@code steps.csv}, the header first; empty if there were no steps. */
  default List<List<String>> steps() throws IOException {
    return Csv.read(folder().resolve(RunFiles.STEPS));
  }

  /** Replaces the content of a file of the folder at once. */
  default void write(String name, String content) throws IOException {
    RunFiles.replace(folder().resolve(name), content);
  }

  /** The texts of a member of the description. */
  default List<String> texts(String member) {
    JSONArray array = description().optJSONArray(member);
    return array == null ? List.of() : array.toList().stream().map(String::valueOf).toList();
  }
}
