package dev.sluice.core.stats;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;
import org.HdrHistogram.Histogram;

/**
 * A histogram that one thread writes, or several if it is shared, and any thread reads while they
 * do. Its cells are those of an HdrHistogram with two significant digits (one for each value up to
 * 255, then 128 for each power of two), so that values keep within 0.8 % and counts move over
 * without loss.
 *
 * <p>Counts only grow: a reader takes an interval as the difference of two readings, so the writer
 * needs no swap, no lock and no second copy. Cells come in chunks, a quarter of a power of two
 * each, which are taken into use when first hit. The first {@value #FIRST_CHUNKS} are there from
 * the beginning (half a KiB, enough for most workers for good), so a thread that only records does
 * not allocate; later ones double the room, which happens a few times in a worker's life. So does
 * the widening of all cells, once, when one of them has counted more than an {@code int} holds. A
 * shared one has all its cells, and wide ones, from the beginning, because nobody could replace
 * them while others count: 57 KiB.
 *
 * <p>{@link #record} is for the owning thread, or for any if it is shared; {@link #addTo} is for
 * any and sees each count at most a little late, never torn and never twice.
 */
public final class LatencyCounts {

  /** As many as a {@code long} has: 256 plus 128 for each of the 55 powers of two that remain. */
  static final int CELLS = 128 * 55 + 256;

  private static final int LINEAR_BITS = 8;
  private static final int CELLS_PER_POWER_BITS = LINEAR_BITS - 1;
  private static final int CHUNK_BITS = 5;
  private static final int CHUNK_CELLS = 1 << CHUNK_BITS;
  private static final int FIRST_CHUNKS = 4;

  private static final VarHandle CELL = MethodHandles.arrayElementVarHandle(int[].class);
  private static final VarHandle WIDE_CELL = MethodHandles.arrayElementVarHandle(long[].class);
  private static final VarHandle SLOT = MethodHandles.arrayElementVarHandle(byte[].class);

  /**
   * Chunk number to where its cells begin in {@link #cells}, in chunks and from 1; 0 = not in use.
   * Bytes without a sign, because there are fewer than 256 chunks.
   */
  private final byte[] slots = new byte[CELLS / CHUNK_CELLS];

  private volatile int[] cells = new int[FIRST_CHUNKS * CHUNK_CELLS];

  /** Stands for {@link #cells} from when an {@code int} was too small; null until then. */
  private volatile long[] wideCells;

  private int chunksInUse;
  private final int most;
  private final boolean shared;

  public LatencyCounts() {
    this(Integer.MAX_VALUE);
  }

  /**
   * @param most what a cell counts before it is widened
   */
  LatencyCounts(int most) {
    this.most = most;
    this.shared = false;
  }

  private LatencyCounts(long[] wideCells) {
    this.most = 0;
    this.shared = true;
    this.cells = new int[0];
    this.wideCells = wideCells;
  }

  /** One that any number of threads write. */
  static LatencyCounts shared() {
    return new LatencyCounts(new long[CELLS]);
  }

  /** Counts one value in nanoseconds; a negative one counts as 0. */
  public void record(long valueNanos) {
    int index = indexOf(Math.max(0, valueNanos));
    int slot = Byte.toUnsignedInt(slots[index >>> CHUNK_BITS]);
    if (slot == 0) {
      slot = newChunk(index >>> CHUNK_BITS);
    }
    int cell = ((slot - 1) << CHUNK_BITS) + (index & (CHUNK_CELLS - 1));
    if (shared) {
      long unused = (long) WIDE_CELL.getAndAdd(wideCells, cell, 1L);
      return;
    }
    if (wideCells == null) {
      int[] narrow = cells;
      int count = narrow[cell];
      if (count < most) {
        CELL.setOpaque(narrow, cell, count + 1);
        return;
      }
      wideCells = Arrays.stream(narrow).asLongStream().toArray();
    }
    long[] wide = wideCells;
    WIDE_CELL.setOpaque(wide, cell, wide[cell] + 1);
  }

  /** Adds all counts to {@code sums}, one for each of {@link #CELLS}. Any thread. */
  void addTo(long[] sums) {
    for (int chunk = 0; chunk < slots.length; chunk++) {
      int slot = slot(chunk);
      if (slot != 0) {
        long[] wide = wideCells; // read after the slot, as are the others, so they have room for it
        int[] narrow = cells;
        int from = (slot - 1) << CHUNK_BITS;
        for (int i = 0; i < CHUNK_CELLS; i++) {
          sums[(chunk << CHUNK_BITS) + i] += count(narrow, wide, from + i);
        }
      }
    }
  }

  /**
   * The counts as they stand, in the order in which their cells were taken into use. Any thread;
   * for {@link #between}.
   */
  long[] cells() {
    long[] wide = wideCells;
    int[] narrow = cells;
    long[] copy = new long[wide == null ? narrow.length : wide.length];
    for (int cell = 0; cell < copy.length; cell++) {
      copy[cell] = count(narrow, wide, cell);
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

  /**
   * What a cell has counted.
   *
   * @param wide null if the narrow cells count
   */
  private static long count(int[] narrow, long[] wide, int cell) {
    return wide == null
        ? (int) CELL.getOpaque(narrow, cell)
        : (long) WIDE_CELL.getOpaque(wide, cell);
  }

  /** A cell of a reading; one that was taken into use only later had counted nothing. */
  private static long at(long[] reading, int cell) {
    return cell < reading.length ? reading[cell] : 0;
  }

  private int newChunk(int chunk) {
    int slot = shared ? chunk + 1 : makeRoom(); // of its own, so that all writers give it the same
    SLOT.setRelease(slots, chunk, (byte) slot);
    return slot;
  }

  private int makeRoom() {
    int cellsInUse = chunksInUse * CHUNK_CELLS;
    long[] wide = wideCells;
    if (wide == null && cellsInUse == cells.length) {
      cells = Arrays.copyOf(cells, 2 * cellsInUse);
    } else if (wide != null && cellsInUse == wide.length) {
      wideCells = Arrays.copyOf(wide, 2 * cellsInUse);
    }
    return ++chunksInUse;
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

  /**
   * The values that were counted between two sums of {@link #addTo}.
   *
   * @param earlier null if there was none
   */
  static Latency since(long[] earlier, long[] later) {
    Histogram histogram = newHistogram();
    for (int i = later.length - 1; i >= 0; i--) { // the largest first, so that it grows once
      long count = earlier == null ? later[i] : later[i] - earlier[i];
      if (count != 0) {
        histogram.recordValueWithCount(lowestValueOf(i), count);
      }
    }
    return Latency.ofOwn(histogram);
  }
}
