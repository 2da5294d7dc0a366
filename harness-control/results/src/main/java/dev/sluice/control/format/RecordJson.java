package dev.sluice.control.format;

import static java.util.Map.entry;

import dev.sluice.control.format.RunDocument.RunSetup;
import dev.sluice.core.stats.Counts;
import dev.sluice.core.stats.DeliveryCounts;
import dev.sluice.core.stats.Latency;
import dev.sluice.estimates.Estimated;
import dev.sluice.estimates.Interval;
import java.lang.invoke.MethodType;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.BiFunction;
import java.util.stream.IntStream;
import org.json.JSONArray;
import org.json.JSONException;
import org.json.JSONObject;

/**
 * Records as JSON objects, by the names and the declared types of their components. Empty optionals
 * and lists have no member. A number of type double has three decimals at most and is null if it is
 * not a number; other numbers are written as they are, histograms encoded. A figure with its error,
 * counts and {@link RunSetup} stand in the object that holds them. Pure functions.
 */
final class RecordJson {

  /** Reads a member of a type without parts. */
  private static final Map<Class<?>, BiFunction<JSONObject, String, Object>> READERS =
      Map.ofEntries(
          entry(String.class, JSONObject::getString),
          entry(boolean.class, JSONObject::getBoolean),
          entry(long.class, JSONObject::getLong),
          entry(double.class, RecordJson::number),
          entry(Number.class, JSONObject::getNumber),
          entry(BigDecimal.class, JSONObject::getBigDecimal),
          entry(Object.class, JSONObject::get),
          entry(Instant.class, (json, name) -> Instant.parse(json.getString(name))),
          entry(Counts.class, (json, name) -> FigureJson.counts(json)),
          entry(Interval.class, RecordJson::figure),
          entry(Latency.class, RecordJson::latency),
          entry(RunSetup.class, (json, name) -> read(RunSetup.class, json)),
          entry(
              DeliveryCounts.class, (json, name) -> FigureJson.delivery(json.getJSONObject(name))),
          entry(
              ObjectiveResult.class, (json, name) -> ObjectiveResult.of(json.getJSONObject(name))));

  private RecordJson() {}

  static Json of(Record value) {
    return value instanceof ObjectiveResult result ? result.json() : addTo(new Json(), value);
  }

  private static Json addTo(Json json, Record value) {
    try {
      for (RecordComponent each : value.getClass().getRecordComponents()) {
        add(json, each.getName(), each.getAccessor().invoke(value));
      }
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("records of files are public", e);
    }
    return json;
  }

  private static void add(Json json, String name, Object value) {
    if (value instanceof Optional<?> some) {
      some.ifPresent(each -> add(json, name, each));
    } else if (value instanceof Interval figure) {
      json.put(name, Csv.number(figure.value()));
      FigureJson.addError(json::put, name, figure, Csv::number);
    } else if (value instanceof Counts counts) {
      FigureJson.addTo(json, counts);
    } else if (value instanceof RunSetup setup) {
      addTo(json, setup);
    } else if (value instanceof DeliveryCounts delivery) {
      json.put(name, FigureJson.of(delivery));
    } else if (value instanceof Latency nanos) {
      json.put(name, nanos.isEmpty() ? "" : nanos.encoded());
    } else if (value instanceof Double number) {
      json.put(name, Csv.number(number));
    } else if (!List.of().equals(value)) {
      json.put(name, value);
    }
  }

  /**
   * Reads a record.
   *
   * @throws JSONException if a member is missing or is something else
   * @throws IllegalArgumentException if a word is none of those there are
   * @throws java.time.DateTimeException if a time is none
   */
  static <T extends Record> T read(Class<T> type, JSONObject json) {
    List<RecordComponent> components = List.of(type.getRecordComponents());
    Object[] values =
        components.stream()
            .map(each -> read(each.getGenericType(), json, each.getName()))
            .toArray();
    Class<?>[] types = components.stream().map(RecordComponent::getType).toArray(Class<?>[]::new);
    try {
      return type.getDeclaredConstructor(types).newInstance(values);
    } catch (InvocationTargetException e) {
      throw new JSONException(e.getCause());
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("records of files are public", e);
    }
  }

  @SuppressWarnings({"unchecked", "rawtypes"}) // the type is known from the component alone
  private static Object read(Type type, JSONObject json, String name) {
    if (type instanceof ParameterizedType generic) {
      return readParts(generic, json, name);
    }
    Class known = (Class) type;
    BiFunction<JSONObject, String, Object> reader =
        READERS.get(MethodType.methodType(known).unwrap().returnType());
    if (reader != null) {
      return reader.apply(json, name);
    }
    return known.isEnum()
        ? Json.word(json, name, known)
        : read((Class<Record>) known, json.getJSONObject(name));
  }

  private static Object readParts(ParameterizedType type, JSONObject json, String name) {
    Type[] parts = type.getActualTypeArguments();
    Type part = parts[parts.length - 1];
    if (type.getRawType() == Optional.class) {
      return json.isNull(name) ? Optional.empty() : Optional.of(read(part, json, name));
    } else if (type.getRawType() == List.class) {
      JSONArray all = json.isNull(name) ? new JSONArray() : json.getJSONArray(name);
      return IntStream.range(0, all.length())
          .mapToObj(i -> read(part, new JSONObject().put(name, all.get(i)), name))
          .toList();
    }
    JSONObject all = json.getJSONObject(name);
    if (part == Object.class) {
      return all.toMap();
    }
    Map<Object, Object> values = new TreeMap<>();
    all.keySet().forEach(each -> values.put(key(parts[0], each), read(part, all, each)));
    return values;
  }

  @SuppressWarnings({"unchecked", "rawtypes"}) // as above
  private static Object key(Type type, String name) {
    return type == String.class ? name : Json.word(name, (Class) type);
  }

  private static Latency latency(JSONObject json, String name) {
    String encoded = json.getString(name);
    return encoded.isEmpty() ? Latency.NONE : Latency.decode(encoded);
  }

  private static double number(JSONObject json, String name) {
    double value = json.isNull(name) ? Double.NaN : json.getDouble(name);
    if (Double.isInfinite(value)) {
      throw new JSONException(name + " is " + json.get(name) + ", which no run writes");
    }
    return value;
  }

  private static Interval figure(JSONObject json, String name) {
    return new Interval(
        number(json, name),
        number(json, name + "Low"),
        number(json, name + "High"),
        Estimated.LEVEL,
        Double.NaN);
  }
}
