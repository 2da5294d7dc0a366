package dev.sluice.control.sink.folder;

import java.util.ArrayList;
import java.util.List;

/**
 * The columns of a table of steps.
 *
 * @param figures what each step measured; a unit belongs into the name
 * @param variables the loops' variables, outermost first; their columns stand behind the figures'
 */
public record StepColumns(List<String> figures, List<String> variables) {

  /** The header: a variable that is called as a figure has {@code _variable} behind its name. */
  public List<String> header() {
    List<String> header = new ArrayList<>(figures);
    header.addAll(variableColumns());
    return header;
  }

  /** The columns of the variables. */
  public List<String> variableColumns() {
    return variables.stream()
        .map(
            name ->
                figures.contains(name) || name.equals(ScenarioFolder.RUN_COLUMN)
                    ? name + "_variable"
                    : name)
        .toList();
  }
}
