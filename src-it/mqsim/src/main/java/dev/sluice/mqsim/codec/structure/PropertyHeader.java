package dev.sluice.mqsim.codec.structure;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The header with JMS fields and properties (RFH2) that the client writes before the payload: 36
 * fixed bytes, then folders, each a 4-byte length and a text such as {@code <usr><color>red</color>
 * <n dt='i4'>5</n></usr>}, padded with blanks to a multiple of 4.
 */
public final class PropertyHeader {

  private static final int EYECATCHER_RFH = 0x52464820;
  private static final int VERSION = 4;
  private static final int LENGTH = 8;
  private static final int CHARACTER_SET = 16;
  private static final int FORMAT = 20;
  private static final int FORMAT_BYTES = 8;
  private static final int FIXED_BYTES = 36;

  private static final Pattern FOLDER =
      Pattern.compile("\\s*<(\\w+)[^>]*>(.*)</\\1>\\s*", Pattern.DOTALL);
  private static final Pattern ELEMENT =
      Pattern.compile("<([^\\s>/]+)((?:\\s[^>]*)?)>([^<]*)</\\1>");
  private static final Pattern DATA_TYPE = Pattern.compile("dt=['\"]([\\w.]+)['\"]");

  private PropertyHeader() {}

  /** Length of the header that the data of a message begins with; 0 if there is none. */
  public static int lengthBytes(byte[] data) {
    ByteBuffer header = ByteBuffer.wrap(data);
    return isHeader(header) ? Math.max(0, Math.min(header.getInt(LENGTH), data.length)) : 0;
  }

  /** The format of what follows the header, without padding. */
  public static String format(byte[] data) {
    return new String(data, FORMAT, FORMAT_BYTES, StandardCharsets.ISO_8859_1).strip();
  }

  /** The character set of what follows the header. */
  public static int characterSet(byte[] data) {
    return ByteBuffer.wrap(data).getInt(CHARACTER_SET);
  }

  /** Sets the character set of what follows the header. */
  public static void characterSet(byte[] data, int number) {
    ByteBuffer.wrap(data).putInt(CHARACTER_SET, number);
  }

  /**
   * A copy of the data with one more folder in its header; the data itself if it has no header.
   *
   * @param folder in ASCII
   */
  public static byte[] with(String folder, byte[] data) {
    int header = lengthBytes(data);
    if (header == 0) {
      return data;
    }
    byte[] text = TextField.padded(folder, (folder.length() + 3) & ~3);
    int longer = Integer.BYTES + text.length;
    return ByteBuffer.allocate(data.length + longer)
        .put(data, 0, header)
        .putInt(text.length)
        .put(text)
        .put(data, header, data.length - header)
        .putInt(LENGTH, header + longer)
        .array();
  }

  private static boolean isHeader(ByteBuffer data) {
    return data.limit() >= FIXED_BYTES
        && data.getInt(0) == EYECATCHER_RFH
        && data.getInt(VERSION) == 2;
  }

  /**
   * The values in the header of a message, by "folder.name"; empty if the data does not begin with
   * such a header. Values are Boolean, Long, Double or String; a null property is left out.
   */
  public static Map<String, Object> parse(byte[] data) {
    Map<String, Object> values = new HashMap<>();
    ByteBuffer header = ByteBuffer.wrap(data);
    if (!isHeader(header)) {
      return values;
    }
    int end = Math.min(header.getInt(LENGTH), data.length);
    int at = FIXED_BYTES;
    while (at + 4 <= end) {
      int lengthBytes = header.getInt(at);
      at += 4;
      if (lengthBytes < 0 || lengthBytes > end - at) {
        return values;
      }
      addFolder(values, new String(data, at, lengthBytes, StandardCharsets.UTF_8));
      at += lengthBytes;
    }
    return values;
  }

  private static void addFolder(Map<String, Object> values, String text) {
    Matcher folder = FOLDER.matcher(text);
    if (!folder.matches()) {
      return;
    }
    Matcher element = ELEMENT.matcher(folder.group(2));
    while (element.find()) {
      Object value = value(element.group(2), unescape(element.group(3)));
      if (value != null) {
        values.put(folder.group(1) + "." + element.group(1), value);
      }
    }
  }

  private static Object value(String attributes, String text) {
    if (attributes.contains("xsi:nil")) {
      return null;
    }
    Matcher matcher = DATA_TYPE.matcher(attributes);
    String dataType = matcher.find() ? matcher.group(1).toLowerCase(Locale.ROOT) : "string";
    try {
      return switch (dataType) {
        case "boolean" -> text.equals("1") || text.equalsIgnoreCase("true");
        case "i1", "i2", "i4", "i8", "int" -> Long.valueOf(text);
        case "r4", "r8" -> Double.valueOf(text);
        default -> text;
      };
    } catch (NumberFormatException e) {
      return null; // a property that cannot be read is as good as none
    }
  }

  private static String unescape(String text) {
    if (text.indexOf('&') < 0) {
      return text;
    }
    return text.replace("&lt;", "<")
        .replace("&gt;", ">")
        .replace("&quot;", "\"")
        .replace("&apos;", "'")
        .replace("&amp;", "&");
  }
}
