package dev.sluice.control.compat;

import dev.sluice.core.text.InputFile;
import java.io.IOException;
import java.io.StringReader;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;
import java.util.TreeSet;
import java.util.regex.Pattern;

/**
 * Cuts the words of an old command line into options: {@code -name value}, {@code -name=value} or
 * {@code -name} alone. A value goes on, over several words, until the next word that begins with a
 * dash; a number below zero is a value. Words before the first option are not read. Pure.
 */
final class OptionWords {

  private static final Pattern NEGATIVE = Pattern.compile("-\\d+(\\.\\d+)?");

  private OptionWords() {}

  /**
   * The options by their names (without the dash), in order; one without a value has an empty one.
   *
   * @param caseMatters whether names stay as they are, else they become lower case
   * @throws LegacyLineException if an option is given twice
   */
  static Map<String, String> parse(List<String> words, boolean caseMatters) {
    Map<String, List<String>> options = new LinkedHashMap<>();
    List<String> open = null;
    for (String word : words) {
      boolean negative = open != null && NEGATIVE.matcher(word).matches();
      if (word.startsWith("-") && !negative) {
        int equals = word.indexOf('=');
        String name = word.substring(1, equals < 0 ? word.length() : equals);
        open = new ArrayList<>();
        if (equals >= 0) {
          open.add(word.substring(equals + 1));
        }
        if (options.put(caseMatters ? name : name.toLowerCase(Locale.ROOT), open) != null) {
          throw new LegacyLineException("Invalid parameter: -" + name + " is given twice");
        }
      } else if (open != null) {
        open.add(word);
      }
    }
    Map<String, String> values = new LinkedHashMap<>();
    options.forEach((name, value) -> values.put(name, String.join(" ", value).strip()));
    return values;
  }

  /**
   * The options of a properties file, as {@code -hp} names it, by their names in lower case.
   *
   * @throws LegacyLineException if it cannot be read, or names an option in two ways
   */
  static Map<String, String> ofFile(String file) {
    Properties properties = new Properties();
    try {
      properties.load(
          new StringReader(text(InputFile.bytes(Path.of(file), InputFile.HAND_WRITTEN_BYTES))));
    } catch (IOException | IllegalArgumentException e) {
      throw new LegacyLineException(
          "Invalid parameter: -hp '" + file + "' cannot be read (" + reason(e) + ")", e);
    }
    Map<String, String> options = new LinkedHashMap<>();
    for (String name : new TreeSet<>(properties.stringPropertyNames())) {
      String lowerCase = name.toLowerCase(Locale.ROOT);
      if (options.put(lowerCase, properties.getProperty(name).strip()) != null) {
        throw new LegacyLineException(
            "Invalid parameter: -" + lowerCase + " is given twice in " + file);
      }
    }
    return options;
  }

  /** UTF-8, or what it was there, if it is not that. */
  private static String text(byte[] bytes) {
    try {
      return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
    } catch (CharacterCodingException e) {
      return new String(bytes, StandardCharsets.ISO_8859_1);
    }
  }

  private static String reason(Exception e) {
    return e instanceof InvalidPathException ? "no path" : e.getClass().getSimpleName();
  }
}
