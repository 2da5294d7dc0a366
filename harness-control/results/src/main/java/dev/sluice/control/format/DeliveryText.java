package dev.sluice.control.format;

import dev.sluice.core.stats.DeliveryCounts;
import dev.sluice.core.stats.DeliveryFigure;
import dev.sluice.core.text.Figures;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** The findings of a check of deliveries, in one line each. */
public final class DeliveryText {

  private DeliveryText() {}

  /** What was checked, each finding, where messages are stranded, and what was not checked. */
  public static String of(DeliveryCounts found) {
    return text(found, each -> true);
  }

  /** The same, of findings only those that there were. */
  public static String brief(DeliveryCounts found) {
    return text(found, each -> found.get(each) > 0);
  }

  /** Whether a check found anything, or could have: the arrivals may only have been timed. */
  public static boolean isChecked(DeliveryCounts found) {
    return found.get(DeliveryFigure.OTHER_CLOCKS) == 0
        || found.get(DeliveryFigure.CHECKED) + found.get(DeliveryFigure.UNCHECKED) > 0;
  }

  /** What is wrong. */
  public static String faults(DeliveryCounts found) {
    return findings(
        found, each -> each.severity() == DeliveryFigure.Severity.FAULT && found.get(each) > 0);
  }

  private static String text(DeliveryCounts found, Predicate<DeliveryFigure> shown) {
    String findings = findings(found, shown);
    long notChecked = found.get(DeliveryFigure.UNCHECKED);
    String unchecked =
        notChecked == 0 ? "" : "; " + Figures.count(notChecked) + " could not be checked";
    String stranded =
        found.whereabouts().isEmpty() ? "" : "; may be stranded on " + found.whereabouts();
    long checked = found.get(DeliveryFigure.CHECKED);
    String good = checked == 0 ? "so nothing is known of any" : "each arrived once, as it was sent";
    return Figures.count(checked)
        + " checked, "
        + (findings.isEmpty() ? good : findings)
        + stranded
        + unchecked;
  }

  private static String findings(DeliveryCounts found, Predicate<DeliveryFigure> shown) {
    return found.findings().stream()
        .filter(shown)
        .map(each -> each.label() + " " + Figures.count(found.get(each)))
        .collect(Collectors.joining(", "));
  }
}
