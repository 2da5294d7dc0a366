package dev.sluice.control.cli.option.message;

import dev.sluice.control.cli.option.Numbers;
import dev.sluice.control.cli.option.OptionRules;
import dev.sluice.jms.destination.SelectorPlan;
import dev.sluice.jms.message.CorrelationForm;
import dev.sluice.jms.message.ValueProperty;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Which messages are received. */
@Command(optionListHeading = "%nSelectors:%n")
public final class SelectorOptions {

  /** Whether a worker's messages are those of one sender, as it is written. */
  enum Correlated {
    NONE,
    WORKER
  }

  @Spec(Spec.Target.MIXEE)
  CommandSpec command;

  @Option(
      names = "--selector",
      order = 220,
      paramLabel = "EXPR",
      description = "Receive only messages that match this JMS selector.")
  String expression;

  @Option(
      names = "--selector-property",
      order = 221,
      paramLabel = "NAME",
      description =
          "Receive only messages whose string property NAME has one of the worker's values.")
  String property;

  @Option(
      names = "--selector-values",
      order = 222,
      paramLabel = "N",
      defaultValue = "10",
      converter = Numbers.AtLeastOne.class,
      description = "The values are the numbers 0 to N-1 (default N: ${DEFAULT-VALUE}).")
  int values;

  @Option(
      names = "--selector-prefix",
      order = 225,
      paramLabel = "TEXT",
      defaultValue = "",
      description = "Prefix of the values, before the number.")
  String prefix;

  @Option(
      names = "--selector-value",
      order = 223,
      paramLabel = "K",
      converter = Numbers.NotNegative.class,
      description = "All workers select this value (default: each worker takes the next one).")
  Long value;

  @Option(
      names = "--selectors-per-worker",
      order = 224,
      paramLabel = "M",
      defaultValue = "1",
      converter = Numbers.AtLeastOne.class,
      description = "Number of values that each worker selects, starting with its first.")
  int perWorker;

  @Option(
      names = "--correlation",
      order = 71,
      paramLabel = "KIND",
      defaultValue = "none",
      description =
          "worker: receive only messages of the sender with the same worker number, "
              + "which needs --correlation worker and the same --id. none: the default.")
  Correlated correlation;

  @Mixin CorrelationOptions ids;

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
      throw new OptionRules(command)
          .refusal(
              "'--correlation worker' needs the senders' '--id TEXT' or "
                  + "'--correlation-prefix TEXT'");
    }
    return plan().and(SelectorPlan.ofCorrelation(form));
  }

  private SelectorPlan plan() {
    OptionRules rules = new OptionRules(command);
    rules.requires(
        "--selector-property",
        property != null,
        "--selector-values",
        "--selector-prefix",
        "--selector-value",
        "--selectors-per-worker");
    rules.excludes("--selector", "--selector-property", expression != null && property != null);
    if (property == null) {
      return expression == null ? SelectorPlan.ALL : SelectorPlan.of(expression);
    }
    if (perWorker > values) {
      throw new OptionRules(command)
          .invalid(
              "--selectors-per-worker",
              "'" + perWorker + "': there are only " + values + " values (--selector-values)");
    }
    if (value != null && value >= values) {
      throw new OptionRules(command)
          .invalid(
              "--selector-value",
              "'" + value + "': the values are 0 to " + (values - 1) + " (--selector-values)");
    }
    ValueProperty selected = new ValueProperty(property, prefix, values);
    return value == null
        ? SelectorPlan.ofValues(selected, 0, perWorker)
        : SelectorPlan.ofSameValues(selected, value.intValue(), perWorker);
  }
}
