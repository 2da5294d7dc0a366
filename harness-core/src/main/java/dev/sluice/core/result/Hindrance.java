package dev.sluice.core.result;

import static dev.sluice.core.time.Nanos.NANOS_PER_SECOND;

import java.util.Locale;

/**
 * Something that kept the harness itself from working for a while, so that its figures of that time
 * say little about the broker.
 *
 * @param kind what it was
 * @param from when it began, as a time of day for people
 * @param to when it ended
 * @param nanos for how long the harness was kept from working in that time; for {@link
 *     Kind#CLOCK_STEP}, how far the clock was moved, negative if back
 * @param output the output that was blocked, empty unless it is {@link Kind#BLOCKED_OUTPUT}
 */
public record Hindrance(Kind kind, String from, String to, long nanos, String output) {

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
        "the harness stood still for %s%when: it was suspended, or the host had no processor for it"),
    /** It woke up late again and again, each time by little. */
    LATE_TIMERS(
        "late timers",
        "the harness woke up late by %s in all%when: the host had no processor for it, or its timers"
            + " are coarse"),
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
  }

  /** One that is of no output. */
  public Hindrance(Kind kind, String from, String to, long nanos) {
    this(kind, from, to, nanos, "");
  }

  /** What it was and for how long, for a sentence that says when. */
  public String cause() {
    String what = output.isEmpty() ? kind.label : kind.label + " (" + output + ")";
    return what + " " + seconds(Math.abs(nanos));
  }

  /** One line for people. */
  public String text() {
    return kind.sentence
        .replace("%when", " (" + from + " to " + to + ")")
        .replace("%way", nanos < 0 ? "back" : "forward")
        .replace("%s", seconds(Math.abs(nanos)))
        .replace("%output", output);
  }

  private static String seconds(long nanos) {
    return String.format(Locale.ROOT, "%.1f s", nanos / NANOS_PER_SECOND);
  }
}
