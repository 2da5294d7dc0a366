package dev.sluice.control.catalogue;

import dev.sluice.control.format.RunFiles;
import java.io.File;
import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Finds the run folders under a folder. Links are not followed, hidden folders and run folders are
 * not searched.
 */
final class FolderScan extends SimpleFileVisitor<Path> {

  private static final int MAX_DEPTH = 8;

  /** A folder with one of these is one of a run, even if its description is lost. */
  private static final List<String> MARKS =
      List.of(RunFiles.RUN, RunFiles.INTERVALS_JSON, RunFiles.HISTOGRAMS);

  private final Path root;
  private final Map<String, String> found = new TreeMap<>();

  private FolderScan(Path root) {
    this.root = root;
  }

  /**
   * The run folders and what tells whether one has changed: dates and sizes of its files.
   *
   * @return by paths relative to the root, with slashes; that of the root itself is a dot
   */
  static Map<String, String> of(Path root) throws IOException {
    FolderScan scan = new FolderScan(root);
    Files.walkFileTree(root, EnumSet.noneOf(java.nio.file.FileVisitOption.class), MAX_DEPTH, scan);
    return scan.found;
  }

  @Override
  public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
    Path name = folder.getFileName();
    if (!folder.equals(root) && name != null && name.toString().startsWith(".")) {
      return FileVisitResult.SKIP_SUBTREE;
    }
    StringBuilder signature = new StringBuilder();
    boolean isRun = false;
    for (String mark : MARKS) {
      String one = signature(folder.resolve(mark));
      isRun |= !one.isEmpty();
      signature.append(one).append('/');
      if (mark.equals(RunFiles.INTERVALS_JSON) && isRun) {
        break; // enough to know it by
      }
    }
    if (!isRun) {
      return FileVisitResult.CONTINUE;
    }
    String path = root.relativize(folder).toString().replace(File.separatorChar, '/');
    found.put(path.isEmpty() ? "." : path, signature.toString());
    return FileVisitResult.SKIP_SUBTREE;
  }

  @Override
  public FileVisitResult visitFileFailed(Path file, IOException failure) {
    return FileVisitResult.CONTINUE; // a folder that may not be read, or has just gone
  }

  private static String signature(Path file) {
    try {
      BasicFileAttributes attributes = Files.readAttributes(file, BasicFileAttributes.class);
      return attributes.lastModifiedTime().toMillis() + "," + attributes.size();
    } catch (IOException e) {
      return ""; // it is not there
    }
  }
}
