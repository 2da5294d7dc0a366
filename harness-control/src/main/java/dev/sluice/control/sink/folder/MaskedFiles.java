package dev.sluice.control.sink.folder;

import dev.sluice.control.format.RunFiles;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.function.UnaryOperator;

/**
 * Files whose text is masked: what is written at once to one that grows, or a whole one. The log of
 * histograms is left as it is, because it holds figures only.
 */
record MaskedFiles(FileOpener files, UnaryOperator<String> mask) implements FileOpener {

  @Override
  public OutputStream open(Path path) throws IOException {
    OutputStream stream = files.open(path);
    return path.endsWith(RunFiles.HISTOGRAMS) ? stream : new MaskedStream(stream);
  }

  @Override
  public void replace(Path path, String content) throws IOException {
    files.replace(path, mask.apply(content));
  }

  private final class MaskedStream extends FilterOutputStream {

    MaskedStream(OutputStream stream) {
      super(stream);
    }

    @Override
    public void write(byte[] lines) throws IOException {
      write(lines, 0, lines.length);
    }

    @Override
    public void write(byte[] lines, int offset, int length) throws IOException {
      String text = new String(lines, offset, length, StandardCharsets.UTF_8);
      out.write(mask.apply(text).getBytes(StandardCharsets.UTF_8));
    }
  }
}
