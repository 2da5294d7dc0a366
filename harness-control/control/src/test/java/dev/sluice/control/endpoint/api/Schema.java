package dev.sluice.control.endpoint.api;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import org.json.JSONArray;
import org.json.JSONObject;

/**
 * As much of JSON Schema as the description of the interface uses.
 *
 * @param components the schemas that others refer to
 */
record Schema(JSONObject components) {

  private static final String REFERENCE = "#/components/schemas/";

  /** Where a value is not what a schema says; empty if it is. */
  List<String> faults(Object value, JSONObject schema) {
    List<String> faults = new ArrayList<>();
    check("$", value, schema, faults);
    return faults;
  }

  private void check(String at, Object value, JSONObject given, List<String> faults) {
    JSONObject schema =
        given.has("$ref")
            ? components.getJSONObject(given.getString("$ref").substring(REFERENCE.length()))
            : given;
    if (schema.has("enum") && !schema.getJSONArray("enum").toList().contains(value)) {
      faults.add(at + " is " + value);
    }
    if (schema.has("type") && !isOf(schema.getString("type"), value)) {
      faults.add(at + " is no " + schema.getString("type") + ": " + value);
      return;
    }
    if (value instanceof JSONArray array && schema.has("items")) {
      for (int i = 0; i < array.length(); i++) {
        check(at + "[" + i + "]", array.get(i), schema.getJSONObject("items"), faults);
      }
    }
    if (value instanceof JSONObject object) {
      members(at, object, schema, faults);
    }
  }

  private void members(String at, JSONObject object, JSONObject schema, List<String> faults) {
    for (Object required : schema.optJSONArray("required", new JSONArray())) {
      if (!object.has(required.toString())) {
        faults.add(at + " lacks " + required);
      }
    }
    JSONObject properties = schema.optJSONObject("properties", new JSONObject());
    for (String key : object.keySet()) {
      JSONObject member =
          properties.optJSONObject(key, schema.optJSONObject("additionalProperties"));
      if (member != null) {
        check(at + "." + key, object.get(key), member, faults);
      }
    }
  }

  private static boolean isOf(String type, Object value) {
    return switch (type) {
      case "object" -> value instanceof JSONObject;
      case "array" -> value instanceof JSONArray;
      case "string" -> value instanceof String;
      case "boolean" -> value instanceof Boolean;
      case "number" -> value instanceof Number;
      case "integer" ->
          value instanceof Number number
              && new BigDecimal(number.toString()).stripTrailingZeros().scale() <= 0;
      default -> throw new IllegalArgumentException("a type that nobody checks: " + type);
    };
  }
}
