package dev.sluice.control.sink.folder;

import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;

/** A disk with room for this many bytes; like a real one it takes what still fits. */
final class FailingDisk implements FileOpener {

  private long bytesLeft = Long.MAX_VALUE;

  void leave(long bytes) {
    bytesLeft = bytes;
  }

  @Override
  public OutputStream open(Path path) throws IOException {
    return new FilterOutputStream(FileOpener.SYSTEM.open(path)) {
      @Override
      public void write(byte[] bytes, int from, int count) throws IOException {
        int fitting = (int) Math.min(count, bytesLeft);
        out.write(bytes, from, fitting);
        bytesLeft -= fitting;
        if (fitting < count) {
          throw new IOException("No space left on device");
        }
      }
    };
  }
}
