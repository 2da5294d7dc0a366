package dev.sluice.core.stats;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;
import org.HdrHistogram.Histogram;

/**
 * A histogram that one thread writes and any thread reads while it does. Its cells are those of an
 * HdrHistogram with two significant digits (one for each value up to 255, then 128 for each power
 * of two), so that values keep within 0.8 % and counts move over without loss.
 *
 * <p>Counts only grow: a reader takes an interval as the difference of two readings, so the writer
 * needs no swap, no lock and no second copy. Cells come in chunks, a quarter of a power of two
 * each, which are taken into use when first hit. The first {@value #FIRST_CHUNKS} are there from
 * the beginning (1 KiB, enough for most workers for good), so a thread that only records does not
 * allocate; later ones double the room, which happens a few times in a worker's life.
 *
 * <p>{@link #record} is for the owning thread; {@link #addTo} is for any and sees each count at
 * most a little late, never torn and never twice.
 */
public final class LatencyCounts {

  /** As many as a {@code long} has: 256 plus 128 for each of the 55 powers of two that remain. */
  static final int CELLS = 128 * 55 + 256;

  private static final int LINEAR_BITS = 8;
  private static final int CELLS_PER_POWER_BITS = LINEAR_BITS - 1;
  private static final int CHUNK_BITS = 5;
  private static final int CHUNK_CELLS = 1 << CHUNK_BITS;
  private static final int FIRST_CHUNKS = 4;

  private static final VarHandle CELL = MethodHandles.arrayElementVarHandle(long[].class);
  private static final VarHandle SLOT = MethodHandles.arrayElementVarHandle(byte[].class);

  /**
   * Chunk number to where its cells begin in {@link #cells}, in chunks and from 1; 0 = not in use.
   * Bytes without a sign, because there are fewer than 256 chunks.
   */
  private final byte[] slots = new byte[CELLS / CHUNK_CELLS];

  private volatile long[] cells = new long[FIRST_CHUNKS * CHUNK_CELLS];
  private int chunksInUse;

  /** Counts one value in nanoseconds; a negative one counts as 0. */
  public void record(long valueNanos) {
    int index = indexOf(Math.max(0, valueNanos));
    int slot = Byte.toUnsignedInt(slots[index >>> CHUNK_BITS]);
    if (slot == 0) {
      slot = newChunk(index >>> CHUNK_BITS);
    }
    long[] all = cells;
    int cell = ((slot - 1) << CHUNK_BITS) + (index & (CHUNK_CELLS - 1));
    CELL.setOpaque(all, cell, all[cell] + 1);
  }

  /** Adds all counts to {@code sums}, one for each of {@link #CELLS}. Any thread. */
  void addTo(long[] sums) {
    for (int chunk = 0; chunk < slots.length; chunk++) {
      int slot = slot(chunk);
      if (slot != 0) {
        long[] all = cells; // read after the slot, so it has room for it
        int from = (slot - 1) << CHUNK_BITS;
        for (int i = 0; i < CHUNK_CELLS; i++) {
          sums[(chunk << CHUNK_BITS) + i] += (long) CELL.getOpaque(all, from + i);
        }
      }
    }
  }

  /**
   * The counts as they stand, in the order in which their cells were taken into use. Any thread;
   * for {@link #between}.
   */
  long[] cells() {
    long[] all = cells;
    long[] copy = new long[all.length];
    for (int cell = 0; cell < copy.length; cell++) {
      copy[cell] = (long) CELL.getOpaque(all, cell);
    }
    return copy;
  }

  /** The counts between two readings of {@link #cells}. Any thread. */
  Histogram between(long[] earlier, long[] later) {
    Histogram histogram = newHistogram();
    for (int chunk = 0; chunk < slots.length; chunk++) {
      int from = (slot(chunk) - 1) << CHUNK_BITS;
      for (int i = 0; from >= 0 && i < CHUNK_CELLS; i++) {
        long count = at(later, from + i) - at(earlier, from + i);
        if (count != 0) {
          histogram.recordValueWithCount(lowestValueOf((chunk << CHUNK_BITS) + i), count);
        }
      }
    }
    return histogram;
  }

  private int slot(int chunk) {
    return Byte.toUnsignedInt((byte) SLOT.getAcquire(slots, chunk));
  }

  /** A cell of a reading; one that was taken into use only later had counted nothing. */
  private static long at(long[] reading, int cell) {
    return cell < reading.length ? reading[cell] : 0;
  }

  private int newChunk(int chunk) {
    if (chunksInUse * CHUNK_CELLS == cells.length) {
      cells = Arrays.copyOf(cells, 2 * cells.length);
    }
    int slot = ++chunksInUse;
    SLOT.setRelease(slots, chunk, (byte) slot);
    return slot;
  }

  /** The cell of a value that is not negative. */
  static int indexOf(long value) {
    int shift = Math.max(0, Long.SIZE - LINEAR_BITS - Long.numberOfLeadingZeros(value));
    return (shift << CELLS_PER_POWER_BITS) + (int) (value >>> shift);
  }

  /** The smallest value of a cell. */
  static long lowestValueOf(int index) {
    int shift = Math.max(0, (index >>> CELLS_PER_POWER_BITS) - 1);
    return (long) (index - (shift << CELLS_PER_POWER_BITS)) << shift;
  }

  /** An empty histogram with the same cells: nanoseconds, two digits. */
  static Histogram newHistogram() {
    Histogram histogram = new Histogram(2);
    histogram.setAutoResize(true);
    return histogram;
  }

  /** Sums of many workers' counts, cumulative. For the collector's thread alone. */
  static final class Sums {

    private final long[] sums = new long[CELLS];

    void add(LatencyCounts worker) {
      worker.addTo(sums);
    }

    void add(Sums other) {
      for (int i = 0; i < sums.length; i++) {
        sums[i] += other.sums[i];
      }
    }

    /** The counts since an earlier reading of the same sums. */
    Latency since(Sums earlier) {
      Histogram histogram = newHistogram();
      for (int i = 0; i < sums.length; i++) {
        long count = sums[i] - earlier.sums[i];
        if (count != 0) {
          histogram.recordValueWithCount(lowestValueOf(i), count);
        }
      }
      return Latency.ofOwn(histogram);
    }
  }
}
