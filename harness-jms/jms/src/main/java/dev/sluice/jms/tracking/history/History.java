package dev.sluice.jms.tracking.history;

import static dev.sluice.jms.tracking.history.HistoryFormat.CHECKSUM;
import static dev.sluice.jms.tracking.history.HistoryFormat.FIRST_WORKER;
import static dev.sluice.jms.tracking.history.HistoryFormat.LINES;
import static dev.sluice.jms.tracking.history.HistoryFormat.MAGIC;

import dev.sluice.core.time.NanoClock;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.CRC32;

/**
 * A file with all that the workers of one process sent and received, for a check after the run. One
 * thread writes what they have recorded in blocks: as soon as a block is worth it, and every ten
 * seconds. What is written at a time ends with the checksum of the file up to there. Any thread.
 */
public final class History implements AutoCloseable {

  private static final int SENDERS = 50_000;
  private static final long LOOK_NANOS = Duration.ofMillis(20).toNanos();
  private static final long BLOCK_NANOS = Duration.ofSeconds(10).toNanos();
  private static final int BLOCK_BYTES = 1 << 12;
  private static final int RING_BYTES = 1 << 14;
  private static final int LARGEST_RING_BYTES = 1 << 20;
  private static final int RINGS_BYTES = 1 << 24; // until rings are as small as they may be

  private final NanoClock clock;
  private final Queue<String> lines = new ConcurrentLinkedQueue<>(); // not yet written
  private final Map<String, Integer> senders = new ConcurrentHashMap<>(); // their indexes
  private final AtomicInteger sendersMet = new AtomicInteger();
  private final List<WorkerHistory> workers = new ArrayList<>(); // guarded by this, as all below
  private final CRC32 sum = new CRC32();
  private OutputStream file;
  private Consumer<IOException> failures;
  private long allNanos; // when all was taken
  private Thread writer;
  private volatile boolean ending;

  /**
   * @param clock gives all times in the file
   * @param epochNanos the time of day
   * @param host whose clocks these are
   */
  public History(NanoClock clock, LongSupplier epochNanos, String host) {
    this.clock = clock;
    this.allNanos = clock.nanos();
    line("clock", allNanos, epochNanos.getAsLong(), host);
  }

  /**
   * Records what one worker sends.
   *
   * @param worker counts from 0
   * @param places where it sends to, and after that the other queues of its workload; empty if that
   *     is not known
   */
  public WorkerHistory sends(String workload, int worker, List<String> places) {
    return add(true, workload, worker, false, places);
  }

  /**
   * Records what one worker receives.
   *
   * @param missesLast whether a message that nothing came after is lost, too
   * @param places where it receives from; only a topic if it gets all messages of that
   */
  public WorkerHistory arrivals(
      String workload, int worker, boolean missesLast, Collection<String> places) {
    return add(false, workload, worker, missesLast, places);
  }

  private synchronized WorkerHistory add(
      boolean sends, String workload, int worker, boolean missesLast, Collection<String> places) {
    Stream<?> fields =
        Stream.of(sends ? "sends" : "arrivals", workload, worker + 1, clock.nanos(), missesLast);
    line(Stream.concat(fields, places.stream()).toArray());
    int share = Math.min(LARGEST_RING_BYTES, RINGS_BYTES / (workers.size() + 1));
    int ringBytes = Integer.highestOneBit(Math.max(RING_BYTES, share));
    WorkerHistory added = new WorkerHistory(clock, sends, ringBytes, this::indexOf);
    workers.add(added);
    return added;
  }

  /** Of a sender; a worker asks when it first meets one, and waits for nobody. */
  private int indexOf(String sender) {
    if (senders.size() >= SENDERS) {
      senders.clear(); // they are met again by other indexes
    }
    return senders.computeIfAbsent(
        sender,
        met -> {
          int index = sendersMet.getAndIncrement();
          line("sender", index, met);
          return index;
        });
  }

  /**
   * Messages of a workload's receivers lie where nobody receives them any more.
   *
   * @param messages how many; negative if nobody answers
   */
  public void lying(String workload, String place, long messages) {
    line("lying", workload, place, messages);
  }

  /** A line about the history itself: fields with a tab between them. */
  private void line(Object... fields) {
    lines.add(
        Stream.of(fields)
            .map(field -> field.toString().replaceAll("\\p{Cntrl}", " "))
            .collect(Collectors.joining("\t")));
  }

  /**
   * Begins to write.
   *
   * @param failed is told once if that fails; the file ends there
   */
  public synchronized void begin(OutputStream newFile, Consumer<IOException> failed) {
    file = newFile;
    failures = failed;
    byte[] magic = MAGIC.getBytes(StandardCharsets.US_ASCII);
    sum.update(magic);
    out(magic);
    write(false);
    writer =
        clock.start(
            "history",
            () -> {
              while (!ending) {
                write(false);
                clock.parkUntil(clock.nanos() + LOOK_NANOS);
              }
            });
  }

  /**
   * Writes what the workers have recorded.
   *
   * @param all rather than what is worth a block
   */
  synchronized void write(boolean all) {
    boolean due = all || clock.nanos() - allNanos >= BLOCK_NANOS;
    allNanos = due ? clock.nanos() : allNanos;
    ByteArrayOutputStream records = new ByteArrayOutputStream();
    for (int i = 0; i < workers.size(); i++) {
      long waiting = workers.get(i).waiting();
      if (waiting >= BLOCK_BYTES || (due && waiting > 0)) {
        block(FIRST_WORKER + i, workers.get(i).take(), records);
      }
    }
    ByteArrayOutputStream blocks = new ByteArrayOutputStream();
    StringBuilder about = new StringBuilder(); // taken after the records, which may need a line
    for (String line = lines.poll(); line != null; line = lines.poll()) {
      about.append(line).append('\n');
    }
    if (!about.isEmpty()) {
      block(LINES, about.toString().getBytes(StandardCharsets.UTF_8), blocks);
    }
    blocks.writeBytes(records.toByteArray());
    if (blocks.size() > 0) {
      sum.update(blocks.toByteArray());
      int check = Integer.reverseBytes((int) sum.getValue());
      block(CHECKSUM, ByteBuffer.allocate(Integer.BYTES).putInt(check).array(), blocks);
      out(blocks.toByteArray());
    }
  }

  private static void block(int stream, byte[] content, ByteArrayOutputStream to) {
    byte[] head = new byte[2 * Long.BYTES];
    int middle = WorkerHistory.number(head, 0, stream);
    to.write(head, 0, WorkerHistory.number(head, middle, content.length));
    to.writeBytes(content);
  }

  private void out(byte[] bytes) {
    try {
      if (file != null) {
        file.write(bytes);
        file.flush();
      }
    } catch (IOException e) {
      file = null;
      failures.accept(e);
    }
  }

  /** Writes the rest, once; what workers do after that is not in the file. */
  @Override
  public void close() {
    ending = true;
    Thread last;
    synchronized (this) {
      last = writer;
      writer = null;
    }
    if (last == null) {
      return;
    }
    try {
      clock.unpark(last);
      clock.join(last);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    synchronized (this) {
      line("end", clock.nanos());
      write(true);
      try {
        if (file != null) {
          file.close();
        }
      } catch (IOException e) {
        failures.accept(e);
      }
      file = null;
    }
  }
}
