package dev.sluice.control.sink.console;

import dev.sluice.core.stats.Latency;
import dev.sluice.core.stats.LatencyFigure;
import dev.sluice.core.stats.LatencyKind;
import dev.sluice.core.stats.Window;
import dev.sluice.core.text.Figures;
import dev.sluice.estimates.Batches;
import dev.sluice.estimates.Batches.Times;
import dev.sluice.estimates.Percentile;
import java.util.Optional;

/** A time that was measured, with what is known of its errors. */
record KnownLatency(Latency latency, Times times) {

  /** That of a kind; empty if nothing was measured. */
  static Optional<KnownLatency> of(LatencyKind kind, Window measured, Batches batches) {
    return measured.get(kind).isEmpty()
        ? Optional.empty()
        : Optional.of(new KnownLatency(measured.get(kind), batches.times(kind)));
  }

  /** A figure of it as people read it, with its error where that is known. */
  String text(LatencyFigure figure) {
    return Figures.latency(figure.in(times).interval().around(figure.in(latency)));
  }

  /** The same of a percentile; empty where that is little else than the maximum of few values. */
  Optional<String> text(double percentile) {
    return percentile > 99 && Percentile.hasFewBeyond(percentile / 100, latency.count())
        ? Optional.empty()
        : Optional.of(text(LatencyFigure.percentile(percentile)));
  }
}
