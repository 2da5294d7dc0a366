package dev.sluice.control.cli.option.workload;

import dev.sluice.control.cli.option.CommandPart;
import dev.sluice.control.cli.option.provider.SessionOptions;
import dev.sluice.jms.destination.SubscriptionPlan;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** How topics are subscribed to. */
@Command(optionListHeading = "%nSubscriptions:%n")
public final class SubscriptionOptions extends CommandPart {

  @Option(
      names = "--durable",
      description =
          "Use durable subscriptions: the broker keeps messages while a subscriber is "
              + "away; needs --client-id.")
  boolean durable;

  @Option(
      names = "--shared",
      description = "All workers share one subscription: each message goes to one of them.")
  public boolean shared;

  @Option(
      names = "--subscription",
      paramLabel = "NAME",
      description =
          "Name of durable or shared subscriptions (default ${DEFAULT-VALUE}); the "
              + "worker's number follows unless they are shared, and the topic of several "
              + "shared ones.")
  public String name = "sluice";

  @Option(names = "--unsubscribe", description = "End durable subscriptions when the workers end.")
  boolean unsubscribe;

  /** The subscriptions that the options describe. */
  public SubscriptionPlan plan(SessionOptions session) {
    requires("--durable", durable, "--unsubscribe", unsubscribe);
    if (durable && !shared && session.clientId.isEmpty()) {
      throw refusal("'--durable' needs '--client-id TEXT', or '--shared'");
    }
    if (shared && !session.clientId.isEmpty() && session.connections() != 1) {
      throw refusal(
          "'--shared' with '--client-id': a shared subscription is that of a client id, and each"
              + " worker has its own (%s-1, ...); leave out '--client-id', or add"
                  .formatted(session.clientId)
              + " '--share-connection'");
    }
    if (!durable && !shared && !given("--subscription").isEmpty()) {
      throw refusal("'--subscription' requires '--durable' or '--shared': others have no name");
    }
    if (name.isBlank()) {
      throw invalid("--subscription", "it must not be empty");
    }
    return new SubscriptionPlan(name, durable, shared, unsubscribe);
  }

  /** Words for a dry run. */
  public String describe() {
    return (durable ? ", durable" : "") + (shared ? ", shared" : "");
  }
}
