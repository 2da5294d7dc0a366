package dev.sluice.control.cli.command;

import dev.sluice.control.format.RunFolderException;
import dev.sluice.control.recorded.RecordedRun;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Run folders by short names that tell them apart. */
final class RunNames {

  /** Opens a folder. */
  @FunctionalInterface
  interface Opener<T> {
    T open(Path folder) throws RunFolderException, IOException;
  }

  private RunNames() {}

  /**
   * Opens folders, in their order; each goes by its last name if no other has the same, else by its
   * path.
   *
   * @throws RunFolderException if one is not a run folder, or is named twice
   */
  static Map<String, RecordedRun> open(List<Path> folders) throws RunFolderException, IOException {
    return open(folders, RecordedRun::open);
  }

  /** The same of folders that hold something else. */
  static <T> Map<String, T> open(List<Path> folders, Opener<T> opener)
      throws RunFolderException, IOException {
    Map<String, T> opened = new LinkedHashMap<>();
    for (Path folder : folders) {
      String last = lastName(folder);
      long alike = folders.stream().filter(other -> lastName(other).equals(last)).count();
      if (opened.put(alike == 1 ? last : folder.toString(), opener.open(folder)) != null) {
        throw new RunFolderException(folder + " is named twice; name each run folder once");
      }
    }
    return opened;
  }

  private static String lastName(Path folder) {
    Path name = folder.toAbsolutePath().normalize().getFileName();
    return name == null ? folder.toString() : name.toString();
  }
}
