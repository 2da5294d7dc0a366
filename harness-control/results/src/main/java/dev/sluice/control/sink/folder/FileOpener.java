package dev.sluice.control.sink.folder;

import dev.sluice.control.format.RunFiles;
import dev.sluice.control.secret.Secrets;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.function.UnaryOperator;

/** Opens the files of a run folder, to append text to them, and replaces them. */
@FunctionalInterface
public interface FileOpener {

  /** Opens real files. */
  FileOpener SYSTEM = path -> new FileOutputStream(path.toFile(), true);

  OutputStream open(Path path) throws IOException;

  /** Replaces the content of a file at once: a reader finds the old content or the new. */
  default void replace(Path path, String content) throws IOException {
    RunFiles.replace(path, content);
  }

  /** The same files, with text that is masked before it is written. */
  default FileOpener masking(UnaryOperator<String> mask) {
    return new MaskedFiles(this, mask);
  }

  /**
   * Files whose text is masked: what is written at once to one that grows, or a whole one. The log
   * of histograms and the history are left as they are, because they hold figures and names only.
   */
  record MaskedFiles(FileOpener files, UnaryOperator<String> mask) implements FileOpener {

    @Override
    public OutputStream open(Path path) throws IOException {
      OutputStream stream = files.open(path);
      return path.endsWith(RunFiles.HISTOGRAMS) || path.endsWith(RunFiles.HISTORY)
          ? stream
          : new Secrets.MaskingStream(stream, mask);
    }

    @Override
    public void replace(Path path, String content) throws IOException {
      files.replace(path, mask.apply(content));
    }
  }
}
