package dev.sluice.control.secret;

import java.io.IOException;
import java.io.Writer;
import java.util.function.UnaryOperator;

/** Passes text on when it is flushed, so that a secret is seen whole. */
final class MaskingWriter extends Writer {

  private final Writer out;
  private final UnaryOperator<String> mask;
  private final StringBuilder held = new StringBuilder(); // guarded by lock

  MaskingWriter(Writer out, UnaryOperator<String> mask) {
    this.out = out;
    this.mask = mask;
  }

  @Override
  public void write(char[] characters, int offset, int length) {
    synchronized (lock) {
      held.append(characters, offset, length);
    }
  }

  @Override
  public void flush() throws IOException {
    synchronized (lock) {
      out.write(mask.apply(held.toString()));
      held.setLength(0);
    }
    out.flush();
  }

  @Override
  public void close() throws IOException {
    flush();
    out.close();
  }
}
