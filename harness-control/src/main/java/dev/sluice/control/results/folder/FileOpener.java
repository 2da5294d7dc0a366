package dev.sluice.control.results.folder;

import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;

/** Opens the files of a run folder, to append to them. */
@FunctionalInterface
public interface FileOpener {

  /** Opens real files. */
  FileOpener SYSTEM = path -> new FileOutputStream(path.toFile(), true);

  OutputStream open(Path path) throws IOException;
}
