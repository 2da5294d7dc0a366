package dev.sluice.jms.message;

import dev.sluice.core.text.InputFile;
import dev.sluice.jms.provider.CauseChain;
import dev.sluice.jms.provider.ConfigurationException;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import java.io.IOException;
import java.io.Reader;
import java.io.StringReader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Properties;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * A property that every message has.
 *
 * @param name an identifier as JMS wants it
 * @param type tells the JMS type of the value
 * @param value as it is written
 */
public record MessageProperty(String name, Type type, String value) {

  private static final String TYPE_SUFFIX = ".type";

  /** The words of selectors, which cannot be names. */
  private static final Set<String> RESERVED =
      Set.of("null", "true", "false", "not", "and", "or", "between", "like", "in", "is", "escape");

  /**
   * @throws IllegalArgumentException if the name is no JMS identifier or the value not of the type
   */
  public MessageProperty {
    if (!isIdentifier(name)) {
      throw new IllegalArgumentException(
          "'"
              + name
              + "' is not a valid property name: use letters, digits, '_' and '$', and no "
              + "keyword of the selector language");
    }
    type.parse(value);
  }

  /**
   * Reads {@code NAME=VALUE}, a string, or {@code NAME:TYPE=VALUE}.
   *
   * @throws IllegalArgumentException if it is neither
   */
  public static MessageProperty parse(String text) {
    int equals = text.indexOf('=');
    if (equals < 0) {
      throw new IllegalArgumentException(
          "'" + text + "' is not a property such as COLOUR=red or WEIGHT:int=5");
    }
    String name = text.substring(0, equals);
    String value = text.substring(equals + 1);
    int colon = name.indexOf(':');
    return colon < 0
        ? new MessageProperty(name, Type.STRING, value)
        : new MessageProperty(
            name.substring(0, colon), Type.named(name.substring(colon + 1)), value);
  }

  /**
   * Reads a Java properties file in UTF-8: {@code colour=red} is a string, and {@code weight=5} one
   * of another type if {@code weight.type=int} stands there too. The properties come in the order
   * of their names.
   *
   * @throws ConfigurationException if the file cannot be read or understood
   */
  public static List<MessageProperty> read(Path file) {
    Properties entries = entriesOf(file);
    List<MessageProperty> properties = new ArrayList<>();
    for (String key : new TreeSet<>(entries.stringPropertyNames())) {
      try {
        if (key.endsWith(TYPE_SUFFIX)) {
          requireProperty(key, entries);
        } else {
          properties.add(property(key, entries));
        }
      } catch (IllegalArgumentException e) {
        throw new ConfigurationException("'" + file + "', " + key + ": " + e.getMessage(), e);
      }
    }
    return properties;
  }

  private static Properties entriesOf(Path file) {
    Properties entries = new Properties();
    try (Reader reader = new StringReader(InputFile.text(file, InputFile.HAND_WRITTEN_BYTES))) {
      entries.load(reader);
    } catch (IOException e) {
      throw new ConfigurationException("cannot read '" + file + "': " + InputFile.reason(e), e);
    } catch (IllegalArgumentException e) {
      throw new ConfigurationException(
          "'" + file + "' is not a properties file: " + CauseChain.firstLine(e), e);
    }
    return entries;
  }

  private static MessageProperty property(String name, Properties entries) {
    String type = entries.getProperty(name + TYPE_SUFFIX, Type.STRING.toString());
    return new MessageProperty(name, Type.named(type.strip()), entries.getProperty(name));
  }

  private static void requireProperty(String typeKey, Properties entries) {
    String name = typeKey.substring(0, typeKey.length() - TYPE_SUFFIX.length());
    if (!entries.containsKey(name)) {
      throw new IllegalArgumentException("no '" + name + "' to give a type to");
    }
  }

  void applyTo(Message message) throws JMSException {
    message.setObjectProperty(name, type.parse(value));
  }

  /** As people write it. */
  @Override
  public String toString() {
    return name + (type == Type.STRING ? "" : ":" + type) + "=" + value;
  }

  private static boolean isIdentifier(String name) {
    return !name.isEmpty()
        && Character.isJavaIdentifierStart(name.charAt(0))
        && IntStream.range(1, name.length())
            .allMatch(i -> Character.isJavaIdentifierPart(name.charAt(i)))
        && !RESERVED.contains(name.toLowerCase(Locale.ROOT));
  }

  /** The types that JMS has for the properties of messages. */
  public enum Type {
    STRING(text -> text),
    BOOLEAN(Type::truth),
    BYTE(Byte::valueOf),
    SHORT(Short::valueOf),
    INT(Integer::valueOf),
    LONG(Long::valueOf),
    FLOAT(Float::valueOf),
    DOUBLE(Double::valueOf);

    @SuppressWarnings("ImmutableEnumChecker") // functions without state
    private final Function<String, Object> reader; // throws NumberFormatException

    Type(Function<String, Object> reader) {
      this.reader = reader;
    }

    private static boolean truth(String text) {
      return switch (text) {
        case "true" -> true;
        case "false" -> false;
        default -> throw new NumberFormatException();
      };
    }

    /** As people write it. */
    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }

    /**
     * The type that is written so.
     *
     * @throws IllegalArgumentException if there is none
     */
    static Type named(String text) {
      return Arrays.stream(values())
          .filter(type -> type.toString().equals(text))
          .findFirst()
          .orElseThrow(
              () ->
                  new IllegalArgumentException(
                      "'"
                          + text
                          + "' is not a type; use one of "
                          + Arrays.stream(values())
                              .map(Type::toString)
                              .collect(Collectors.joining(", "))));
    }

    /**
     * The value that a text stands for.
     *
     * @throws IllegalArgumentException if it is none of this type
     */
    Object parse(String text) {
      try {
        return reader.apply(text);
      } catch (NumberFormatException e) {
        throw new IllegalArgumentException("'" + text + "' is not a value of type " + this, e);
      }
    }
  }
}
