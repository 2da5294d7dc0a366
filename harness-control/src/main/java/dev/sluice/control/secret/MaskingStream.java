package dev.sluice.control.secret;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.function.UnaryOperator;

/** Passes text on line by line, so that a secret is seen whole; a flush passes on what is there. */
final class MaskingStream extends OutputStream {

  private final OutputStream out;
  private final UnaryOperator<String> mask;
  private final ByteArrayOutputStream held = new ByteArrayOutputStream(); // guarded by this

  /**
   * @param out takes UTF-8
   */
  MaskingStream(OutputStream out, UnaryOperator<String> mask) {
    this.out = out;
    this.mask = mask;
  }

  @Override
  public synchronized void write(int octet) throws IOException {
    held.write(octet);
    if (octet == '\n') {
      passOn();
    }
  }

  @Override
  public synchronized void write(byte[] octets, int offset, int length) throws IOException {
    held.write(octets, offset, length);
    if (length > 0 && octets[offset + length - 1] == '\n') {
      passOn();
    }
  }

  @Override
  public synchronized void flush() throws IOException {
    passOn();
    out.flush();
  }

  @Override
  public synchronized void close() throws IOException {
    flush();
    out.close();
  }

  private void passOn() throws IOException {
    if (held.size() > 0) {
      String text = held.toString(StandardCharsets.UTF_8);
      held.reset();
      out.write(mask.apply(text).getBytes(StandardCharsets.UTF_8));
    }
  }
}
