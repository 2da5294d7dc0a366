package dev.sluice.control.analysis.check;

import static dev.sluice.jms.tracking.history.HistoryFormat.DAMAGED;
import static dev.sluice.jms.tracking.history.HistoryFormat.ENDED;
import static dev.sluice.jms.tracking.history.HistoryFormat.MICRO;
import static dev.sluice.jms.tracking.history.HistoryFormat.NEXT;
import static dev.sluice.jms.tracking.history.HistoryFormat.REDELIVERED;
import static dev.sluice.jms.tracking.history.HistoryFormat.SETTLED;
import static dev.sluice.jms.tracking.history.HistoryFormat.STARTED;
import static dev.sluice.jms.tracking.history.HistoryFormat.STEP_BITS;

import dev.sluice.control.analysis.check.HistoryFile.Block;
import dev.sluice.control.analysis.check.HistoryFile.RecordedWorker;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;

/** Reads what one worker recorded. For one thread. */
final class RecordReader {

  /** What happens to messages, by the kind of its record. */
  enum How {
    ADDED,
    ADDED_BY_ANOTHER,
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

  private final RecordedWorker worker;
  private final Iterator<Block> blocks;
  private ByteBuffer bytes = ByteBuffer.allocate(0);
  private int sender;
  private long lastNumber;
  private List<Message> open = new ArrayList<>();
  private long steppedMicros;
  private long stepMicros;
  private long lastMicros;

  RecordReader(RecordedWorker worker) {
    this.worker = worker;
    this.blocks = worker.blocks().iterator();
  }

  /** The next one; null after the last one. */
  Settlement next() throws IOException {
    while (bytes.hasRemaining() || blocks.hasNext()) {
      if (!bytes.hasRemaining()) {
        bytes = worker.file().read(blocks.next());
      }
      int head = bytes.get();
      How how = How.values()[head & KIND];
      switch (how) {
        case ADDED, ADDED_BY_ANOTHER -> {
          add(how, head);
          if ((head & SETTLED) != 0) {
            return settled(How.COMMITTED, 0);
          }
        }
        case MISSING -> {
          return settled(how, number(bytes));
        }
        default -> {
          since();
          return settled(how, 0);
        }
      }
    }
    return open.isEmpty() ? null : settled(How.OPEN, 0);
  }

  private void add(How how, int head) {
    if (how == How.ADDED_BY_ANOTHER) {
      sender = (int) number(bytes);
    }
    lastNumber += (head & NEXT) != 0 ? 1 : signed();
    long step = stepMicros + signed();
    if (steppedMicros != 0) {
      stepMicros = stepMicros == 0 ? step : stepMicros + ((step - stepMicros) >> STEP_BITS);
    }
    steppedMicros += step;
    lastMicros = steppedMicros;
    long due = nanos();
    long start = worker.sends() && (head & STARTED) != 0 ? since() : due;
    long end = (head & ENDED) != 0 ? since() : 0;
    boolean redelivered = !worker.sends() && (head & REDELIVERED) != 0;
    open.add(
        new Message(
            worker.file().sender(sender),
            lastNumber,
            due,
            start,
            end,
            redelivered,
            (head & DAMAGED) != 0));
  }

  private Settlement settled(How how, long missing) {
    List<Message> all = open;
    open = new ArrayList<>();
    return new Settlement(how, nanos() + worker.file().epochOffsetNanos(), missing, all);
  }

  /** A time after the last one. */
  private long since() {
    lastMicros += number(bytes);
    return nanos();
  }

  private long nanos() {
    return lastMicros * MICRO;
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
