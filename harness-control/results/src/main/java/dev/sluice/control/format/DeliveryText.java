package dev.sluice.control.format;

import dev.sluice.core.stats.DeliveryCounts;
import dev.sluice.core.stats.DeliveryFigure;
import dev.sluice.core.text.Figures;
import java.util.stream.Collectors;

/** The findings of a check of deliveries, in one line. */
public final class DeliveryText {

  private DeliveryText() {}

  /** What was checked, each finding, where messages are stranded, and what was not checked. */
  public static String of(DeliveryCounts found) {
    String findings =
        found.findings().stream()
            .map(each -> each.label() + " " + Figures.count(found.get(each)))
            .collect(Collectors.joining(", "));
    long notChecked = found.get(DeliveryFigure.UNCHECKED);
    String unchecked =
        notChecked == 0 ? "" : "; " + Figures.count(notChecked) + " could not be checked";
    String stranded =
        found.whereabouts().isEmpty() ? "" : "; may be stranded on " + found.whereabouts();
    return Figures.count(found.get(DeliveryFigure.CHECKED))
        + " checked, "
        + findings
        + stranded
        + unchecked;
  }
}
