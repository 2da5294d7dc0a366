package dev.sluice.control.results.folder;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/** Keeps secrets out of what is written down. Pure functions. */
public final class Masking {

  /** What stands for a secret. */
  public static final String MASK = "***";

  private static final String WORDS =
      "[\\w.-]*(?:password|passwd|passphrase|secret|token|credential)[\\w.-]*";
  private static final Pattern SECRET_NAME = Pattern.compile("(?i)-*" + WORDS);

  /** Options that name a file in which a secret is; the path is none. */
  private static final Pattern FILE_NAME = Pattern.compile("(?i).*[-_]?file");

  private static final Pattern USER_INFO = Pattern.compile("(?<=://)([^/?#@\\s:]*):[^/?#@\\s]*@");
  private static final Pattern ASSIGNMENT =
      Pattern.compile("(?i)(?<![\\w.-])(" + WORDS + "\\s*=\\s*)[^&;,\\s)\\]}]+");

  private Masking() {}

  /** Settings without their secrets; maps and lists are gone through. */
  public static Map<String, Object> mask(Map<String, ?> settings) {
    Map<String, Object> masked = new LinkedHashMap<>();
    settings.forEach((name, value) -> masked.put(name, value(name, value)));
    return masked;
  }

  /** Text in which {@code password=...} and the password of a URL are masked. */
  public static String mask(String text) {
    String withoutUser = USER_INFO.matcher(text).replaceAll("$1:***@");
    return ASSIGNMENT.matcher(withoutUser).replaceAll("$1***");
  }

  private static Object value(String name, Object value) {
    if (value instanceof Map<?, ?> map) {
      Map<String, Object> inner = new LinkedHashMap<>();
      map.forEach((key, each) -> inner.put(key.toString(), value(key.toString(), each)));
      return inner;
    }
    if (value instanceof List<?> list) {
      return list.stream().map(each -> value(name, each)).toList();
    }
    if (SECRET_NAME.matcher(name).matches() && !FILE_NAME.matcher(name).matches()) {
      return MASK;
    }
    return value instanceof String text ? mask(text) : value;
  }
}
