package dev.sluice.core.run.watch;

import dev.sluice.core.bus.Timeline;
import dev.sluice.core.pacing.Standstills;
import dev.sluice.core.result.Hindrance;
import dev.sluice.core.result.Hindrance.Kind;
import dev.sluice.core.time.NanoClock;
import dev.sluice.core.time.WaitPoint;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ThreadFactory;
import java.util.function.Supplier;

/**
 * Watches what hinders the harness itself, because nobody else in a test does: looks ten times a
 * second at the clocks, at what the JVM and the kernel count, at the outputs, and at the carriers
 * of virtual threads, on a thread of its own, and puts each hindrance on the time line. {@link
 * #hindrances} is for any thread.
 */
public final class HarnessWatch implements Runnable {

  private static final long PERIOD_NANOS = Duration.ofMillis(100).toNanos();

  /** A run of days on a bad host must not fill its memory with more. */
  private static final int MAX_KEPT = 1_000;

  private final NanoClock clock;
  private final CpuMeter meter;
  private final Timeline timeline;
  private final Supplier<Map<String, Long>> outputsSinceNanos;
  private final CarrierProbe carrierProbe;
  private final List<Standstills> standstills;
  private final WaitPoint waitPoint;
  private final List<Hindrance> hindrances = new ArrayList<>(); // guarded by this
  private Thread thread;

  /**
   * @param outputsSinceNanos the outputs that are in a call now, and since when each of them is
   * @param virtualThreads makes those that workers are on; empty if none is on one
   * @param standstills learn of each look
   */
  public HarnessWatch(
      CpuMeter meter,
      Timeline timeline,
      Supplier<Map<String, Long>> outputsSinceNanos,
      Optional<ThreadFactory> virtualThreads,
      List<Standstills> standstills) {
    this.clock = timeline.clock();
    this.meter = meter;
    this.timeline = timeline;
    this.outputsSinceNanos = outputsSinceNanos;
    this.carrierProbe = new CarrierProbe(virtualThreads);
    this.standstills = List.copyOf(standstills);
    this.waitPoint = new WaitPoint(clock);
  }

  /** Gives it its thread. */
  public void start() {
    thread = clock.start("harness watch", this);
  }

  /** Ends it and waits until it has told all. */
  public void end() throws InterruptedException {
    waitPoint.stop();
    clock.join(thread);
  }

  /** The hindrances that are over, in order; of very many the longest. */
  public synchronized List<Hindrance> hindrances() {
    return List.copyOf(hindrances);
  }

  @Override
  public void run() {
    waitPoint.attach();
    long lookNanos = clock.nanos();
    HindranceLog log =
        new HindranceLog(
            PERIOD_NANOS, lookNanos, clockOffsetNanos(), meter.cpuNanos(), meter.withheld());
    Blockages outputs = new Blockages(Kind.BLOCKED_OUTPUT);
    Blockages carriers = new Blockages(Kind.FULL_CARRIERS);
    long nextNanos = lookNanos + PERIOD_NANOS;
    looked(lookNanos, 0, nextNanos);
    while (waitPoint.sleepUntil(nextNanos)) {
      lookNanos = clock.nanos();
      tell(log.look(lookNanos, clockOffsetNanos(), meter.cpuNanos(), meter.withheld()));
      nextNanos = lookNanos + PERIOD_NANOS;
      Map<String, Long> fullSinceNanos = carrierProbe.unansweredSinceNanos(lookNanos);
      tell(carriers.look(lookNanos, fullSinceNanos));
      long fullNanos =
          fullSinceNanos.isEmpty() ? 0 : PERIOD_NANOS; // all of it, or it was asked later
      looked(lookNanos, Math.max(log.sinceLastLookNanos(), fullNanos), nextNanos);
      tell(outputs.look(clock.nanos(), outputsSinceNanos.get()));
    }
    looked(clock.nanos(), 0, NanoClock.NEVER);
    tell(log.end());
    tell(carriers.end(clock.nanos()));
    tell(outputs.end(clock.nanos()));
  }

  private void looked(long nowNanos, long stoodNanos, long nextNanos) {
    standstills.forEach(each -> each.look(nowNanos, stoodNanos, nextNanos));
  }

  /** Each is told, because it may be the one that a conclusion needs. */
  void tell(List<Hindrance> over) {
    over.forEach(each -> keep(timeline.add(each)));
  }

  private synchronized void keep(Hindrance hindrance) {
    hindrances.add(hindrance);
    if (hindrances.size() > MAX_KEPT) {
      hindrances.remove(Collections.min(hindrances, Comparator.comparingLong(Hindrance::nanos)));
    }
  }

  /** The clock is read before and after, so that a thread that stood still between sees no step. */
  private long clockOffsetNanos() {
    while (true) {
      long beforeNanos = clock.nanos();
      Instant time = timeline.now();
      long afterNanos = clock.nanos();
      if (afterNanos - beforeNanos < PERIOD_NANOS / 10) {
        return Duration.between(Instant.EPOCH, time).toNanos() - afterNanos;
      }
    }
  }
}
