package dev.sluice.control.sink.legacy;

import dev.sluice.core.stats.DeliveryCounts;
import dev.sluice.core.stats.DeliveryFigure;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * SequenceStats: the lines of BasicStats and what the check of deliveries found so far. {@code ord}
 * counts messages that came after a later one.
 */
record SequenceFormat(BasicFormat basic) implements StatisticsFormat {

  @Override
  public String interval(RunFigures interval) {
    return basic.interval(interval) + found(interval.delivery());
  }

  @Override
  public List<String> summary(RunFigures run) {
    return basic.summary(run).stream().map(line -> line + found(run.delivery())).toList();
  }

  private static String found(Optional<DeliveryCounts> delivery) {
    DeliveryCounts counts = delivery.orElse(DeliveryCounts.NONE);
    long unchecked = counts.get(DeliveryFigure.UNCHECKED);
    return String.format(
        Locale.ROOT,
        ",miss=%d,ord=%.2f,dup=%d,err=%d,cnt=%d",
        counts.lost(),
        (double) counts.get(DeliveryFigure.OUT_OF_ORDER),
        counts.get(DeliveryFigure.DUPLICATES),
        counts.get(DeliveryFigure.CORRUPT) + unchecked,
        counts.get(DeliveryFigure.CHECKED) + unchecked);
  }
}
