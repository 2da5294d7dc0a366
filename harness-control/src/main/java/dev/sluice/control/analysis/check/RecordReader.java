package dev.sluice.control.analysis.check;

import dev.sluice.control.analysis.check.HistoryFile.Block;
import dev.sluice.control.analysis.check.HistoryFile.Source;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;

/** Reads what one worker recorded. For one thread. */
final class RecordReader {

  /** What happens to messages, by the kind of its record. */
  enum How {
    NAMED,
    ADDED,
    COMMITTED,
    ROLLED_BACK,
    IN_DOUBT,
    MISSING,
    /** The history ends with them. */
    OPEN;

    /** In a word. */
    String of(boolean sends) {
      String done = sends ? "sent" : "received";
      return switch (this) {
        case COMMITTED -> done;
        case IN_DOUBT -> done + "-in-doubt";
        default -> name().toLowerCase(Locale.ROOT).replace('_', '-');
      };
    }
  }

  /**
   * One message.
   *
   * @param number 0 if it has none that can be read
   * @param dueNanos when it was to be sent; its start if it had no schedule
   * @param startNanos when the iteration that sent it began, or when it arrived
   * @param endNanos when that iteration ended, or when the arrival was settled; 0 if it is not
   *     known
   */
  record Message(
      String sender,
      long number,
      long dueNanos,
      long startNanos,
      long endNanos,
      boolean redelivered,
      boolean damaged) {}

  /**
   * What happened to messages at one moment.
   *
   * @param missing how many records are missing there, if they are
   */
  record Settlement(How how, long nanos, long missing, List<Message> messages) {}

  private static final int KIND = 7;
  private static final int STARTED = 8;
  private static final int REDELIVERED = 8;
  private static final int ENDED = 16;
  private static final int SETTLED = 32;
  private static final int NEXT = 64;
  private static final int DAMAGED = 128;

  /** A sender, and the last number it was read with. */
  private static final class Sender {
    private final String name;
    private long last;

    Sender(String name) {
      this.name = name;
    }
  }

  private final Source source;
  private final Iterator<Block> blocks;
  private ByteBuffer bytes = ByteBuffer.allocate(0);
  private final List<Sender> senders = new ArrayList<>();
  private Sender sender;
  private List<Message> open = new ArrayList<>();
  private long steppedNanos;
  private long stepNanos;
  private long lastNanos;

  RecordReader(Source source) {
    this.source = source;
    this.blocks = source.blocks().iterator();
  }

  /** The next one; null after the last one. */
  Settlement next() throws IOException {
    while (bytes.hasRemaining() || blocks.hasNext()) {
      if (!bytes.hasRemaining()) {
        bytes = source.file().read(blocks.next());
      }
      int head = bytes.get();
      How how = How.values()[head & KIND];
      switch (how) {
        case NAMED -> {
          byte[] name = new byte[(int) number(bytes)];
          bytes.get(name);
          senders.add(new Sender(new String(name, StandardCharsets.UTF_8)));
        }
        case ADDED -> {
          add(head);
          if ((head & SETTLED) != 0) {
            return settled(How.COMMITTED, 0);
          }
        }
        case MISSING -> {
          senders.clear();
          sender = null;
          steppedNanos = 0;
          stepNanos = 0;
          lastNanos = 0;
          return settled(how, number(bytes));
        }
        default -> {
          near();
          return settled(how, 0);
        }
      }
    }
    return open.isEmpty() ? null : settled(How.OPEN, 0);
  }

  private void add(int head) {
    if ((head & NEXT) == 0) {
      sender = senders.get((int) number(bytes));
      sender.last += signed() - 1;
    }
    sender.last++;
    long step = stepNanos + signed();
    if (steppedNanos != 0) {
      stepNanos = stepNanos == 0 ? step : stepNanos + ((step - stepNanos) >> 3);
    }
    steppedNanos += step;
    lastNanos = steppedNanos;
    long start = source.sends() && (head & STARTED) != 0 ? near() : steppedNanos;
    long end = (head & ENDED) != 0 ? near() : 0;
    boolean redelivered = !source.sends() && (head & REDELIVERED) != 0;
    open.add(
        new Message(
            sender.name,
            sender.last,
            steppedNanos,
            start,
            end,
            redelivered,
            (head & DAMAGED) != 0));
  }

  private Settlement settled(How how, long missing) {
    List<Message> all = open;
    open = new ArrayList<>();
    return new Settlement(how, lastNanos + source.file().epochOffsetNanos(), missing, all);
  }

  /** A time not far from the one before. */
  private long near() {
    lastNanos += signed();
    return lastNanos;
  }

  private long signed() {
    long number = number(bytes);
    return (number >>> 1) ^ -(number & 1);
  }

  /** A number in groups of seven bits. */
  static long number(ByteBuffer from) {
    long number = 0;
    long group;
    int shift = 0;
    do {
      group = from.get();
      number |= (group & 0x7f) << shift;
      shift += 7;
    } while (group < 0);
    return number;
  }
}
