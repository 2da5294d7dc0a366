package dev.sluice.control.compat;

import dev.sluice.core.text.InputFile;
import java.io.IOException;
import java.io.StringReader;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;
import java.util.TreeSet;

/** A properties file of options, as {@code -hp} names it. */
public final class OptionsFile {

  private OptionsFile() {}

  /**
   * Its options by their names in lower case.
   *
   * @throws LegacyLineException if it cannot be read, or names an option in two ways
   */
  public static Map<String, String> read(String file) {
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
