package dev.sluice.control.compat;

import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Executes the table {@code lines}, which says what a line of an older tool becomes and is
 * described there. For one line; one thread.
 */
final class LineRules {

  private static final Map<String, ResourceTable.Section> SECTIONS =
      ResourceTable.read("lines").sections();
  private static final Pattern COMPARISON = Pattern.compile("(.+?)(>=|!=|[=<>~])(.*)");
  private static final Pattern REFERENCE = Pattern.compile("<(:?\\w+)>");

  private final GivenOptions given;
  private final LegacyWorker worker;
  private final UnaryOperator<String> facts;
  private final NativeLine line;
  private boolean several; // whether there are several destinations

  /**
   * @param facts what the tool knows of the line, by name; empty if it is not so
   * @param line what is put together
   */
  LineRules(GivenOptions given, LegacyWorker worker, UnaryOperator<String> facts, NativeLine line) {
    this.given = given;
    this.worker = worker;
    this.facts = facts;
    this.line = line;
  }

  /**
   * Executes the rows of a section.
   *
   * @throws LegacyLineException if one of them refuses the line
   */
  void execute(String section) {
    for (var row : SECTIONS.get(section).rows()) {
      if (worker.isAmong(row.get(0)) && words(row.get(1)).allMatch(this::holds)) {
        become(row.get(2));
      }
    }
  }

  private static Stream<String> words(String text) {
    return Stream.of(text.split(" +")).filter(word -> !word.isEmpty());
  }

  private boolean holds(String condition) {
    return Stream.of(condition.split("/")).anyMatch(this::holdsOne);
  }

  private boolean holdsOne(String condition) {
    if (condition.startsWith("!")) {
      return !holdsOne(condition.substring(1));
    }
    if (condition.startsWith("given:")) {
      return given.has(condition.substring("given:".length()));
    }
    Matcher comparison = COMPARISON.matcher(condition);
    if (comparison.matches()) {
      return compares(comparison.group(1), comparison.group(2), filled(comparison.group(3)));
    }
    return condition.startsWith("--")
        ? line.own(condition).isPresent()
        : condition.startsWith(":") ? !value(condition).isEmpty() : given.isSet(condition);
  }

  private boolean compares(String name, String operator, String with) {
    if (name.startsWith("--") && line.own(name).isEmpty()) {
      return false;
    }
    String value = value(name);
    return switch (operator) {
      case "=" -> value.equals(with);
      case "!=" -> !value.equals(with);
      case "~" -> value.matches(with);
      case "<" -> number(value) < number(with);
      case ">" -> number(value) > number(with);
      default -> number(value) >= number(with);
    };
  }

  private static double number(String text) {
    return text.isEmpty() ? 0 : Double.parseDouble(text);
  }

  private String value(String name) {
    return switch (name) {
      case ":several" -> several ? "true" : "";
      case ":name" -> worker.name();
      case ":worker" -> worker.simpleName();
      default ->
          name.startsWith(":")
              ? facts.apply(name.substring(1))
              : name.startsWith("--") ? line.own(name).orElse("") : given.text(name);
    };
  }

  private String filled(String text) {
    return REFERENCE
        .matcher(text)
        .replaceAll(name -> Matcher.quoteReplacement(value(name.group(1))));
  }

  private void become(String text) {
    for (String word : words(text).toList()) {
      if (word.equals("!")) {
        throw new LegacyLineException(filled(text.substring(text.indexOf("! ") + 2)));
      } else if (word.equals("?")) {
        line.notice(filled(text.substring(text.indexOf("? ") + 2)));
        return;
      } else if (word.startsWith("--")) {
        add(word);
      } else if (word.startsWith("-[")) {
        given.leaveOutModule(word.substring(2, word.length() - 1));
      } else if (word.startsWith("-")) {
        given.leaveOut(word.substring(1));
      } else if (word.startsWith("@")) {
        given.addTo(line, word.substring(1));
      } else if (word.startsWith("[")) {
        execute(word.substring(1, word.length() - 1));
      } else if (word.startsWith("numbers:")) {
        several = DestinationNumbers.addTo(line, given, word.substring("numbers:".length())) > 1;
      } else if (word.equals("password")) {
        line.password(given.text("pw"));
      } else {
        throw new IllegalStateException("the table of lines has an unknown word: " + word);
      }
    }
  }

  private void add(String word) {
    int equals = word.indexOf('=');
    if (equals < 0) {
      line.add(word);
    } else {
      line.add(word.substring(0, equals), filled(word.substring(equals + 1)));
    }
  }
}
