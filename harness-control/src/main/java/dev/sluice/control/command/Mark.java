package dev.sluice.control.command;

import dev.sluice.control.secret.SecretRules;
import dev.sluice.core.run.RunControl;
import dev.sluice.core.run.RunControlException;
import java.util.List;

/**
 * Puts a remark on the time line.
 *
 * @param remark with secrets masked, because it goes into every file of the run
 */
public record Mark(String remark) implements Command.OfRun {

  static final Syntax SYNTAX =
      Syntax.of(
          "mark TEXT",
          "Adds a remark to the timeline, in all outputs.",
          Mark::parse,
          "mark fail-over started");

  public Mark {
    remark = SecretRules.mask(remark);
  }

  private static Mark parse(Arguments arguments) throws BadCommandException {
    if (arguments.text().isEmpty()) {
      throw arguments.usage();
    }
    return new Mark(arguments.text());
  }

  @Override
  public String text() {
    return "mark " + remark;
  }

  @Override
  public List<String> runOn(RunControl control) throws RunControlException {
    control.mark(remark);
    return List.of("OK marked");
  }
}
