package dev.sluice.it.bench;

import static dev.sluice.core.time.Nanos.NANOS_PER_MILLI;

import java.time.Duration;
import java.util.List;
import java.util.Locale;

/**
 * What something took.
 *
 * @param nanos from its start to its end
 * @param cpu processor time of the process; zero where it is not known
 */
record Elapsed(long nanos, Duration cpu) {

  /** The medians of both, each for itself. */
  static Elapsed median(List<Elapsed> all) {
    return new Elapsed(
        all.stream().map(Elapsed::nanos).sorted().toList().get(all.size() / 2),
        all.stream().map(Elapsed::cpu).sorted().toList().get(all.size() / 2));
  }

  @Override
  public String toString() {
    String millis = String.format(Locale.ROOT, "%.1f", nanos / NANOS_PER_MILLI);
    return cpu.isZero() ? millis : millis + " (" + cpu.toMillis() + ")";
  }
}
