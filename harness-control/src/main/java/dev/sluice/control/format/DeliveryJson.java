package dev.sluice.control.format;

import dev.sluice.core.stats.DeliveryCounts;
import dev.sluice.core.stats.DeliveryFigure;
import java.util.List;
import org.json.JSONObject;

/** The findings of a check of deliveries, as JSON and back. Pure functions. */
public final class DeliveryJson {

  /** In the order of their members. */
  private static final List<DeliveryFigure> FIGURES =
      DeliveryFigure.startingWith(
          DeliveryFigure.CHECKED,
          DeliveryFigure.UNCHECKED,
          DeliveryFigure.LOST,
          DeliveryFigure.DUPLICATES,
          DeliveryFigure.OUT_OF_ORDER);

  private DeliveryJson() {}

  public static Json of(DeliveryCounts delivery) {
    Json json = new Json();
    FIGURES.forEach(figure -> json.put(figure.figureName().key(), delivery.get(figure)));
    return json.put("whereabouts", delivery.whereabouts());
  }

  /** The reverse. What an older version did not look for is 0. */
  public static DeliveryCounts parse(JSONObject json) {
    DeliveryCounts counts = DeliveryCounts.of(figure -> json.optLong(figure.figureName().key()));
    return new DeliveryCounts(counts.counts(), json.optString("whereabouts"));
  }
}
