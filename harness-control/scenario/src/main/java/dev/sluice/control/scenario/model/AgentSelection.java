package dev.sluice.control.scenario.model;

import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * The agents of a fleet that a workload runs on: as it is written, before anybody knows which
 * agents there are.
 *
 * @param label only agents that have this label, {@code KEY} or {@code KEY=VALUE}
 * @param count so many of them; empty for all
 */
public record AgentSelection(Optional<String> label, OptionalInt count) {

  /** All agents there are. */
  public static final AgentSelection ALL =
      new AgentSelection(Optional.empty(), OptionalInt.empty());

  private static final String EVERY = "all";
  private static final int MOST = 100_000;

  /**
   * The selection that a word stands for: a number, {@code all}, or a label.
   *
   * @throws IllegalArgumentException if it is none, with what would be right
   */
  public static AgentSelection parse(String word) {
    if (word.equals(EVERY)) {
      return ALL;
    }
    if (word.matches("[0-9]+")) {
      return ALL.limitedTo(word);
    }
    return ALL.labelled(word);
  }

  /**
   * The same, only so many of them.
   *
   * @throws IllegalArgumentException if it is not a number of agents
   */
  public AgentSelection limitedTo(String number) {
    if (!number.matches("[0-9]{1,6}")
        || Integer.parseInt(number) < 1
        || Integer.parseInt(number) > MOST) {
      throw new IllegalArgumentException("write a number from 1 to " + MOST + ", or all");
    }
    return new AgentSelection(label, OptionalInt.of(Integer.parseInt(number)));
  }

  /**
   * The same, only those with a label.
   *
   * @throws IllegalArgumentException if it is not a label
   */
  public AgentSelection labelled(String wanted) {
    if (!wanted.matches("[A-Za-z0-9._-]+(=[^\\p{Cntrl}]*)?")) {
      throw new IllegalArgumentException("write a label, KEY or KEY=VALUE");
    }
    return new AgentSelection(Optional.of(wanted), count);
  }

  /** Whether agents with these labels are among them. */
  public boolean fits(Map<String, String> labels) {
    if (label.isEmpty()) {
      return true;
    }
    String[] wanted = label.get().split("=", 2);
    String value = labels.get(wanted[0]);
    return value != null && (wanted.length == 1 || value.equals(wanted[1]));
  }

  /** As people write it. */
  public String text() {
    String who = label.map(each -> "label " + each).orElse(EVERY);
    return count.isEmpty()
        ? who
        : count.getAsInt() + label.map(each -> " with label " + each).orElse("");
  }
}
