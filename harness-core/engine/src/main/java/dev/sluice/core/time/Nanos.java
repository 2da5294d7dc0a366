package dev.sluice.core.time;

/** Lengths of time in nanoseconds, and nanoseconds in longer units for figures with decimals. */
public final class Nanos {

  public static final long MILLI = 1_000_000;
  public static final long SECOND = 1_000_000_000;

  public static final double NANOS_PER_SECOND = 1e9;
  public static final double NANOS_PER_MILLI = 1e6;
  public static final double NANOS_PER_MICRO = 1e3;

  private Nanos() {}
}
