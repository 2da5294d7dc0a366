package dev.sluice.core.result;

import static dev.sluice.core.time.Nanos.NANOS_PER_SECOND;

import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A time in which something kept the harness itself from working, so that its figures of that time
 * say little about the broker. Every conclusion reads this record.
 *
 * @param fromNanos when it began at the earliest, by the run's clock, since the schedule started
 * @param toNanos when it ended, by the same clock
 * @param nanos for how long the harness was kept from working in that time; for {@link
 *     Kind#CLOCK_STEP}, how far the clock was moved, negative if back
 * @param longestNanos the longest stretch of it in which the harness was not seen to do anything
 * @param output the output that was blocked, empty unless it is {@link Kind#BLOCKED_OUTPUT}
 */
public record Hindrance(
    Kind kind, long fromNanos, long toNanos, long nanos, long longestNanos, String output) {

  /** A process that stands still for less is late, as any is on a busy host. */
  public static final long STANDSTILL_NANOS = 200_000_000;

  /** A standstill of a smaller part of a time moves its rate by less than runs lie apart. */
  private static final double MOST_STANDSTILL = 0.01;

  /** What can hinder a process. */
  public enum Kind {
    GARBAGE_COLLECTION("garbage collection", "garbage collection stopped the harness for %s%when"),
    /** A container or a service may use only so much processor time. */
    CPU_LIMIT(
        "the CPU limit of its cgroup",
        "the CPU limit of its cgroup stopped the harness for %s%when"),
    /** Other virtual machines on the same hardware. */
    STOLEN_CPU(
        "processors taken by the hypervisor",
        "the hypervisor gave the host's processors to others for %s%when"),
    /** It was suspended, or the host had no processor for it; nobody counts that. */
    STANDSTILL(
        "standstill",
        "the harness stood still for %s%when: it was suspended, or the host had no processor for"
            + " it"),
    /** The same while the host's processors were all in use, maybe by what suspended it. */
    BUSY_HOST(
        "standstill",
        "the harness stood still for %s%when: it was suspended, or the host, whose processors were"
            + " all in use, had none for it"),
    /** It woke up late again and again, each time by little. */
    LATE_TIMERS(
        "late timers",
        "the harness woke up late by %s in all%when: the host had no processor for it, or its"
            + " timers are coarse"),
    /**
     * Workers on virtual threads waited for a carrier, of which there is one for each processor.
     */
    FULL_CARRIERS(
        "full carriers",
        "no virtual thread of the harness ran for %s%when: others had all their carriers, or the"
            + " host had no processor for them"),
    /** A console or a disk took no bytes; the work goes on. */
    BLOCKED_OUTPUT(
        "blocked output", "the output %output was blocked for %s%when; the run continued"),
    /** The time of day jumped; only times of day are affected. */
    CLOCK_STEP(
        "clock step",
        "the host's clock was set %way by %s; the run is timed by another clock, only times of day"
            + " are affected");

    private final String label;
    private final String sentence;

    Kind(String label, String sentence) {
      this.label = label;
      this.sentence = sentence;
    }

    /** Whether workers were late by it; they do not wait for outputs, nor for the time of day. */
    public boolean holdsUpWork() {
      return this != BLOCKED_OUTPUT && this != CLOCK_STEP;
    }

    /** Whether others had the processors, or they were not for this process. */
    public boolean withholdsProcessors() {
      return this == CPU_LIMIT || this == STOLEN_CPU || this == BUSY_HOST;
    }
  }

  /** One without a break that is of no output. */
  public Hindrance(Kind kind, long fromNanos, long toNanos, long nanos) {
    this(kind, fromNanos, toNanos, nanos, nanos, "");
  }

  /** Whether it stood still where processors were short: much else on its host was late, too. */
  public boolean isShortOfProcessors() {
    return isStandstill() && kind.withholdsProcessors();
  }

  /** Whether no thread of the harness did anything for a while. */
  public boolean isStandstill() {
    return kind.holdsUpWork() && longestNanos >= STANDSTILL_NANOS;
  }

  /** Whether it was in a time by the same clock. */
  public boolean isIn(long beginNanos, long endNanos) {
    return toNanos > beginNanos && fromNanos < endNanos;
  }

  /**
   * Says if the harness stood still for more than {@link #MOST_STANDSTILL} of a time: then what was
   * measured in it says nothing about the broker. Where several processes did at once, it counts
   * once.
   *
   * @param all by the same clock as the time
   */
  public static Optional<String> stoodStill(Stream<Hindrance> all, long fromNanos, long toNanos) {
    List<Hindrance> standstills =
        all.filter(each -> each.isStandstill() && each.isIn(fromNanos, toNanos))
            .sorted(Comparator.comparingLong(Hindrance::fromNanos))
            .toList();
    long nanos = 0;
    long seenNanos = Long.MIN_VALUE;
    for (Hindrance each : standstills) {
      long newNanos = each.toNanos - Math.max(each.fromNanos, seenNanos);
      nanos += Math.max(0, Math.min(each.nanos, newNanos));
      seenNanos = Math.max(seenNanos, each.toNanos);
    }
    nanos = Math.min(nanos, toNanos - fromNanos);
    return nanos > MOST_STANDSTILL * (toNanos - fromNanos)
        ? Optional.of(
            "the harness stood still for " + seconds(nanos) + " of " + seconds(toNanos - fromNanos))
        : Optional.empty();
  }

  /** The same in time since a reading of the clock. */
  public Hindrance since(long startNanos) {
    return new Hindrance(
        kind, fromNanos - startNanos, toNanos - startNanos, nanos, longestNanos, output);
  }

  /** What it was and for how long, for a sentence that says when. */
  public String cause() {
    String what = output.isEmpty() ? kind.label : kind.label + " (" + output + ")";
    return what + " " + seconds(Math.abs(nanos));
  }

  /** {@code from 12.4 s to 15.6 s of the run}. */
  public String when() {
    return "from " + seconds(fromNanos) + " to " + seconds(toNanos) + " of the run";
  }

  /** One line for people. */
  public String text() {
    return kind.sentence
        .replace("%when", " (" + when() + ")")
        .replace("%way", nanos < 0 ? "back" : "forward")
        .replace("%s", seconds(Math.abs(nanos)))
        .replace("%output", output);
  }

  private static String seconds(long nanos) {
    return String.format(Locale.ROOT, "%.1f s", nanos / NANOS_PER_SECOND);
  }
}
