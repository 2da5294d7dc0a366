package dev.sluice.control.fleet.codec;

import dev.sluice.control.fleet.codec.MessageCodec.MalformedMessage;
import dev.sluice.control.fleet.codec.Wire.Reader;
import dev.sluice.control.fleet.codec.Wire.Writer;
import dev.sluice.control.fleet.protocol.Content;
import dev.sluice.core.pacing.CommonSchedule;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

/**
 * Values as bytes by their declared types. A record is the group of its components in their order,
 * a value of a sealed type stands behind the place of its class among the permitted ones, and an
 * enum is its ordinal: both sides have one version of Sluice, which is checked first. A list of
 * texts says each text once. Numbers of type int are never below 0. Thread-safe.
 */
@SuppressWarnings("EnumOrdinal") // one version on both sides
final class RecordCodec {

  private final Map<Class<?>, Shape> shapes = new ConcurrentHashMap<>();

  /** How a record is taken apart and made. */
  private record Shape(List<RecordComponent> components, Constructor<?> constructor) {

    static Shape of(Class<?> type) {
      RecordComponent[] components = type.getRecordComponents();
      try {
        return new Shape(
            List.of(components),
            type.getDeclaredConstructor(
                Stream.of(components).map(RecordComponent::getType).toArray(Class<?>[]::new)));
      } catch (NoSuchMethodException e) {
        throw new IllegalStateException("every record has it", e);
      }
    }
  }

  /** Writes a value of that type. */
  void write(Writer out, Type type, Object value) {
    if (type instanceof ParameterizedType collection) {
      writeAll(out, collection, value);
    } else if (value instanceof Long number) {
      out.number(number);
    } else if (value instanceof Integer number) {
      out.small(number);
    } else if (value instanceof Double number) {
      out.real(number);
    } else if (value instanceof Boolean flag) {
      out.flag(flag);
    } else if (value instanceof String text) {
      out.text(text);
    } else if (value instanceof Content content) {
      out.content(content);
    } else if (((Class<?>) type).isSealed()) {
      List<Class<?>> permitted = List.of(((Class<?>) type).getPermittedSubclasses());
      int place = permitted.indexOf(value.getClass());
      write(out.small(place), permitted.get(place), value);
    } else if (value instanceof Enum<?> constant) {
      out.small(constant.ordinal());
    } else {
      if (type == CommonSchedule.class) { // there is none before the start
        out.flag(value != null);
      }
      if (value != null) {
        out.group((Record) value, this::writeRecord);
      }
    }
  }

  private void writeRecord(Writer out, Record value) {
    for (RecordComponent each : shape(value.getClass()).components) {
      try {
        write(out, each.getGenericType(), each.getAccessor().invoke(value));
      } catch (ReflectiveOperationException e) {
        throw new IllegalStateException("records of messages are public", e);
      }
    }
  }

  private void writeAll(Writer out, ParameterizedType type, Object values) {
    Type element = last(type);
    if (values instanceof Map<?, ?> map) {
      out.list(
          map.entrySet(),
          (each, entry) -> write(each.text((String) entry.getKey()), element, entry.getValue()));
    } else if (element == String.class && values instanceof List<?> texts) {
      List<Object> distinct = texts.stream().distinct().map(Object.class::cast).toList();
      Map<Object, Integer> places = new LinkedHashMap<>();
      distinct.forEach(each -> places.put(each, places.size()));
      out.list(distinct, (each, text) -> each.text((String) text));
      out.list(texts, (each, text) -> each.small(places.get(text)));
    } else {
      out.list((Iterable<?>) values, (each, value) -> write(each, element, value));
    }
  }

  /**
   * Reads a value of that type.
   *
   * @throws MalformedMessage if there is none
   * @throws IllegalArgumentException if a record refuses what it would be made of
   */
  Object read(Reader in, Type type) {
    if (type instanceof ParameterizedType collection) {
      return readAll(in, collection);
    } else if (type == long.class || type == Long.class) {
      return in.number();
    } else if (type == int.class || type == Integer.class) {
      return in.count();
    } else if (type == double.class) {
      return in.real();
    } else if (type == boolean.class) {
      return in.flag();
    } else if (type == String.class) {
      return in.text();
    } else if (type == Content.class) {
      return in.content();
    }
    Class<?> known = (Class<?>) type;
    if (known.isSealed()) {
      return read(in, one(in, known.getPermittedSubclasses(), known));
    } else if (known.isEnum()) {
      return one(in, known.getEnumConstants(), known);
    }
    boolean there = known != CommonSchedule.class || in.flag();
    return there ? in.group(body -> readRecord(body, known)) : null;
  }

  private static <T> T one(Reader in, T[] all, Class<?> of) {
    int place = in.count();
    if (place >= all.length) {
      throw new MalformedMessage("no " + of.getSimpleName() + " " + place);
    }
    return all[place];
  }

  private Object readRecord(Reader in, Class<?> type) {
    Shape shape = shape(type);
    Object[] values =
        shape.components.stream().map(each -> read(in, each.getGenericType())).toArray();
    try {
      Object made = shape.constructor.newInstance(values);
      if (made instanceof CommonSchedule schedule
          && schedule.owners().size() != schedule.grid().places()) {
        throw new MalformedMessage(
            schedule.owners().size() + " owners of " + schedule.grid().places() + " places");
      }
      return made;
    } catch (InvocationTargetException e) {
      throw new IllegalArgumentException(e.getCause().getMessage(), e); // such as a rate below 0
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("records of messages are public", e);
    }
  }

  private Object readAll(Reader in, ParameterizedType type) {
    Type element = last(type);
    if (type.getRawType() == Map.class) {
      Map<String, Object> values = new LinkedHashMap<>();
      in.list(each -> values.put(each.text(), read(each, element)));
      return values;
    } else if (type.getRawType() == Set.class) {
      return new LinkedHashSet<>(in.list(each -> read(each, element)));
    } else if (element == String.class) {
      List<String> distinct = in.list(Reader::text);
      return in.list(each -> one(each, distinct.toArray(), String.class));
    }
    return new ArrayList<>(in.list(each -> read(each, element)));
  }

  private static Type last(ParameterizedType type) {
    Type[] arguments = type.getActualTypeArguments();
    return arguments[arguments.length - 1];
  }

  private Shape shape(Class<?> type) {
    return shapes.computeIfAbsent(type, Shape::of);
  }
}
