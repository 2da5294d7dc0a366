package dev.sluice.mqsim.mqsc;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A command of MQSC.
 *
 * @param text as it was written, on one line
 * @param verb in capitals, for example DEFINE
 * @param object kind of object, in capitals, for example QLOCAL
 * @param name of the object; empty if none was given
 * @param attributes by keyword in capitals; those without a value have an empty one
 */
record MqscCommand(
    String text, String verb, String object, String name, Map<String, String> attributes) {

  private static final Pattern WORD =
      Pattern.compile(
          "\\s*([A-Za-z]+)\\s*(?:\\(\\s*('(?:[^']|'')*'|[^()]*?(?:\\([^()]*\\))?[^()]*?)\\s*\\))?");

  /**
   * The commands in a text: one on each line, unless it goes on after a + or - at the end of the
   * line. Lines that begin with an asterisk are comments.
   *
   * @throws IllegalArgumentException if a command cannot be read
   */
  static List<MqscCommand> readAll(String text) {
    List<MqscCommand> commands = new ArrayList<>();
    StringBuilder command = new StringBuilder();
    for (String line : text.lines().toList()) {
      String stripped = line.strip();
      if (stripped.startsWith("*")) {
        continue;
      }
      boolean goesOn = stripped.endsWith("+") || stripped.endsWith("-");
      command.append(goesOn ? stripped.substring(0, stripped.length() - 1) : stripped).append(' ');
      if (!goesOn) {
        addTo(commands, command);
      }
    }
    addTo(commands, command);
    return commands;
  }

  private static void addTo(List<MqscCommand> commands, StringBuilder command) {
    if (!command.toString().isBlank()) {
      commands.add(read(command.toString().strip()));
    }
    command.setLength(0);
  }

  private static MqscCommand read(String text) {
    List<Map.Entry<String, String>> words = new ArrayList<>();
    Matcher word = WORD.matcher(text);
    int end = 0;
    while (end < text.length()) {
      if (!word.find() || word.start() != end) {
        throw new IllegalArgumentException("cannot read '%s'".formatted(text));
      }
      String value = word.group(2) == null ? "" : unquoted(word.group(2));
      words.add(Map.entry(word.group(1).toUpperCase(Locale.ROOT), value));
      end = word.end();
    }
    if (words.size() < 2) {
      throw new IllegalArgumentException("'%s' is not a command on an object".formatted(text));
    }
    Map<String, String> attributes = new LinkedHashMap<>();
    words
        .subList(2, words.size())
        .forEach(entry -> attributes.put(entry.getKey(), entry.getValue()));
    return new MqscCommand(
        text, words.get(0).getKey(), words.get(1).getKey(), words.get(1).getValue(), attributes);
  }

  /** Names that are not in quotes are in capitals. */
  private static String unquoted(String value) {
    return value.startsWith("'")
        ? value.substring(1, value.length() - 1).replace("''", "'").strip()
        : value.toUpperCase(Locale.ROOT);
  }

  /** The value of an attribute. */
  String text(String attribute, String otherwise) {
    return attributes.getOrDefault(attribute, otherwise);
  }

  /**
   * The value of an attribute that must be there.
   *
   * @throws IllegalArgumentException if it is not
   */
  String required(String attribute) {
    String value = text(attribute, "");
    if (value.isEmpty()) {
      throw new IllegalArgumentException("%s is missing in '%s'".formatted(attribute, text));
    }
    return value;
  }

  /**
   * The value of an attribute that is a number.
   *
   * @throws IllegalArgumentException if it is none, or too long for one
   */
  int number(String attribute, int otherwise) {
    String value = text(attribute, "");
    if (value.isEmpty()) {
      return otherwise;
    }
    if (!value.matches("[0-9]{1,9}")) {
      throw new IllegalArgumentException(
          "%s(%s) is not a number in '%s'".formatted(attribute, value, text));
    }
    return Integer.parseInt(value);
  }
}
