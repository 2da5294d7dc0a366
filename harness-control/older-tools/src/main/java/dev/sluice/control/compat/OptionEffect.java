package dev.sluice.control.compat;

import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * The effect of an older tool's option on the workload here, as the tables say it: {@code
 * --priority given 0..9 not receive}. The first word is the option that it becomes, if it becomes
 * one as it stands. A value may follow an equals sign, where {@code *} stands for the one that was
 * given.
 *
 * @param option the option of this program, empty if what it becomes depends on others too
 * @param value the value it has here; empty for the one that was given, or none for a flag
 * @param unit {@code s} or {@code ms}, or empty
 * @param when when it becomes that
 * @param min the least value that is right
 * @param max the greatest one
 * @param atLeastZero whether a value below 0 means 0
 * @param except whether it has a meaning for all commands but those that are named
 * @param commands the commands that are named
 */
record OptionEffect(
    String option,
    String value,
    String unit,
    When when,
    int min,
    int max,
    boolean atLeastZero,
    boolean except,
    Set<String> commands) {

  /** When an option becomes one of this program. */
  enum When {
    /** When it is a flag that is true, a text that is not empty, or any number. */
    SET,
    ALWAYS,
    GIVEN,
    /** When it is a flag that is given as false. */
    OFF,
    ABOVE_0,
    ABOVE_1
  }

  /** Reads what stands in a table. */
  static OptionEffect parse(String text) {
    String option = "";
    String value = "";
    String unit = "";
    When when = When.SET;
    int min = Integer.MIN_VALUE;
    int max = Integer.MAX_VALUE;
    boolean atLeastZero = false;
    List<String> words = List.of(text.split(" +", -1));
    int i = 0;
    for (; i < words.size() && !words.get(i).matches("for|not"); i++) {
      String word = words.get(i);
      switch (word) {
        case "" -> {} // the whole text is empty
        case "s", "ms" -> unit = word;
        case "always", "given", "off" -> when = When.valueOf(word.toUpperCase(Locale.ROOT));
        case ">0" -> when = When.ABOVE_0;
        case ">1" -> when = When.ABOVE_1;
        case "least-0" -> atLeastZero = true;
        default -> {
          int parts = word.indexOf(word.startsWith("--") ? "=" : "..");
          String first = parts < 0 ? word : word.substring(0, parts);
          if (word.startsWith("--")) {
            option = first;
            value = parts < 0 ? "" : word.substring(parts + 1);
          } else {
            String last = word.substring(parts + 2);
            min = Integer.parseInt(first);
            max = last.isEmpty() ? Integer.MAX_VALUE : Integer.parseInt(last);
          }
        }
      }
    }
    boolean except = i == words.size() || words.get(i).equals("not");
    Set<String> commands =
        i == words.size() ? Set.of() : Set.copyOf(words.subList(i + 1, words.size()));
    return new OptionEffect(option, value, unit, when, min, max, atLeastZero, except, commands);
  }

  /** Whether the option has a meaning for the workers of a command. */
  boolean appliesTo(String command) {
    return commands.contains(command) != except;
  }

  /** Adds what the option becomes. */
  void addTo(NativeLine line, GivenOptions given, LegacyOption of) {
    if (option.isEmpty()) {
      return;
    }
    String text = given.text(of.letters());
    boolean isFlag = of.type() == LegacyOption.Type.FLAG;
    boolean isNumber =
        of.type() == LegacyOption.Type.WHOLE || of.type() == LegacyOption.Type.DECIMAL;
    double number = isNumber && !text.isEmpty() ? Double.parseDouble(text) : 0;
    boolean wanted =
        switch (when) {
          case SET -> isNumber || of.isSet(text);
          case ALWAYS -> true;
          case GIVEN -> given.has(of.letters());
          case OFF -> given.has(of.letters()) && !of.isSet(text);
          case ABOVE_0 -> number > 0;
          case ABOVE_1 -> number > 1;
        };
    if (wanted && isFlag && value.isEmpty()) {
      line.add(option);
    } else if (wanted) {
      String written = unit.isEmpty() ? text : time(atLeastZero ? Math.max(0, number) : number);
      line.add(option, value.isEmpty() ? written : value.replace("*", written));
    }
  }

  private String time(double number) {
    if (unit.equals("ms")) {
      return (int) number + "ms";
    }
    return number == Math.rint(number)
        ? (int) number + "s"
        : String.format(Locale.ROOT, "%.0fms", number * 1e3);
  }
}
