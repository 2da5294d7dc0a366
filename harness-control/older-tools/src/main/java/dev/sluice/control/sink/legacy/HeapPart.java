package dev.sluice.control.sink.legacy;

import java.util.function.LongSupplier;

/**
 * The part of a line that tells of memory.
 *
 * @param usedHeapBytes reads the heap in use, null if it is not shown
 */
record HeapPart(LongSupplier usedHeapBytes) {

  /** {@code memory=BYTES.00,}, or nothing. */
  String text() {
    return usedHeapBytes == null ? "" : "memory=" + usedHeapBytes.getAsLong() + ".00,";
  }
}
