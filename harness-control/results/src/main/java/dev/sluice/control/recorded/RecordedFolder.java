package dev.sluice.control.recorded;

import dev.sluice.control.format.Csv;
import dev.sluice.control.format.RunFiles;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** A folder with a description and, if there were steps, their table. */
interface RecordedFolder {

  Path folder();

  /** The columns of {@link #steps} that hold the variables of loops, outermost first. */
  List<String> variables();

  /** The rows of {@code steps.csv}, the header first; empty if there were no steps. */
  default List<List<String>> steps() throws IOException {
    return Csv.read(folder().resolve(RunFiles.STEPS));
  }

  /** Replaces the content of a file of the folder at once. */
  default void write(String name, String content) throws IOException {
    RunFiles.replace(folder().resolve(name), content);
  }
}
