package dev.sluice.control.cli.command.workload;

import dev.sluice.control.cli.option.message.MessageOptions;
import java.util.List;
import java.util.OptionalDouble;
import picocli.CommandLine.Mixin;

/** Workers that put messages of their own. */
abstract class MessageCommand extends WorkloadCommand {

  @Mixin MessageOptions messages;

  @Override
  List<String> describeMessages() {
    return messages.describe(options.id, workload.mix(workloadName()));
  }

  @Override
  public final List<String> traceparents() {
    return messages.traceparents();
  }

  @Override
  public final OptionalDouble meanBodyBytes() {
    return messages.meanBytes(workload.mix(workloadName()));
  }
}
