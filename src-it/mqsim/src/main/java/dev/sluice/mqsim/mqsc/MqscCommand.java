package dev.sluice.mqsim.mqsc;

import java.util.ArrayList;
import java.util.Arrays;
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
        throw syntaxError("it cannot be read", text);
      }
      String value = word.group(2) == null ? "" : unquoted(word.group(2));
      words.add(Map.entry(word.group(1).toUpperCase(Locale.ROOT), value));
      end = word.end();
    }
    if (words.size() < 2) {
      throw syntaxError("it is not a command on an object", text);
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

  private static IllegalArgumentException syntaxError(String why, String text) {
    return new IllegalArgumentException(
        "AMQ8405E: Syntax error detected at or near end of command segment below: %s (%s)"
            .formatted(text, why));
  }

  /** The command fails: it is not valid, for the reason given. */
  IllegalArgumentException failure(String why) {
    return syntaxError(why, text);
  }

  /** The command fails: its object does not exist. */
  IllegalArgumentException notFound() {
    return notFound(name);
  }

  /** The command fails: an object does not exist. */
  IllegalArgumentException notFound(String missing) {
    return new IllegalArgumentException("AMQ8147E: IBM MQ object %s not found.".formatted(missing));
  }

  /** Fails a DEFINE of an object that exists, unless it says REPLACE. */
  void requireReplace(boolean exists) {
    if (exists && !attributes.containsKey("REPLACE")) {
      throw new IllegalArgumentException("AMQ8150E: IBM MQ object already exists: " + name);
    }
  }

  boolean has(String attribute) {
    return attributes.containsKey(attribute);
  }

  /**
   * The name of the object.
   *
   * @throws IllegalArgumentException if it is missing
   */
  String requiredName() {
    if (name.isEmpty()) {
      throw failure("a name is missing");
    }
    return name;
  }

  /** The values of an attribute that may have several. */
  List<String> list(String attribute) {
    return Arrays.stream(text(attribute, "").split(","))
        .map(value -> value.strip().replaceAll("^'|'$", ""))
        .filter(value -> !value.isEmpty())
        .toList();
  }

  /**
   * The value of an attribute that is one of a few.
   *
   * @throws IllegalArgumentException if it is another
   */
  <E extends Enum<E>> E choice(String attribute, Class<E> type, E otherwise) {
    String value = text(attribute, "");
    return value.isEmpty()
        ? otherwise
        : Arrays.stream(type.getEnumConstants())
            .filter(each -> each.name().equals(value))
            .findFirst()
            .orElseThrow(() -> failure("%s(%s) is not valid".formatted(attribute, value)));
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
      throw failure(attribute + " is missing");
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
      throw failure("%s(%s) is not a number".formatted(attribute, value));
    }
    return Integer.parseInt(value);
  }
}
