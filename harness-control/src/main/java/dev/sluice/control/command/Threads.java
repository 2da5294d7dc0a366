package dev.sluice.control.command;

import dev.sluice.core.run.RunControl;
import dev.sluice.core.run.RunControlException;
import java.util.List;

/**
 * Starts workers, or ends some.
 *
 * @param workload its name, or empty for those that have a rate
 * @param by how many more, or below 0 how many fewer
 */
public record Threads(String workload, int by) implements Command.OfRun {

  static final Syntax SYNTAX =
      Syntax.of(
          "threads [WORKLOAD] +N | -N",
          "Starts more workers, or ends some; replies when they are up or have ended.",
          Threads::parse,
          "threads +20");

  public Threads {
    if (by == 0) {
      throw new IllegalArgumentException("a change by no workers changes nothing");
    }
  }

  private static Threads parse(Arguments arguments) throws BadCommandException {
    arguments.requireSize(1, 2);
    String word = arguments.last();
    if (!word.startsWith("+") && !word.startsWith("-")) {
      throw BadCommandException.argument(
          Arguments.quoted(word) + " needs a sign; usage: " + SYNTAX.usage());
    }
    int count = Arguments.quantity(word.substring(1), Quantities::workers);
    return new Threads(
        arguments.size() == 2 ? arguments.word(0) : RunControl.DEFAULT_WORKLOADS,
        word.startsWith("-") ? -count : count);
  }

  @Override
  public String text() {
    return "threads" + (workload.isEmpty() ? " " : " " + workload + " ") + (by > 0 ? "+" : "") + by;
  }

  @Override
  public List<String> runOn(RunControl control) throws RunControlException {
    return RunText.effective(
        by > 0 ? control.addWorkers(workload, by) : control.endWorkers(workload, -by));
  }
}
