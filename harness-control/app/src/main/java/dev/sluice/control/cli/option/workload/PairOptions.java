package dev.sluice.control.cli.option.workload;

import dev.sluice.jms.destination.DestinationPlan;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Pairs of queues: what comes from one goes to the other. */
@Command(optionListHeading = "%nDestinations:%n")
public final class PairOptions {

  @Spec(Spec.Target.MIXEE)
  CommandSpec command;

  @Option(
      names = "--request-queue",
      order = 41,
      paramLabel = "NAME",
      defaultValue = "REQUEST",
      description =
          "The request queue, or the prefix of the queues' names (default " + "${DEFAULT-VALUE}).")
  String requestQueue;

  @Option(
      names = "--reply-queue",
      order = 42,
      paramLabel = "NAME",
      defaultValue = "REPLY",
      description =
          "The reply queue, with the same numbers as the request queues (default "
              + "${DEFAULT-VALUE}).")
  String replyQueue;

  private final Numbering numbering = new Numbering("queue");

  @Mixin CommandSpec numbers = numbering.group();

  public DestinationPlan requests() {
    return numbering.plan(command, "--request-queue", requestQueue);
  }

  public DestinationPlan replies() {
    return numbering.plan(command, "--reply-queue", replyQueue);
  }

  /** Other names of the queues of replies. */
  public DestinationPlan aliases(String name) {
    return numbering.plan(command, "--reply-alias", name);
  }

  public String describeRequests() {
    return numbering.describe(requestQueue);
  }

  public String describeReplies() {
    return numbering.describe(replyQueue);
  }
}
