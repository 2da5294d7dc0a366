package dev.sluice.control.cli.option.message;

import dev.sluice.control.cli.option.Converters;
import dev.sluice.jms.provider.ConfigurationException;
import dev.sluice.jms.tracking.ArrivalChecking;
import dev.sluice.jms.tracking.Delivery;
import dev.sluice.jms.tracking.DeliverySpec;
import dev.sluice.jms.tracking.DeliverySpec.EndToEnd;
import dev.sluice.jms.tracking.Receivers;
import dev.sluice.jms.tracking.Senders;
import dev.sluice.jms.tracking.WorkloadTracking;
import java.nio.file.Path;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Findings about messages between sender and receiver. */
@Command(optionListHeading = "%nDelivery:%n")
public final class DeliveryOptions {

  @Option(
      names = "--verify",
      description =
          "Check deliveries: senders number and seal messages, receivers count lost, "
              + "duplicate, out-of-order and corrupt ones. Use it at both ends.")
  public boolean verify;

  @Option(
      names = "--end-to-end",
      paramLabel = "CLOCKS",
      description =
          "Measure the time from sending to receiving: off (the default), same-host "
              + "(both ends use one clock) or across-hosts (trust the clocks). Use it at both "
              + "ends.")
  EndToEnd endToEnd = EndToEnd.OFF;

  @Option(
      names = "--message-log",
      paramLabel = "FILE",
      description =
          "With --verify: append the fate of each message to FILE, with its number, message id "
              + "and sender: sent, sent-in-doubt, received, received-in-doubt or duplicate.")
  Path messageLog;

  @Option(
      names = "--history",
      description =
          "With --verify and --out: record each message with its times, for 'sluice check'.")
  boolean history;

  /** The stamps on what a workload sends. */
  public WorkloadTracking stamping(
      Delivery deliveries, String workload, String runId, Senders senders) {
    return deliveries.stamping(spec(workload), runId, senders);
  }

  /** The check of what a workload receives. */
  public ArrivalChecking checking(Delivery deliveries, String workload, Receivers receivers) {
    return deliveries.checking(spec(workload), receivers);
  }

  /** One line for a dry run. */
  public String describe() {
    return (verify ? "verified" : "not verified")
        + (messageLog == null ? "" : ", each message in " + messageLog)
        + (history ? ", recorded" : "")
        + (endToEnd == EndToEnd.OFF
            ? ""
            : ", end-to-end times " + Converters.word(endToEnd).replace('-', ' '));
  }

  private DeliverySpec spec(String workload) {
    if (!verify && (messageLog != null || history)) {
      throw new ConfigurationException(
          "'%s' requires '--verify'".formatted(history ? "--history" : "--message-log"));
    }
    return new DeliverySpec(
        verify,
        endToEnd,
        Optional.ofNullable(messageLog),
        history ? Optional.of(workload) : Optional.empty());
  }
}
