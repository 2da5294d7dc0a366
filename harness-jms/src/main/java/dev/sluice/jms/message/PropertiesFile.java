package dev.sluice.jms.message;

import dev.sluice.core.text.InputFile;
import dev.sluice.jms.provider.ConfigurationException;
import java.io.IOException;
import java.io.Reader;
import java.io.StringReader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.TreeSet;

/**
 * The properties of messages in a Java properties file, in UTF-8: {@code colour=red} is a string,
 * and {@code weight=5} one of another type if {@code weight.type=int} stands there too.
 */
public final class PropertiesFile {

  private static final String TYPE_SUFFIX = ".type";

  private PropertiesFile() {}

  /**
   * The properties in the order of their names.
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
    } catch (IOException | IllegalArgumentException e) {
      throw new ConfigurationException("cannot read '" + file + "': " + e, e);
    }
    return entries;
  }

  private static MessageProperty property(String name, Properties entries) {
    String type = entries.getProperty(name + TYPE_SUFFIX, PropertyType.STRING.toString());
    return new MessageProperty(name, PropertyType.named(type.strip()), entries.getProperty(name));
  }

  private static void requireProperty(String typeKey, Properties entries) {
    String name = typeKey.substring(0, typeKey.length() - TYPE_SUFFIX.length());
    if (!entries.containsKey(name)) {
      throw new IllegalArgumentException("no '" + name + "' to give a type to");
    }
  }
}
