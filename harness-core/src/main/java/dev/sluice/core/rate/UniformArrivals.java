package dev.sluice.core.rate;

/**
 * Evenly spaced iterations: the i-th at N = i + phase. Computed from the index, so that no error
 * accumulates.
 */
final class UniformArrivals implements ArrivalSequence {

  private double phase;
  private long index;

  UniformArrivals(double phase) {
    this.phase = phase;
  }

  @Override
  public double next() {
    return index + phase;
  }

  @Override
  public void advance() {
    index++;
  }

  @Override
  public long giveUpBefore(double horizonCount, double dueCount) {
    long kept =
        Math.min((long) Math.ceil(horizonCount - phase), (long) Math.floor(dueCount - phase));
    long dropped = Math.max(0, kept - index);
    index += dropped;
    return dropped;
  }

  @Override
  public void postponeTo(double count) {
    phase = count - index;
  }

  @Override
  public void joinAt(double count) {
    index = Math.max(index, (long) Math.ceil(count - phase));
  }
}
