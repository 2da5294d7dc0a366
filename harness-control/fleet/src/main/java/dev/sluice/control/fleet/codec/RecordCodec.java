package dev.sluice.control.fleet.codec;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.sluice.control.fleet.codec.MessageCodec.MalformedMessage;
import dev.sluice.control.fleet.protocol.Content;
import dev.sluice.core.pacing.CommonSchedule;
import dev.sluice.core.stats.Counter;
import dev.sluice.core.stats.Counts;
import dev.sluice.core.stats.Latency;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/**
 * Records as bytes, by the declared types of their components. A record is the group of its
 * components in their order, a value of a sealed type stands behind the place of its class among
 * the permitted ones, and an enum is its ordinal: both sides have one version of Sluice, which is
 * checked first. Numbers are big-endian, those of type int never below 0; texts, collections and
 * groups stand behind their size, so that a reader passes over what a later version has added to a
 * group. A list of texts says each text once.
 *
 * <p>What is read is judged before it is believed: any bytes give a record or {@link
 * MalformedMessage}, and take no more memory than some multiple of their own size. Thread-safe.
 */
@SuppressWarnings("EnumOrdinal") // one version on both sides
public final class RecordCodec {

  /** One that writes texts as they are. */
  public static final RecordCodec PLAIN = new RecordCodec(UnaryOperator.identity());

  private static final Map<Class<?>, Shape> SHAPES = new ConcurrentHashMap<>();

  private final UnaryOperator<String> texts;

  /**
   * @param texts what becomes of each text that is written, such as secrets in it
   */
  public RecordCodec(UnaryOperator<String> texts) {
    this.texts = texts;
  }

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

  /** The counters, as a record says them. */
  private record Counted(Map<Counter, Long> values) {

    static Counted of(Counts counts) {
      Map<Counter, Long> values = new LinkedHashMap<>();
      for (Counter each : Counter.values()) {
        values.put(each, counts.get(each));
      }
      return new Counted(values);
    }
  }

  /** How a class that is no record is written: as another one, and back. */
  private record Form(
      Class<?> type, Function<Object, Object> written, Function<Object, Object> read) {

    static final Map<Class<?>, Form> ALL =
        Map.of(
            Instant.class,
            new Form(
                long.class,
                time -> ChronoUnit.NANOS.between(Instant.EPOCH, (Instant) time),
                nanos -> Instant.EPOCH.plusNanos((Long) nanos)),
            Latency.class,
            new Form(
                Content.class,
                latency -> Content.of(((Latency) latency).encoded()),
                content -> Latency.decode(((Content) content).text())),
            Counts.class,
            new Form(
                Counted.class,
                counts -> Counted.of((Counts) counts),
                counted -> Counts.of(((Counted) counted).values)));
  }

  /** A record as content of a message. */
  public Content encode(Record value) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    write(new DataOutputStream(bytes), value.getClass(), value);
    return Content.of(bytes.toByteArray());
  }

  /**
   * The record that is the content of a message.
   *
   * @throws MalformedMessage if there is none
   */
  public <T extends Record> T decode(Class<T> type, Content content) {
    return type.cast(read(ByteBuffer.wrap(content.bytes()), type));
  }

  /** Writes a value of that type. */
  void write(DataOutputStream out, Type type, Object value) {
    try {
      writeAny(out, type, value);
    } catch (IOException e) {
      throw new UncheckedIOException("memory takes all", e);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("records of messages are public", e);
    }
  }

  private void writeAny(DataOutputStream out, Type type, Object value)
      throws IOException, ReflectiveOperationException {
    if (type instanceof ParameterizedType generic) {
      writeAll(out, generic, value);
    } else if (value instanceof Long number) {
      out.writeLong(number);
    } else if (value instanceof Integer number) {
      out.writeInt(number);
    } else if (value instanceof Double number) {
      out.writeDouble(number);
    } else if (value instanceof Boolean flag) {
      out.writeBoolean(flag);
    } else if (value instanceof String text) {
      writeBytes(out, texts.apply(text).getBytes(UTF_8));
    } else if (value instanceof Content content) {
      writeBytes(out, content.bytes());
    } else if (Form.ALL.containsKey(type)) {
      writeAny(out, Form.ALL.get(type).type, Form.ALL.get(type).written.apply(value));
    } else if (((Class<?>) type).isEnum()) {
      out.writeInt(((Enum<?>) value).ordinal());
    } else if (((Class<?>) type).isSealed()) {
      List<Class<?>> permitted = List.of(((Class<?>) type).getPermittedSubclasses());
      out.writeInt(permitted.indexOf(value.getClass()));
      writeAny(out, value.getClass(), value);
    } else {
      if (type == CommonSchedule.class) { // there is none before the start
        out.writeBoolean(value != null);
      }
      if (value != null) {
        writeRecord(out, value);
      }
    }
  }

  private void writeRecord(DataOutputStream out, Object value)
      throws IOException, ReflectiveOperationException {
    ByteArrayOutputStream group = new ByteArrayOutputStream();
    DataOutputStream inner = new DataOutputStream(group);
    for (RecordComponent each : shape(value.getClass()).components) {
      writeAny(inner, each.getGenericType(), each.getAccessor().invoke(value));
    }
    writeBytes(out, group.toByteArray());
  }

  private void writeAll(DataOutputStream out, ParameterizedType type, Object values)
      throws IOException, ReflectiveOperationException {
    Type[] elements = type.getActualTypeArguments();
    if (values instanceof Map<?, ?> map) {
      out.writeInt(map.size());
      for (Map.Entry<?, ?> entry : map.entrySet()) {
        writeAny(out, elements[0], entry.getKey());
        writeAny(out, elements[1], entry.getValue());
      }
    } else if (values instanceof Optional<?> optional) {
      out.writeBoolean(optional.isPresent());
      if (optional.isPresent()) {
        writeAny(out, elements[0], optional.get());
      }
    } else if (elements[0] == String.class && values instanceof List<?> all) {
      Map<Object, Integer> places = new LinkedHashMap<>();
      all.forEach(each -> places.putIfAbsent(each, places.size()));
      writeEach(out, String.class, places.keySet());
      writeEach(out, int.class, all.stream().map(places::get).toList());
    } else {
      writeEach(out, elements[0], (Collection<?>) values);
    }
  }

  private void writeEach(DataOutputStream out, Type element, Collection<?> values)
      throws IOException, ReflectiveOperationException {
    out.writeInt(values.size());
    for (Object each : values) {
      writeAny(out, element, each);
    }
  }

  private static void writeBytes(DataOutputStream out, byte... bytes) throws IOException {
    out.writeInt(bytes.length);
    out.write(bytes);
  }

  /**
   * Reads a value of that type.
   *
   * @throws MalformedMessage if there is none
   */
  Object read(ByteBuffer in, Type type) {
    try {
      return readAny(in, type);
    } catch (BufferUnderflowException e) {
      throw new MalformedMessage("it ends too early", e);
    } catch (IllegalArgumentException e) { // such as a rate below 0
      throw new MalformedMessage(String.valueOf(e.getMessage()), e);
    }
  }

  private Object readAny(ByteBuffer in, Type type) {
    if (type instanceof ParameterizedType generic) {
      return readAll(in, generic);
    } else if (type == long.class || type == Long.class) {
      return in.getLong();
    } else if (type == int.class || type == Integer.class) {
      return count(in);
    } else if (type == double.class || type == Double.class) {
      return in.getDouble();
    } else if (type == boolean.class) {
      return in.get() != 0;
    } else if (type == String.class) {
      return UTF_8.decode(slice(in)).toString();
    } else if (type == Content.class) {
      ByteBuffer slice = slice(in);
      byte[] bytes = new byte[slice.remaining()];
      slice.get(bytes);
      return Content.of(bytes);
    } else if (Form.ALL.containsKey(type)) {
      Form form = Form.ALL.get(type);
      return form.read.apply(readAny(in, form.type));
    }
    Class<?> known = (Class<?>) type;
    if (known.isEnum()) {
      return one(in, known, List.of(known.getEnumConstants()));
    } else if (known.isSealed()) {
      return readAny(in, one(in, known, List.of(known.getPermittedSubclasses())));
    }
    boolean there = known != CommonSchedule.class || in.get() != 0;
    return there ? readRecord(slice(in), shape(known)) : null;
  }

  private Object readRecord(ByteBuffer in, Shape shape) {
    Object[] values =
        shape.components.stream().map(each -> readAny(in, each.getGenericType())).toArray();
    try {
      Object made = shape.constructor.newInstance(values);
      if (made instanceof CommonSchedule schedule
          && schedule.owners().size() != schedule.grid().places()) {
        throw new MalformedMessage(
            schedule.owners().size() + " owners of " + schedule.grid().places() + " places");
      }
      return made;
    } catch (InvocationTargetException e) {
      throw new IllegalArgumentException(e.getCause().getMessage(), e);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("records of messages are public", e);
    }
  }

  private Object readAll(ByteBuffer in, ParameterizedType type) {
    Type[] elements = type.getActualTypeArguments();
    if (type.getRawType() == Map.class) {
      Map<Object, Object> values = new LinkedHashMap<>();
      for (int left = size(in); left > 0; left--) {
        values.put(readAny(in, elements[0]), readAny(in, elements[1]));
      }
      return values;
    } else if (type.getRawType() == Optional.class) {
      return in.get() == 0 ? Optional.empty() : Optional.of(readAny(in, elements[0]));
    } else if (type.getRawType() == Set.class) {
      return new LinkedHashSet<>(readEach(in, elements[0]));
    } else if (elements[0] == String.class) {
      List<Object> distinct = readEach(in, String.class);
      Object[] all = readEach(in, int.class).toArray();
      return Arrays.stream(all).map(each -> at((Integer) each, String.class, distinct)).toList();
    }
    return readEach(in, elements[0]);
  }

  private List<Object> readEach(ByteBuffer in, Type element) {
    int size = size(in);
    List<Object> values = new ArrayList<>(size);
    for (int i = 0; i < size; i++) {
      values.add(readAny(in, element));
    }
    return values;
  }

  private static <T> T one(ByteBuffer in, Class<?> of, List<T> all) {
    return at(count(in), of, all);
  }

  private static <T> T at(int place, Class<?> of, List<T> all) {
    if (place >= all.size()) {
      throw new MalformedMessage("no " + of.getSimpleName() + " " + place);
    }
    return all.get(place);
  }

  private static int count(ByteBuffer in) {
    int count = in.getInt();
    if (count < 0) {
      throw new MalformedMessage("a count below 0");
    }
    return count;
  }

  /** How many elements follow, of which each takes a byte at least. */
  private static int size(ByteBuffer in) {
    int size = count(in);
    if (size > in.remaining()) {
      throw new MalformedMessage("it says more than it has");
    }
    return size;
  }

  private static ByteBuffer slice(ByteBuffer in) {
    int length = size(in);
    ByteBuffer slice = in.slice().limit(length);
    in.position(in.position() + length);
    return slice;
  }

  private static Shape shape(Class<?> type) {
    return SHAPES.computeIfAbsent(type, Shape::of);
  }
}
