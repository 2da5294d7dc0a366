package dev.sluice.control.fleet.codec;

import dev.sluice.control.fleet.codec.MessageCodec.MalformedMessage;
import dev.sluice.control.fleet.protocol.Content;
import java.io.ByteArrayOutputStream;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Function;

/**
 * How values are laid out in a message: numbers big-endian, texts and lists behind their length,
 * and each group of values behind its size, so that a reader passes over what a later version has
 * added to it.
 */
final class Wire {

  private Wire() {}

  /** Writes values one after the other. */
  static final class Writer {

    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

    Writer number(long value) {
      bytes.writeBytes(ByteBuffer.allocate(Long.BYTES).putLong(value).array());
      return this;
    }

    Writer small(int value) {
      bytes.writeBytes(ByteBuffer.allocate(Integer.BYTES).putInt(value).array());
      return this;
    }

    Writer real(double value) {
      return number(Double.doubleToLongBits(value));
    }

    Writer flag(boolean value) {
      bytes.write(value ? 1 : 0);
      return this;
    }

    Writer text(String value) {
      return bytes(value.getBytes(StandardCharsets.UTF_8));
    }

    Writer content(Content value) {
      return bytes(value.bytes());
    }

    private Writer bytes(byte[] value) {
      small(value.length);
      bytes.writeBytes(value);
      return this;
    }

    <T> Writer list(Iterable<? extends T> values, BiConsumer<Writer, T> each) {
      Writer inner = new Writer();
      int count = 0;
      for (T value : values) {
        each.accept(inner, value);
        count++;
      }
      small(count);
      bytes.writeBytes(inner.toBytes());
      return this;
    }

    /** A group: values that a later version may add to. */
    <T> Writer group(T value, BiConsumer<Writer, T> each) {
      Writer inner = new Writer();
      each.accept(inner, value);
      return bytes(inner.toBytes());
    }

    byte[] toBytes() {
      return bytes.toByteArray();
    }
  }

  /** Reads what a {@link Writer} wrote; throws {@link MalformedMessage} for what none writes. */
  static final class Reader {

    private final ByteBuffer bytes;

    Reader(ByteBuffer bytes) {
      this.bytes = bytes;
    }

    long number() {
      return get(ByteBuffer::getLong);
    }

    int small() {
      return get(ByteBuffer::getInt);
    }

    /** A number that is not negative, of the range of an int. */
    int count() {
      int count = small();
      return count >= 0 ? count : fail("a count below 0");
    }

    double real() {
      return Double.longBitsToDouble(number());
    }

    boolean flag() {
      return get(ByteBuffer::get) != 0;
    }

    String text() {
      return StandardCharsets.UTF_8.decode(slice()).toString();
    }

    Content content() {
      ByteBuffer slice = slice();
      byte[] copy = new byte[slice.remaining()];
      slice.get(copy);
      return Content.of(copy);
    }

    <T> List<T> list(Function<Reader, T> each) {
      int count = count();
      if (count > bytes.remaining()) { // each takes a byte at least
        throw new MalformedMessage("a list longer than its message");
      }
      List<T> values = new ArrayList<>(count);
      for (int i = 0; i < count; i++) {
        values.add(each.apply(this));
      }
      return values;
    }

    <T> T group(Function<Reader, T> each) {
      return each.apply(new Reader(slice()));
    }

    private ByteBuffer slice() {
      int length = count();
      if (length > bytes.remaining()) {
        throw new MalformedMessage("a field longer than its message");
      }
      ByteBuffer slice = bytes.slice().limit(length);
      bytes.position(bytes.position() + length);
      return slice;
    }

    private <T> T get(Function<ByteBuffer, T> read) {
      try {
        return read.apply(bytes);
      } catch (BufferUnderflowException tooShort) {
        throw new MalformedMessage("it ends too early", tooShort);
      }
    }

    private static int fail(String what) {
      throw new MalformedMessage(what);
    }
  }
}
