package dev.sluice.jms.destination;

import dev.sluice.jms.message.CorrelationForm;
import dev.sluice.jms.message.CorrelationIds;
import dev.sluice.jms.message.ValueProperty;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Which messages each worker selects. */
@FunctionalInterface
public interface SelectorPlan {

  /** All of them. */
  SelectorPlan ALL = index -> "";

  /** All workers those that fit one expression. */
  static SelectorPlan of(String expression) {
    return index -> expression;
  }

  /**
   * Those whose string property has one of some values.
   *
   * @param property its name and its values, those of the senders
   * @param first the first one that the first worker selects; each next worker begins where the one
   *     before it ends
   * @param perWorker how many values a worker selects, from the first on
   */
  static SelectorPlan ofValues(ValueProperty property, int first, int perWorker) {
    return index ->
        IntStream.range(0, perWorker)
            .map(i -> Math.floorMod(first + index * perWorker + i, property.count()))
            .mapToObj(k -> "'" + property.value(k).replace("'", "''") + "'")
            .collect(Collectors.joining(",", property.name() + " IN (", ")"));
  }

  /** The same values for every worker. */
  static SelectorPlan ofSameValues(ValueProperty property, int first, int perWorker) {
    String same = ofValues(property, first, perWorker).forWorker(0);
    return index -> same;
  }

  /** Those with the correlation id that the worker of the same number gives what it sends. */
  static SelectorPlan ofCorrelation(CorrelationForm form) {
    return index -> CorrelationIds.selector(form.forWorker(index).ofWorker());
  }

  /**
   * Those of this that fit another too.
   *
   * @param other selects something for every worker
   */
  default SelectorPlan and(SelectorPlan other) {
    return index -> {
      String one = forWorker(index);
      return one.isEmpty()
          ? other.forWorker(index)
          : "(" + one + ") AND (" + other.forWorker(index) + ")";
    };
  }

  /** The selector of a worker, counted from 0; empty for none. */
  String forWorker(int index);
}
