package dev.sluice.control.cli.option.workload;

import dev.sluice.control.cli.option.Numbers;
import dev.sluice.control.cli.option.OptionRules;
import dev.sluice.control.cli.option.message.DeliveryOptions;
import dev.sluice.control.cli.option.message.UnidentifiedOption;
import dev.sluice.core.worker.WorkerFactory;
import dev.sluice.jms.destination.DestinationPlan;
import dev.sluice.jms.message.ValueProperty;
import dev.sluice.jms.session.SessionSettings;
import dev.sluice.jms.worker.AsyncSender;
import dev.sluice.jms.worker.OutgoingMessage;
import dev.sluice.jms.worker.Sender;
import java.util.Optional;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** How messages are put. */
public final class ProducerOptions {

  @Spec(Spec.Target.MIXEE)
  CommandSpec command;

  @Mixin ValueOptions values;

  @Option(
      names = "--async-send",
      order = 310,
      paramLabel = "WINDOW",
      converter = Numbers.AtLeastOne.class,
      description =
          "Send without waiting for the broker's answer to each message; at most WINDOW "
              + "messages are unanswered. Latency is until the answer.")
  Integer window;

  @Mixin UnidentifiedOption unidentified;

  @Option(
      names = "--rotate",
      order = 312,
      description =
          "Send each message to the next queue or topic of the range, starting with the "
              + "worker's own.")
  boolean rotates;

  /** The workers that put in that way. */
  public WorkerFactory workers(
      SessionSettings session,
      DestinationPlan to,
      OutgoingMessage outgoing,
      WorkloadOptions workload,
      DeliveryOptions delivery) {
    checkRotation(to, delivery);
    Optional<ValueProperty> property = values.property();
    if (window == null) {
      return Sender.factory(
          new Sender.Settings(session, to, rotates, unidentified.applyTo(outgoing), property));
    }
    OptionRules rules = new OptionRules(command);
    String async = "--async-send";
    rules.excludes(async, "--transacted' or '--ack client", session.settles());
    rules.excludes(async, "--unidentified-producer", unidentified.given);
    rules.excludes(async, "--rotate", rotates);
    rules.excludes(async, "--selector-property", property.isPresent());
    rules.excludes(async, "--count", workload.count != 0);
    rules.excludes(async, "--disconnect-every", workload.disconnectEvery != 0);
    return AsyncSender.factory(new AsyncSender.Settings(session, to, outgoing, window));
  }

  private void checkRotation(DestinationPlan to, DeliveryOptions delivery) {
    OptionRules rules = new OptionRules(command);
    if (rotates && to.names().size() == 1) {
      throw rules.refusal("'--rotate' needs a range of several queues or topics");
    }
    rules.excludes("--rotate", "--unidentified-producer", rotates && unidentified.given);
    // who receives from one destination would miss what went to the others
    rules.excludes("--rotate", "--verify", rotates && delivery.verify);
  }

  /** Properties of messages that receivers can select by. */
  static final class ValueOptions {

    @Spec(Spec.Target.MIXEE)
    CommandSpec command;

    @Option(
        names = "--selector-property",
        order = 320,
        paramLabel = "NAME",
        description =
            "Give messages the string property NAME, whose value cycles through 0 to N-1.")
    String property;

    @Option(
        names = "--selector-prefix",
        order = 322,
        paramLabel = "TEXT",
        defaultValue = "",
        description = "Prefix of the values, before the number.")
    String prefix;

    @Option(
        names = "--selector-values",
        order = 321,
        paramLabel = "N",
        defaultValue = "10",
        converter = Numbers.AtLeastOne.class,
        description = "Number of values of --selector-property (default ${DEFAULT-VALUE}).")
    int values;

    Optional<ValueProperty> property() {
      new OptionRules(command)
          .requires(
              "--selector-property", property != null, "--selector-values", "--selector-prefix");
      return Optional.ofNullable(property).map(name -> new ValueProperty(name, prefix, values));
    }
  }
}
