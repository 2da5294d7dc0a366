package dev.sluice.mqsim.mqsc;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

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

  /** What IBM allows one to write for short. DELETE has no synonym. */
  private static final Map<String, String> SYNONYMS =
      Words.pairs(
          """
          ALT=ALTER DEF=DEFINE DIS=DISPLAY REC=RECOVER REF=REFRESH STA=START STO=STOP SUS=SUSPEND
          CHL=CHANNEL CHS=CHSTATUS LSTR=LISTENER NL=NAMELIST PRO=PROCESS SEC=SECURITY
          Q=QUEUE QA=QALIAS QL=QLOCAL QM=QMODEL QR=QREMOTE QS=QSTATUS
          REP=REPLACE NOREP=NOREPLACE TARGQ=TARGET
          """);

  /**
   * A keyword, maybe with a value in parentheses, in which there may be strings and parentheses.
   */
  private static final Pattern WORD =
      Pattern.compile(
          "([A-Za-z]+)\\s*(?:\\(((?:'(?:[^']|'')*+'|[^'()]++|\\([^()]*+\\))*+)\\))?[\\s,]*");

  private static final Pattern VALUE =
      Pattern.compile("'((?:[^']|'')*+)'|((?:[^'\\s,()]++|\\([^()]*+\\))++)");

  private static final String NAME = "[A-Za-z0-9._/%]{1,48}";

  /** Attributes that name an object. */
  private static final List<String> NAMES =
      List.of(
          "BOQNAME", "CLUSTER", "DEADQ", "DEST", "REPOS", "RNAME", "RQMNAME", "TARGET", "XMITQ");

  /**
   * Reads a command.
   *
   * @param text on one line
   * @throws IllegalArgumentException if it cannot be read
   */
  static MqscCommand read(String text) {
    List<Map.Entry<String, String>> words = new ArrayList<>();
    Matcher word = WORD.matcher(text);
    int end = 0;
    while (end < text.length()) {
      if (!word.find() || word.start() != end) {
        throw syntaxError("it cannot be read", text);
      }
      String keyword = word.group(1).toUpperCase(Locale.ROOT);
      String value = word.group(2) == null ? "" : values(word.group(2));
      words.add(Map.entry(SYNONYMS.getOrDefault(keyword, keyword), value));
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

  /** Values with a comma in between; what is not in quotes is in capitals. */
  private static String values(String text) {
    return VALUE
        .matcher(text)
        .results()
        .map(
            value ->
                value.group(1) == null
                    ? value.group().toUpperCase(Locale.ROOT)
                    : value.group(1).replace("''", "'").strip())
        .collect(Collectors.joining(","));
  }

  /** The same command with other attributes. */
  MqscCommand with(Map<String, String> others) {
    return new MqscCommand(text, verb, object, name, others);
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

  boolean has(String attribute) {
    return attributes.containsKey(attribute);
  }

  /**
   * The name of the object, maybe a generic one.
   *
   * @throws IllegalArgumentException if it is missing
   */
  String requiredName() {
    if (name.isEmpty()) {
      throw failure("a name is missing");
    }
    return name;
  }

  /**
   * Fails a command whose object has no name that an object can have, or names another one so.
   *
   * @throws IllegalArgumentException if it does
   */
  void requireNames() {
    if (!object.equals("QMGR") && !requiredName().matches(NAME)) {
      throw failure("'%s' is not a name".formatted(name));
    }
    for (String attribute : NAMES) {
      if (!text(attribute, "").matches("|" + NAME)) {
        throw failure("%s does not name an object".formatted(attribute));
      }
    }
  }

  /** The values of an attribute that may have several. */
  List<String> list(String attribute) {
    return Arrays.stream(text(attribute, "").split(","))
        .map(String::strip)
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
