package dev.sluice.core.time;

/** Lengths of time in nanoseconds. */
public final class Nanos {

  public static final long MILLI = 1_000_000;
  public static final long SECOND = 1_000_000_000;

  private Nanos() {}
}
