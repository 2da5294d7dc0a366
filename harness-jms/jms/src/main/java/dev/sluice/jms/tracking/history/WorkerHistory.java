package dev.sluice.jms.tracking.history;

import static dev.sluice.jms.tracking.history.HistoryFormat.DAMAGED;
import static dev.sluice.jms.tracking.history.HistoryFormat.ENDED;
import static dev.sluice.jms.tracking.history.HistoryFormat.MICRO;
import static dev.sluice.jms.tracking.history.HistoryFormat.NEXT;
import static dev.sluice.jms.tracking.history.HistoryFormat.REDELIVERED;
import static dev.sluice.jms.tracking.history.HistoryFormat.SETTLED;
import static dev.sluice.jms.tracking.history.HistoryFormat.STARTED;
import static dev.sluice.jms.tracking.history.HistoryFormat.STEP_BITS;

import dev.sluice.core.pacing.IterationTimes;
import dev.sluice.core.time.NanoClock;
import dev.sluice.jms.tracking.sequence.Arrival;
import dev.sluice.jms.tracking.sequence.Arrival.Integrity;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;

/**
 * Records of what one worker sends, or of what it receives, on their way from its thread to the one
 * that writes them: a ring of bytes with one writer and one reader, and without a lock. The worker
 * never waits. A record that finds no room is dropped and counted, and the next one says how many
 * are missing: so a history is whole, or it says that it is not.
 *
 * <p>A record waits until its message is settled, or its iteration is over, or something else
 * happens. docs/delivery.md has the form.
 */
public final class WorkerHistory {

  /** Records nothing. */
  public static final WorkerHistory NONE =
      new WorkerHistory(NanoClock.SYSTEM, false, 0, sender -> 0);

  private static final int MESSAGE = 0;
  private static final int OTHER_SENDER = 1; // a message, too
  private static final int COMMITTED = 2;
  private static final int ROLLED_BACK = 3;
  private static final int IN_DOUBT = 4;
  private static final int MISSING = 5;

  private static final int MORE = 0x80;
  private static final int GROUP_BITS = 7;
  private static final int RECORD_BYTES = 64; // at most
  private static final int SENDERS = 50_000;

  private final NanoClock clock;
  private final boolean sends;
  private final Function<String, Integer> indexes;
  private final byte[] ring;
  private final AtomicLong published = new AtomicLong(); // bytes, by the worker
  private final AtomicLong taken = new AtomicLong(); // by the history
  private final byte[] record = new byte[RECORD_BYTES];
  private int length;
  private long missing;

  private final Map<String, Integer> senders = new HashMap<>();
  private int lastSender = -1;
  private long lastNumber;
  private long steppedMicros;
  private long stepMicros;
  private long lastMicros;
  private boolean open; // whether there are records of messages that are not settled

  private boolean waits; // a message, which is all below
  private int flags;
  private String sender;
  private long number;
  private long dueNanos;
  private long startNanos;

  /**
   * @param ringBytes a power of two
   * @param indexes of senders by their names
   */
  WorkerHistory(NanoClock clock, boolean sends, int ringBytes, Function<String, Integer> indexes) {
    this.clock = clock;
    this.sends = sends;
    this.ring = new byte[ringBytes];
    this.indexes = indexes;
  }

  /** When a message arrives. */
  public long now() {
    return this == NONE ? 0 : clock.nanos();
  }

  /** A message is about to be put, in the iteration with these times. */
  public void sending(String name, long next, IterationTimes times) {
    boolean paced = times.paced();
    long start = times.startNanos();
    await(paced ? STARTED : 0, name, next, paced ? times.intendedNanos() : start, start);
  }

  /** A message has arrived. */
  public void arrived(Arrival arrival, long nanos) {
    boolean whole =
        arrival.integrity() == Integrity.INTACT || arrival.integrity() == Integrity.UNSTAMPED;
    int how = (arrival.redelivered() ? REDELIVERED : 0) | (whole ? 0 : DAMAGED);
    await(how, arrival.sender(), arrival.number(), nanos, nanos);
  }

  private void await(int how, String by, long which, long due, long start) {
    if (this == NONE) {
      return;
    }
    put(NanoClock.NEVER);
    waits = true;
    flags = how;
    sender = by;
    number = which;
    dueNanos = due;
    startNanos = start;
  }

  /**
   * An iteration that sent something is over.
   *
   * @param done whether nothing of it is still to come
   */
  public void iterated(boolean done) {
    if (waits) {
      put(done ? clock.nanos() : NanoClock.NEVER);
    }
  }

  /** What arrived was received for good when it came. */
  public void committedAtOnce() {
    if (waits) {
      flags |= SETTLED;
      put(NanoClock.NEVER);
    }
  }

  /** All that is open is done for good. */
  public void committed() {
    if (!waits) {
      settle(COMMITTED);
      return;
    }
    flags |= SETTLED;
    if (!sends) {
      put(clock.nanos());
    }
  }

  /** All that is open was undone. */
  public void rolledBack() {
    put(NanoClock.NEVER);
    settle(ROLLED_BACK);
  }

  /** Nobody knows what became of what is open. */
  public void inDoubt() {
    put(NanoClock.NEVER);
    settle(IN_DOUBT);
  }

  private void settle(int how) {
    if (open && room()) {
      begin(how);
      since(clock.nanos());
      end();
    }
    open = false;
  }

  /** Adds the record of the message that waits, if one does. */
  private void put(long endNanos) {
    if (!waits) {
      return;
    }
    waits = false;
    open = (flags & SETTLED) == 0;
    if (!room()) {
      return;
    }
    if (senders.size() == SENDERS) {
      senders.clear();
    }
    int by = senders.computeIfAbsent(sender, indexes);
    int head = flags | (endNanos == NanoClock.NEVER ? 0 : ENDED);
    boolean next = number == lastNumber + 1;
    begin(head | (by == lastSender ? MESSAGE : OTHER_SENDER) | (next ? NEXT : 0));
    if (by != lastSender) {
      number(by);
    }
    if (!next) {
      signed(number - lastNumber);
    }
    lastSender = by;
    lastNumber = number;
    step(dueNanos / MICRO);
    if (sends && (flags & STARTED) != 0) {
      since(startNanos);
    }
    if (endNanos != NanoClock.NEVER) {
      since(endNanos);
    }
    end();
  }

  /** Whether there is room for a gap and a record; if not, the record is missing. */
  private boolean room() {
    if (ring.length - waiting() < 2 * RECORD_BYTES) {
      missing++;
      return false;
    }
    if (missing > 0) {
      begin(MISSING);
      number(missing);
      end();
      missing = 0;
    }
    return true;
  }

  private void begin(int head) {
    record[0] = (byte) head;
    length = 1;
  }

  /** A time that is expected: a usual step after the one of the message before. */
  private void step(long micros) {
    long step = micros - steppedMicros;
    signed(step - stepMicros);
    if (steppedMicros != 0) {
      stepMicros = stepMicros == 0 ? step : stepMicros + ((step - stepMicros) >> STEP_BITS);
    }
    steppedMicros = micros;
    lastMicros = micros;
  }

  /** A time that is hardly ever before the last one, and not far after it. */
  private void since(long nanos) {
    number(nanos / MICRO - lastMicros);
    lastMicros = nanos / MICRO;
  }

  private void signed(long value) {
    number((value << 1) ^ (value >> (Long.SIZE - 1)));
  }

  private void number(long value) {
    length = number(record, length, value);
  }

  /** Writes a number from an index on, seven bits to a byte; returns the index behind it. */
  static int number(byte[] to, int at, long value) {
    int next = at;
    long rest = value;
    while (rest >>> GROUP_BITS != 0) {
      to[next++] = (byte) (rest | MORE);
      rest >>>= GROUP_BITS;
    }
    to[next++] = (byte) rest;
    return next;
  }

  private void end() {
    long from = published.get();
    for (int i = 0; i < length; i++) {
      ring[(int) (from + i) & (ring.length - 1)] = record[i];
    }
    published.lazySet(from + length);
  }

  /** How many bytes wait to be written. */
  long waiting() {
    return published.get() - taken.get();
  }

  /** Takes the records that wait, whole ones. For the history's thread. */
  byte[] take() {
    long from = taken.get();
    byte[] bytes = new byte[(int) waiting()];
    int start = (int) from & (ring.length - 1);
    int straight = Math.min(bytes.length, ring.length - start);
    System.arraycopy(ring, start, bytes, 0, straight);
    System.arraycopy(ring, 0, bytes, straight, bytes.length - straight);
    taken.lazySet(from + bytes.length);
    return bytes;
  }
}
