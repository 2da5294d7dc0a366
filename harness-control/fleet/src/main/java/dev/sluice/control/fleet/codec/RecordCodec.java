package dev.sluice.control.fleet.codec;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.time.Instant.EPOCH;

import dev.sluice.control.fleet.codec.MessageCodec.MalformedMessage;
import dev.sluice.control.fleet.protocol.Content;
import dev.sluice.core.pacing.Profile;
import dev.sluice.core.result.RunBatches;
import dev.sluice.core.stats.Counter;
import dev.sluice.core.stats.Counts;
import dev.sluice.core.stats.Latency;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import java.lang.invoke.MethodType;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
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
import java.util.function.BiConsumer;
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

  /** All that is no record and has no parts, but for texts. */
  private static final Map<Class<?>, Form> FORMS =
      Map.of(
          Long.class,
          new Form((out, value) -> out.writeLong((Long) value), ByteBuf::readLong),
          Integer.class,
          new Form((out, value) -> out.writeInt((Integer) value), RecordCodec::count),
          Double.class,
          new Form((out, value) -> out.writeDouble((Double) value), ByteBuf::readDouble),
          Boolean.class,
          new Form((out, value) -> out.writeBoolean((Boolean) value), ByteBuf::readBoolean),
          Content.class,
          new Form(
              (out, content) -> writeBytes(out, ((Content) content).bytes()),
              in -> Content.of(ByteBufUtil.getBytes(slice(in)))),
          Instant.class,
          new Form(
              (out, time) -> out.writeLong(ChronoUnit.NANOS.between(EPOCH, (Instant) time)),
              in -> EPOCH.plusNanos(in.readLong())),
          Latency.class,
          new Form(
              (out, latency) -> writeBytes(out, ((Latency) latency).encoded().getBytes(UTF_8)),
              in -> Latency.decode(slice(in).toString(UTF_8))),
          Profile.class,
          new Form(
              (out, profile) ->
                  RecordCodec.PLAIN.write(out, Profile.Part.class, ((Profile) profile).part()),
              in -> new Profile((Profile.Part) RecordCodec.PLAIN.read(in, Profile.Part.class))),
          Counts.class,
          new Form(
              (out, counts) ->
                  Arrays.stream(Counter.values())
                      .forEach(each -> out.writeLong(((Counts) counts).get(each))),
              in -> Counts.of(each -> counted(in))),
          RunBatches.class, // rebuilt where intervals are added up
          new Form((out, batches) -> {}, in -> new RunBatches()));

  private static final long MOST_COUNTED = 1L << 60;

  private static long counted(ByteBuf in) {
    long count = in.readLong();
    if (count < 0 || count > MOST_COUNTED) {
      throw new MalformedMessage("a count of " + count);
    }
    return count;
  }

  private final UnaryOperator<String> texts;
  private final UnaryOperator<String> foreign;

  /**
   * @param texts what becomes of each text that is written, such as secrets in it
   */
  public RecordCodec(UnaryOperator<String> texts) {
    this(texts, UnaryOperator.identity());
  }

  /**
   * @param foreign what becomes of each text that is read
   */
  RecordCodec(UnaryOperator<String> texts, UnaryOperator<String> foreign) {
    this.texts = texts;
    this.foreign = foreign;
  }

  /** How a value is written and read. */
  private record Form(BiConsumer<ByteBuf, Object> write, Function<ByteBuf, Object> read) {}

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

  /** A record as content of a message. */
  public Content encode(Record value) {
    ByteBuf out = Unpooled.buffer();
    write(out, value.getClass(), value);
    return Content.of(ByteBufUtil.getBytes(out));
  }

  /**
   * The record that is the content of a message.
   *
   * @throws MalformedMessage if there is none
   */
  public <T extends Record> T decode(Class<T> type, Content content) {
    return type.cast(read(Unpooled.wrappedBuffer(content.bytes()), type));
  }

  /** Writes a value of that type. */
  void write(ByteBuf out, Type type, Object value) {
    if (type instanceof ParameterizedType generic) {
      writeAll(out, generic, value);
      return;
    }
    Class<?> known = (Class<?>) type;
    Form form = form(known);
    if (form != null) {
      form.write.accept(out, value);
    } else if (value instanceof String text) {
      writeBytes(out, texts.apply(text).getBytes(UTF_8));
    } else if (known.isEnum()) {
      out.writeInt(((Enum<?>) value).ordinal());
    } else if (known.isSealed()) {
      out.writeInt(List.of(known.getPermittedSubclasses()).indexOf(value.getClass()));
      write(out, value.getClass(), value);
    } else {
      writeRecord(out, value);
    }
  }

  private void writeRecord(ByteBuf out, Object value) {
    int start = out.writerIndex();
    out.writeInt(0); // its size, once that is known
    try {
      for (RecordComponent each : shape(value.getClass()).components) {
        write(out, each.getGenericType(), each.getAccessor().invoke(value));
      }
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("records of messages are public", e);
    }
    out.setInt(start, out.writerIndex() - start - Integer.BYTES);
  }

  private void writeAll(ByteBuf out, ParameterizedType type, Object values) {
    Type[] elements = type.getActualTypeArguments();
    if (values instanceof Map<?, ?> map) {
      out.writeInt(map.size());
      map.forEach(
          (key, value) -> {
            write(out, elements[0], key);
            write(out, elements[1], value);
          });
    } else if (values instanceof Optional<?> optional) {
      out.writeBoolean(optional.isPresent());
      optional.ifPresent(value -> write(out, elements[0], value));
    } else if (elements[0] == String.class && values instanceof List<?> all) {
      Map<Object, Integer> places = new LinkedHashMap<>();
      all.forEach(each -> places.putIfAbsent(each, places.size()));
      writeEach(out, String.class, places.keySet());
      writeEach(out, int.class, all.stream().map(places::get).toList());
    } else {
      writeEach(out, elements[0], (Collection<?>) values);
    }
  }

  private void writeEach(ByteBuf out, Type element, Collection<?> values) {
    out.writeInt(values.size());
    values.forEach(each -> write(out, element, each));
  }

  private static void writeBytes(ByteBuf out, byte... bytes) {
    out.writeInt(bytes.length).writeBytes(bytes);
  }

  /**
   * Reads a value of that type.
   *
   * @throws MalformedMessage if there is none
   */
  Object read(ByteBuf in, Type type) {
    try {
      return readAny(in, type);
    } catch (IndexOutOfBoundsException e) {
      throw new MalformedMessage("it ends too early", e);
    } catch (IllegalArgumentException e) { // such as a rate below 0
      throw new MalformedMessage(String.valueOf(e.getMessage()), e);
    }
  }

  private Object readAny(ByteBuf in, Type type) {
    if (type instanceof ParameterizedType generic) {
      return readAll(in, generic);
    }
    Class<?> known = (Class<?>) type;
    Form form = form(known);
    if (form != null) {
      return form.read.apply(in);
    } else if (known == String.class) {
      return foreign.apply(slice(in).toString(UTF_8));
    } else if (known.isEnum()) {
      return one(in, known, List.of(known.getEnumConstants()));
    } else if (known.isSealed()) {
      return readAny(in, one(in, known, List.of(known.getPermittedSubclasses())));
    }
    return readRecord(slice(in), shape(known));
  }

  private Object readRecord(ByteBuf in, Shape shape) {
    Object[] values =
        shape.components.stream().map(each -> readAny(in, each.getGenericType())).toArray();
    try {
      return shape.constructor.newInstance(values);
    } catch (InvocationTargetException e) {
      throw new IllegalArgumentException(e.getCause().getMessage(), e);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("records of messages are public", e);
    }
  }

  private Object readAll(ByteBuf in, ParameterizedType type) {
    Type[] elements = type.getActualTypeArguments();
    if (type.getRawType() == Map.class) {
      Map<Object, Object> values = new LinkedHashMap<>();
      for (int left = size(in); left > 0; left--) {
        values.put(readAny(in, elements[0]), readAny(in, elements[1]));
      }
      return values;
    } else if (type.getRawType() == Optional.class) {
      return in.readBoolean() ? Optional.of(readAny(in, elements[0])) : Optional.empty();
    } else if (type.getRawType() == Set.class) {
      return new LinkedHashSet<>(readEach(in, elements[0]));
    } else if (elements[0] == String.class) {
      List<Object> distinct = readEach(in, String.class);
      return readEach(in, int.class).stream()
          .map(each -> at((Integer) each, String.class, distinct))
          .toList();
    }
    return readEach(in, elements[0]);
  }

  private List<Object> readEach(ByteBuf in, Type element) {
    List<Object> values = new ArrayList<>();
    for (int left = size(in); left > 0; left--) {
      values.add(readAny(in, element));
    }
    return values;
  }

  private static <T> T one(ByteBuf in, Class<?> of, List<T> all) {
    return at(count(in), of, all);
  }

  private static <T> T at(int place, Class<?> of, List<T> all) {
    if (place >= all.size()) {
      throw new MalformedMessage("no " + of.getSimpleName() + " " + place);
    }
    return all.get(place);
  }

  private static int count(ByteBuf in) {
    int count = in.readInt();
    if (count < 0) {
      throw new MalformedMessage("a count below 0");
    }
    return count;
  }

  /** How many elements follow, of which each takes a byte at least. */
  private static int size(ByteBuf in) {
    int size = count(in);
    if (!in.isReadable(size)) {
      throw new MalformedMessage("it says more than it has");
    }
    return size;
  }

  private static ByteBuf slice(ByteBuf in) {
    return in.readSlice(size(in));
  }

  private static Form form(Class<?> type) {
    return FORMS.get(MethodType.methodType(type).wrap().returnType());
  }

  private static Shape shape(Class<?> type) {
    return SHAPES.computeIfAbsent(type, Shape::of);
  }
}
