package dev.sluice.control.format;

import dev.sluice.core.stats.DeliveryCounts;
import org.json.JSONObject;

/** What a check of deliveries found, as JSON and back. Pure functions. */
public final class DeliveryJson {

  private DeliveryJson() {}

  public static Json of(DeliveryCounts delivery) {
    return new Json()
        .put("checked", delivery.checked())
        .put("unchecked", delivery.unchecked())
        .put("lost", delivery.lost())
        .put("duplicates", delivery.duplicates())
        .put("outOfOrder", delivery.outOfOrder())
        .put("corrupt", delivery.corrupt())
        .put("redelivered", delivery.redelivered())
        .put("possiblyLost", delivery.possiblyLost())
        .put("otherClocks", delivery.otherClocks())
        .put("notArrived", delivery.notArrived())
        .put("whereabouts", delivery.whereabouts());
  }

  public static DeliveryCounts parse(JSONObject json) {
    return new DeliveryCounts(
        json.getLong("checked"),
        json.getLong("unchecked"),
        json.getLong("lost"),
        json.getLong("duplicates"),
        json.getLong("outOfOrder"),
        json.getLong("corrupt"),
        json.getLong("redelivered"),
        json.getLong("possiblyLost"),
        json.getLong("otherClocks"),
        json.optLong("notArrived"),
        json.optString("whereabouts"));
  }
}
