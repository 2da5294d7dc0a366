package dev.sluice.jms.provider;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;

/** Versions that a build wrote down. Pure functions. */
public final class Versions {

  private Versions() {}

  /** Those in the file {@code versions.properties} of a class's package; none without the file. */
  public static Map<String, String> beside(Class<?> type) {
    Properties versions = new Properties();
    try (InputStream in = type.getResourceAsStream("versions.properties")) {
      if (in != null) {
        versions.load(in);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    Map<String, String> byName = new TreeMap<>();
    versions.stringPropertyNames().forEach(name -> byName.put(name, versions.getProperty(name)));
    return byName;
  }
}
