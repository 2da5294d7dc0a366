package dev.sluice.mqsim.queue;

import dev.sluice.mqsim.codec.structure.MessageDescriptor;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The persistent messages of one queue manager in a file, so that they outlive the process. The
 * operating system is left to write the file to the disk, so a crash of the machine may lose some.
 * Confined to one event loop.
 *
 * <p>The file is a sequence of frames: length of what follows (4), then records, all of which count
 * or, if the frame is not complete, none. A record of a message that was put: {@code 'P'}, token
 * (16), names of its queue and, on a transmission queue, of the queue and the queue manager that it
 * goes to, expiry (8), descriptor (364), length of the data (4), data. A record of a message that
 * is gone: {@code 'G'}, token. A name has its length in bytes (2) before it. When no message is
 * left the file is emptied.
 */
public final class MessageLog implements Closeable {

  private static final int PUT = 'P';
  private static final int GONE = 'G';
  private static final int TOKEN_BYTES = 16;

  /**
   * A message that was in the file.
   *
   * @param queue that it was on
   */
  public record Kept(String queue, Message message) {}

  /**
   * What has been written since the log was opened.
   *
   * @param nanos that the writes took
   */
  public record Written(long writes, long bytes, long nanos) {}

  private final FileChannel file; // null = none
  private final ByteBuf frame = Unpooled.buffer();
  private List<Kept> kept;
  private long messages;
  private int nesting;
  private Written written = new Written(0, 0, 0);

  private MessageLog(FileChannel file, List<Kept> kept) {
    this.file = file;
    this.kept = kept;
    this.messages = kept.size();
  }

  /** Messages end with the process. */
  public static MessageLog none() {
    return new MessageLog(null, List.of());
  }

  /**
   * Reads what is in a file and continues it.
   *
   * @param path made if it does not exist
   */
  public static MessageLog open(Path path) throws IOException {
    List<Kept> kept = Files.exists(path) ? read(path) : List.of();
    Path compact = path.resolveSibling(path.getFileName() + ".new");
    Files.deleteIfExists(compact); // left by a process that ended while it wrote it
    try (MessageLog log = new MessageLog(append(compact), List.of())) {
      log.together(() -> kept.forEach(each -> log.put(each.queue, each.message)));
    }
    Files.move(compact, path, StandardCopyOption.REPLACE_EXISTING);
    return new MessageLog(append(path), kept);
  }

  private static FileChannel append(Path path) throws IOException {
    return FileChannel.open(path, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
  }

  /** The messages that were in the file, in the order in which they were put; only once. */
  public List<Kept> takeKept() {
    List<Kept> taken = kept;
    kept = List.of();
    return taken;
  }

  /** A message is put on a queue for good. */
  void put(String queue, Message message) {
    if (file == null || message.logged || !message.descriptor().isPersistent()) {
      return;
    }
    message.logged = true;
    messages++;
    together(
        () -> {
          frame.writeByte(PUT).writeBytes(message.token());
          writeName(queue);
          writeName(message.address() == null ? "" : message.address().queue());
          writeName(message.address() == null ? "" : message.address().queueManager());
          frame.writeLong(message.expiresAtMillis());
          message.descriptor().write(frame, MessageDescriptor.V2_BYTES);
          frame.writeInt(message.data().length).writeBytes(message.data());
        });
  }

  /** A message is gone for good. */
  public void gone(Message message) {
    if (message.logged) {
      message.logged = false;
      messages--;
      together(() -> frame.writeByte(GONE).writeBytes(message.token()));
    }
  }

  /** What has been written so far; without a file nothing. */
  public Written written() {
    return written;
  }

  /** All that is logged meanwhile counts together or, if the process ends before that, not. */
  public void together(Runnable changes) {
    nesting++;
    try {
      changes.run();
    } finally {
      nesting--;
      if (nesting == 0 && frame.isReadable()) {
        write();
      }
    }
  }

  private void write() {
    try {
      if (messages == 0) {
        file.truncate(0);
      } else {
        ByteBuffer length = ByteBuffer.allocate(Integer.BYTES).putInt(0, frame.readableBytes());
        ByteBuffer[] all = {length, frame.nioBuffer()};
        long bytes = (long) Integer.BYTES + frame.readableBytes();
        long beginNanos = System.nanoTime();
        while (all[1].hasRemaining()) {
          file.write(all);
        }
        long nanos = System.nanoTime() - beginNanos;
        written = new Written(written.writes + 1, written.bytes + bytes, written.nanos + nanos);
      }
    } catch (IOException e) {
      throw new UncheckedIOException("the log of messages cannot be written", e);
    } finally {
      frame.clear();
    }
  }

  private void writeName(String name) {
    byte[] bytes = name.getBytes(StandardCharsets.UTF_8);
    frame.writeShort(bytes.length).writeBytes(bytes);
  }

  private static List<Kept> read(Path path) throws IOException {
    ByteBuf bytes = Unpooled.wrappedBuffer(Files.readAllBytes(path));
    Map<ByteBuffer, Kept> left = new LinkedHashMap<>();
    while (bytes.readableBytes() >= Integer.BYTES) {
      int lengthBytes = bytes.readInt();
      if (lengthBytes > bytes.readableBytes()) {
        break; // the process ended while it was written
      }
      ByteBuf records = bytes.readSlice(lengthBytes);
      while (records.isReadable()) {
        boolean put = records.readByte() == PUT;
        byte[] token = new byte[TOKEN_BYTES];
        records.readBytes(token);
        if (put) {
          left.put(ByteBuffer.wrap(token), readPut(records, token));
        } else {
          left.remove(ByteBuffer.wrap(token));
        }
      }
    }
    return List.copyOf(left.values());
  }

  private static Kept readPut(ByteBuf records, byte[] token) {
    String queue = readName(records);
    RemoteAddress address = new RemoteAddress(readName(records), readName(records));
    long expiresAtMillis = records.readLong();
    MessageDescriptor descriptor = MessageDescriptor.read(records, records.readerIndex());
    records.skipBytes(MessageDescriptor.V2_BYTES);
    byte[] data = new byte[records.readInt()];
    records.readBytes(data);
    Message message = new Message(descriptor, data, token, expiresAtMillis, 0);
    if (!address.queueManager().isEmpty()) {
      message.address(address);
    }
    return new Kept(queue, message);
  }

  private static String readName(ByteBuf records) {
    int lengthBytes = records.readUnsignedShort();
    return records.readCharSequence(lengthBytes, StandardCharsets.UTF_8).toString();
  }

  @Override
  public void close() throws IOException {
    if (file != null) {
      file.close();
    }
  }
}
