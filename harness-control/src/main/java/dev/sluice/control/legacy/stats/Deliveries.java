package dev.sluice.control.legacy.stats;

import dev.sluice.core.stats.DeliveryCounts;
import java.util.Optional;
import java.util.stream.Stream;

/** Adds up what the checks of several workloads found. */
final class Deliveries {

  private Deliveries() {}

  static Optional<DeliveryCounts> sum(Stream<Optional<DeliveryCounts>> counts) {
    return counts.flatMap(Optional::stream).reduce(Deliveries::plus);
  }

  private static DeliveryCounts plus(DeliveryCounts a, DeliveryCounts b) {
    return new DeliveryCounts(
        a.checked() + b.checked(),
        a.unchecked() + b.unchecked(),
        a.lost() + b.lost(),
        a.duplicates() + b.duplicates(),
        a.outOfOrder() + b.outOfOrder(),
        a.corrupt() + b.corrupt(),
        a.redelivered() + b.redelivered());
  }
}
