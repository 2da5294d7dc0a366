package dev.sluice.jms.delivery;

import dev.sluice.core.stats.Part;
import dev.sluice.core.stats.WorkLog;
import java.util.ArrayList;
import java.util.List;

/** Keeps the end-to-end times it is told. */
final class Parts implements WorkLog {

  private final List<Long> endToEndNanos = new ArrayList<>();

  List<Long> endToEndNanos() {
    return endToEndNanos;
  }

  @Override
  public void part(Part part, long nanos) {
    if (part == Part.END_TO_END) {
      endToEndNanos.add(nanos);
    }
  }

  @Override
  public void completed(long startNanos, long endNanos) {}

  @Override
  public void completed(long intendedNanos, long startNanos, long endNanos) {}

  @Override
  public void inDoubt(long units) {}

  @Override
  public void rolledBack(long iterations) {}
}
