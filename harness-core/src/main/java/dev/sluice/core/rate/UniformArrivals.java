package dev.sluice.core.rate;

/**
 * Evenly spaced iterations: the i-th at N = i + phase, later by what it was postponed. Computed
 * from the index, so that no error accumulates.
 */
final class UniformArrivals implements ArrivalSequence {

  private final double phase;
  private double postponed;
  private long index;
  private volatile long passedOver; // written seldom

  UniformArrivals(double phase) {
    this.phase = phase;
  }

  @Override
  public double next() {
    return index + phase + postponed;
  }

  @Override
  public void advance() {
    index++;
  }

  @Override
  public long giveUpBefore(double horizonCount, double dueCount) {
    long kept = Math.min((long) Math.ceil(index(horizonCount)), (long) Math.floor(index(dueCount)));
    return moveTo(kept);
  }

  @Override
  public long dropThrough(double count) {
    return moveTo((long) Math.floor(index(count)) + 1);
  }

  @Override
  public void postponeTo(double count) {
    postponed = count - index - phase;
  }

  @Override
  public void joinAt(double count) {
    passedOver += moveTo((long) Math.ceil(index(count)));
  }

  @Override
  public long dueBy(double count) {
    return Math.max(0, (long) Math.floor(count - phase) + 1 - passedOver);
  }

  private double index(double count) {
    return count - phase - postponed;
  }

  private long moveTo(long next) {
    long dropped = Math.max(0, next - index);
    index += dropped;
    return dropped;
  }
}
