package dev.sluice.mqsim.mqsc;

import dev.sluice.mqsim.queue.GenericName;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * One object of a DISPLAY.
 *
 * @param values by keyword, in order; the first is the name of the object
 */
record Row(Map<String, String> values) {

  static Row of(String keyword, String name) {
    return new Row(new LinkedHashMap<>()).with(keyword, name);
  }

  Row with(String keyword, Object value) {
    values.put(keyword, value.toString());
    return this;
  }

  static String list(Collection<?> values) {
    return values.stream().map(Object::toString).collect(Collectors.joining(","));
  }

  String name() {
    return values.values().iterator().next();
  }

  /**
   * Whether the object has the values that the command names, and fits WHERE(ATTRIBUTE OPERATOR
   * VALUE), if the command has one.
   *
   * @throws IllegalArgumentException if that is not valid
   */
  boolean isWanted(MqscCommand command) {
    boolean named =
        command.attributes().entrySet().stream()
            .filter(each -> !each.getKey().equals("WHERE") && !each.getValue().matches("|ALL"))
            .allMatch(each -> each.getValue().equals(values.get(each.getKey())));
    if (!named || !command.has("WHERE")) {
      return named;
    }
    List<String> filter = command.list("WHERE");
    if (filter.size() != 3) {
      throw command.failure("WHERE needs an attribute, an operator and a value");
    }
    String actual = values.get(filter.get(0));
    String given = filter.get(2);
    int order = actual == null ? 0 : compare(actual, given);
    boolean fits =
        switch (filter.get(1)) {
          case "EQ" -> order == 0;
          case "NE" -> order != 0;
          case "GT" -> order > 0;
          case "LT" -> order < 0;
          case "GE" -> order >= 0;
          case "LE" -> order <= 0;
          case "LK" -> actual != null && GenericName.fits(given, actual);
          case "NL" -> actual != null && !GenericName.fits(given, actual);
          default -> throw command.failure(filter.get(1) + " is not an operator");
        };
    return actual != null && fits;
  }

  private static int compare(String actual, String given) {
    String number = "-?[0-9]{1,18}";
    return actual.matches(number) && given.matches(number)
        ? Long.compare(Long.parseLong(actual), Long.parseLong(given))
        : actual.compareTo(given);
  }

  /** The name, the type, and the attributes that the command asks for: all if it names none. */
  String text(MqscCommand command) {
    List<String> asked =
        values.keySet().stream().filter(each -> command.text(each, "-").isEmpty()).toList();
    Set<String> always = Set.of(values.keySet().iterator().next(), "TYPE", "CHLTYPE");
    return values.entrySet().stream()
        .filter(
            each ->
                asked.isEmpty()
                    || command.has("ALL")
                    || always.contains(each.getKey())
                    || asked.contains(each.getKey()))
        .map(each -> each.getKey() + "(" + each.getValue() + ")")
        .collect(Collectors.joining(" "));
  }
}
