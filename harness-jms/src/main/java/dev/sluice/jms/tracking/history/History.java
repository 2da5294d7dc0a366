package dev.sluice.jms.tracking.history;

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
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.CRC32;

/**
 * A file with all that the workers of one process sent and received, for a check after the run. One
 * thread writes what they have recorded in blocks: as soon as a block is worth it, and every ten
 * seconds. A block ends with the checksum of the file up to there. Any thread.
 */
public final class History implements AutoCloseable {

  private static final byte[] MAGIC = "SLUICEH1".getBytes(StandardCharsets.US_ASCII);
  private static final long LOOK_NANOS = Duration.ofMillis(20).toNanos();
  private static final long BLOCK_NANOS = Duration.ofSeconds(10).toNanos();
  private static final int BLOCK_BYTES = 1 << 12;
  private static final int RING_BYTES = 1 << 14;
  private static final int LARGEST_RING_BYTES = 1 << 20;
  private static final int RINGS_BYTES = 1 << 24; // until rings are as small as they may be

  private final NanoClock clock;
  private final List<WorkerHistory> workers = new ArrayList<>(); // guarded by this, as all below
  private final List<String> lines = new ArrayList<>(); // about the history, not yet written
  private final ByteArrayOutputStream blocks = new ByteArrayOutputStream(); // not yet written
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
   */
  public synchronized WorkerHistory sends(String workload, int worker) {
    return add(true, Stream.of("sends", workers.size() + 1, workload, worker + 1));
  }

  /**
   * Records what one worker receives.
   *
   * @param missesLast whether a message that nothing came after is lost, too
   * @param places where it receives from; empty if it gets all messages
   */
  public synchronized WorkerHistory arrivals(
      String workload, int worker, boolean missesLast, Collection<String> places) {
    Stream<?> fields =
        Stream.of("arrivals", workers.size() + 1, workload, worker + 1, clock.nanos(), missesLast);
    return add(false, Stream.concat(fields, places.stream().sorted()));
  }

  private WorkerHistory add(boolean sends, Stream<?> fields) {
    line(fields.toArray());
    int share = Math.min(LARGEST_RING_BYTES, RINGS_BYTES / (workers.size() + 1));
    int ringBytes = Integer.highestOneBit(Math.max(RING_BYTES, share));
    workers.add(new WorkerHistory(clock, sends, ringBytes));
    return workers.get(workers.size() - 1);
  }

  /** So many messages of a workload's receivers lie where nobody receives them any more. */
  public synchronized void lying(String workload, long messages, String where) {
    line("lying", workload, messages, where);
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
    append(MAGIC);
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
    lines.forEach(line -> block(0, line.getBytes(StandardCharsets.UTF_8)));
    lines.clear();
    boolean due = all || clock.nanos() - allNanos >= BLOCK_NANOS;
    allNanos = due ? clock.nanos() : allNanos;
    for (int i = 0; i < workers.size(); i++) {
      long waiting = workers.get(i).waiting();
      if (waiting >= BLOCK_BYTES || (due && waiting > 0)) {
        block(i + 1, workers.get(i).take());
      }
    }
    try {
      if (file != null && blocks.size() > 0) {
        file.write(blocks.toByteArray());
        file.flush();
      }
    } catch (IOException e) {
      file = null;
      failures.accept(e);
    }
    blocks.reset();
  }

  private void block(int stream, byte[] content) {
    byte[] head = new byte[Long.BYTES];
    int middle = WorkerHistory.number(head, 0, stream);
    int end = WorkerHistory.number(head, middle, content.length);
    append(ByteBuffer.allocate(end).put(head, 0, end).array());
    append(content);
    int check = Integer.reverseBytes((int) sum.getValue());
    blocks.writeBytes(ByteBuffer.allocate(Integer.BYTES).putInt(check).array());
  }

  private void append(byte[] bytes) {
    sum.update(bytes);
    blocks.writeBytes(bytes);
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
      write(true);
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
