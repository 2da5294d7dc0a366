package dev.sluice.control.scenario.reading;

import dev.sluice.control.scenario.yaml.Scope;
import dev.sluice.control.scenario.yaml.Section;
import dev.sluice.control.scenario.yaml.Value;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/**
 * The rounds of a loop. Either each variable has a list of values and there is a round for every
 * combination, the last variable changing fastest; or there is a list of rounds, each with its
 * variables.
 */
final class Bindings {

  private static final Pattern RANGE = Pattern.compile("(.*?)(\\d{1,6})\\.\\.(.*?)(\\d{1,6})");
  private static final String KEY = StepVerb.FOR_EACH.word();
  private static final String EXAMPLE = "write 'for-each: {size: [2KiB, 20KiB]}'";

  private Bindings() {}

  /** The values of the variables in each round, in order. */
  static List<Map<String, String>> of(Section step) {
    Value value = step.value(KEY).orElseThrow();
    List<Map<String, String>> rounds =
        value instanceof Value.Items rows ? rows(step, rows) : product(step, step.section(value));
    if (rounds.isEmpty()) {
      throw step.problem(KEY, "the list is empty", EXAMPLE);
    }
    return rounds;
  }

  private static List<Map<String, String>> rows(Section step, Value.Items rows) {
    List<Map<String, String>> rounds = new ArrayList<>();
    for (Value row : rows.values()) {
      Section variables = step.section(row);
      Map<String, String> round = new LinkedHashMap<>();
      variables.keys().forEach(name -> round.put(name, variables.text(name)));
      rounds.add(round);
    }
    return rounds;
  }

  private static List<Map<String, String>> product(Section step, Section variables) {
    List<Map<String, String>> rounds = List.of();
    for (String name : variables.keys()) {
      List<String> values = new ArrayList<>();
      for (String text : variables.texts(name)) {
        requireNotTooMany(step, values.size() + rangeSize(text));
        values.addAll(expanded(text));
      }
      if (values.isEmpty()) {
        throw step.problem(KEY, "'" + name + "' has an empty list", EXAMPLE);
      }
      List<Map<String, String>> before = rounds.isEmpty() ? List.of(Map.of()) : rounds;
      requireNotTooMany(step, (long) before.size() * values.size());
      rounds =
          before.stream()
              .flatMap(round -> values.stream().map(value -> Scope.with(round, name, value)))
              .toList();
    }
    return rounds;
  }

  private static void requireNotTooMany(Section step, long rounds) {
    if (rounds > LoopReader.MAX_STEPS) {
      throw step.problem(
          KEY, "there are more than " + LoopReader.MAX_STEPS + " rounds", "take fewer values");
    }
  }

  /** How many values a text stands for. */
  private static long rangeSize(String text) {
    Matcher range = RANGE.matcher(text);
    return isRange(range)
        ? Math.max(0, Integer.parseInt(range.group(4)) - Integer.parseInt(range.group(2)) + 1)
        : 1;
  }

  private static boolean isRange(Matcher range) {
    return range.matches() && range.group(1).equals(range.group(3));
  }

  /** {@code QM01..QM12} and {@code 1..10} stand for what lies between. */
  private static List<String> expanded(String text) {
    Matcher range = RANGE.matcher(text);
    if (!isRange(range)) {
      return List.of(text);
    }
    int first = Integer.parseInt(range.group(2));
    int last = Integer.parseInt(range.group(4));
    String form = "%0" + range.group(2).length() + "d"; // 01..12 keeps its zeros
    return IntStream.rangeClosed(first, last)
        .mapToObj(i -> range.group(1) + form.formatted(i))
        .toList();
  }
}
