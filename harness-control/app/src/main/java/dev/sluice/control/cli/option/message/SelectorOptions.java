package dev.sluice.control.cli.option.message;

import dev.sluice.control.cli.option.CommandPart;
import dev.sluice.control.cli.option.Converters;
import dev.sluice.jms.destination.SelectorPlan;
import dev.sluice.jms.message.CorrelationForm;
import dev.sluice.jms.message.ValueProperty;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Which messages are received. */
@Command(optionListHeading = "%nSelectors:%n")
public final class SelectorOptions extends CommandPart {

  /** Whether a worker's messages are those of one sender, as it is written. */
  enum Correlated {
    NONE,
    WORKER
  }

  @Option(
      names = "--correlation",
      paramLabel = "KIND",
      description =
          "worker: receive only messages of the sender with the same worker number, "
              + "which needs --correlation worker and the same --id. none: the default.")
  Correlated correlation = Correlated.NONE;

  @Mixin CorrelationOptions ids;

  @Option(
      names = "--selector",
      paramLabel = "EXPR",
      description = "Receive only messages that match this JMS selector.")
  String expression;

  @Mixin ValueOptions selected;

  @Option(
      names = "--selector-value",
      paramLabel = "K",
      converter = Converters.NotNegative.class,
      description = "All workers select this value (default: each worker takes the next one).")
  Long value;

  @Option(
      names = "--selectors-per-worker",
      paramLabel = "M",
      converter = Converters.AtLeastOne.class,
      description = "Number of values that each worker selects, starting with its first.")
  int perWorker = 1;

  /**
   * The selectors that the options describe.
   *
   * @param processId names this process; may be empty
   */
  public SelectorPlan plan(String processId) {
    ids.rejectUnless(correlation == Correlated.WORKER);
    if (correlation == Correlated.NONE) {
      return plan();
    }
    CorrelationForm form = ids.form(processId);
    if (form.prefix().isEmpty()) {
      throw refusal(
          "'--correlation worker' needs the senders' '--id TEXT' or "
              + "'--correlation-prefix TEXT'");
    }
    return plan().and(SelectorPlan.ofCorrelation(form));
  }

  private SelectorPlan plan() {
    Optional<ValueProperty> property = selected.property();
    boolean byValue = property.isPresent();
    requires(ValueOptions.PROPERTY, byValue, "--selector-value", "--selectors-per-worker");
    excludes("--selector", ValueOptions.PROPERTY, expression != null && byValue);
    return property
        .map(this::ofValues)
        .orElse(expression == null ? SelectorPlan.ALL : SelectorPlan.of(expression));
  }

  private SelectorPlan ofValues(ValueProperty property) {
    int values = property.count();
    if (perWorker > values) {
      throw invalid(
          "--selectors-per-worker",
          "'" + perWorker + "': there are only " + values + " values (--selector-values)");
    }
    if (value != null && value >= values) {
      throw invalid(
          "--selector-value",
          "'" + value + "': the values are 0 to " + (values - 1) + " (--selector-values)");
    }
    return value == null
        ? SelectorPlan.ofValues(property, 0, perWorker)
        : SelectorPlan.ofSameValues(property, value.intValue(), perWorker);
  }
}
