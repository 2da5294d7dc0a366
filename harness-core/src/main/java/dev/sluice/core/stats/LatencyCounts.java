package dev.sluice.core.stats;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * A histogram that one thread writes and any thread reads while it does. Its cells are those of an
 * HdrHistogram with two significant digits (256 cells up to 255, then 128 for each power of two),
 * so that values keep within 0.8 % and counts move over without loss.
 *
 * <p>Counts only grow: a reader takes an interval as the difference of two readings, so the writer
 * needs no swap, no lock and no second copy. Cells are allocated by power of two when first used;
 * after that recording allocates nothing. A worker whose latencies span 1 microsecond to 1 second
 * holds 20 KiB.
 *
 * <p>{@link #record} is for the owning thread; reads are for any and see each count at most a
 * little late, never torn and never twice.
 */
public final class LatencyCounts {

  static final int LINEAR_CELLS = 256;
  static final int CELLS_PER_POWER = LINEAR_CELLS / 2;

  private static final int LINEAR_BITS = 8;
  private static final int BLOCKS = Long.SIZE - LINEAR_BITS;

  private static final VarHandle CELL = MethodHandles.arrayElementVarHandle(long[].class);
  private static final VarHandle BLOCK = MethodHandles.arrayElementVarHandle(long[][].class);

  private final long[][] blocks = new long[BLOCKS][];

  /** Counts one value in nanoseconds; a negative one counts as 0. */
  public void record(long valueNanos) {
    long value = Math.max(0, valueNanos);
    int shift = shiftOf(value);
    long[] block = blocks[shift];
    if (block == null) {
      block = newBlock(shift);
    }
    int cell = (int) (value >>> shift) - firstCellOf(shift);
    CELL.setOpaque(block, cell, block[cell] + 1);
  }

  /** Adds all counts to {@code totals}. Any thread. */
  void addTo(LatencyTotals totals) {
    for (int shift = 0; shift < BLOCKS; shift++) {
      long[] block = (long[]) BLOCK.getAcquire(blocks, shift);
      if (block != null) {
        long[] sums = totals.block(shift);
        for (int cell = 0; cell < block.length; cell++) {
          sums[cell] += (long) CELL.getOpaque(block, cell);
        }
      }
    }
  }

  private long[] newBlock(int shift) {
    long[] block = emptyBlock(shift);
    BLOCK.setRelease(blocks, shift, block);
    return block;
  }

  static long[] emptyBlock(int shift) {
    return new long[shift == 0 ? LINEAR_CELLS : CELLS_PER_POWER];
  }

  static int blocks() {
    return BLOCKS;
  }

  /** The smallest value that falls into a cell. */
  static long lowestValueOf(int shift, int cell) {
    return (long) (cell + firstCellOf(shift)) << shift;
  }

  private static int shiftOf(long value) {
    return Math.max(0, Long.SIZE - LINEAR_BITS - Long.numberOfLeadingZeros(value));
  }

  private static int firstCellOf(int shift) {
    return shift == 0 ? 0 : CELLS_PER_POWER;
  }
}
