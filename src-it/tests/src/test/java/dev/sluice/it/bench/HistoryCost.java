package dev.sluice.it.bench;

import dev.sluice.core.result.Summary;
import dev.sluice.core.run.RateTarget;
import dev.sluice.core.run.Run;
import dev.sluice.core.run.RunExecution.StartFailedException;
import dev.sluice.core.run.RunSpec;
import dev.sluice.core.run.WorkloadSpec;
import dev.sluice.core.worker.WorkerFactory;
import dev.sluice.estimates.Estimate;
import dev.sluice.estimates.Interval;
import dev.sluice.jms.destination.DestinationPlan;
import dev.sluice.jms.message.BodyKind;
import dev.sluice.jms.message.MessageSpec;
import dev.sluice.jms.provider.Credentials;
import dev.sluice.jms.provider.JmsProvider;
import dev.sluice.jms.provider.artemis.ArtemisProvider;
import dev.sluice.jms.provider.ibmmq.IbmMqSettings;
import dev.sluice.jms.provider.ibmmq.MqEndpoint;
import dev.sluice.jms.session.PutOptions;
import dev.sluice.jms.session.SessionSettings;
import dev.sluice.jms.tracking.Delivery;
import dev.sluice.jms.tracking.DeliverySpec;
import dev.sluice.jms.tracking.DeliverySpec.EndToEnd;
import dev.sluice.jms.tracking.Receivers;
import dev.sluice.jms.tracking.history.History;
import dev.sluice.jms.worker.OutgoingMessage;
import dev.sluice.jms.worker.Receiver;
import dev.sluice.jms.worker.Sender;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Holds runs that write a history against the same ones without, at the highest rate, in turns A B
 * B A of one process: senders and receivers with {@code --verify} on one queue of a broker in a
 * process of its own. {@code history-cost.sh} runs it.
 */
final class HistoryCost {

  private static final int WORKERS = 2;
  private static final int BODY_BYTES = 100;
  private static final Duration WARM_UP = Duration.ofSeconds(1);
  private static final int WARM_UP_PAIRS = 2;
  private static final double LEVEL = 0.95;

  private final JmsProvider provider;
  private final Duration measured;
  private final Path file;

  private HistoryCost(JmsProvider provider, Duration measured, Path file) {
    this.provider = provider;
    this.measured = measured;
    this.file = file;
  }

  /** Messages per second at both ends. */
  private record Rates(double sent, double received) {}

  /**
   * Prints the rates of each pair, and how much less a run with a history does, with its error.
   *
   * @param args the URL of an Artemis broker or the jar of the simulated queue manager, pairs of
   *     turns, and seconds of a turn
   */
  public static void main(String[] args) throws Exception {
    Path file = Files.createTempFile("history", ".bin");
    try (JmsProvider provider = provider(args[0])) {
      HistoryCost cost =
          new HistoryCost(provider, Duration.ofSeconds(Integer.parseInt(args[2])), file);
      for (int i = 0; i < WARM_UP_PAIRS; i++) { // for the compiler
        cost.run(true);
        cost.run(false);
      }
      cost.print(Integer.parseInt(args[1]));
    } finally {
      Files.delete(file);
    }
  }

  private static JmsProvider provider(String broker) throws IOException {
    if (broker.startsWith("tcp:")) {
      return new ArtemisProvider(broker, Credentials.NONE);
    }
    int port = Server.startSimulator(Path.of(broker)).port();
    return IbmMqSettings.of(new MqEndpoint.Direct("127.0.0.1", port, "APP.SVRCONN", "QM1"))
        .create();
  }

  private void print(int pairs) throws Exception {
    List<Rates> with = new ArrayList<>();
    List<Rates> without = new ArrayList<>();
    for (int pair = 0; pair < pairs; pair++) {
      boolean first = pair % 2 == 0;
      (first ? with : without).add(run(first));
      (first ? without : with).add(run(!first));
      System.out.printf(
          Locale.ROOT,
          "with %.0f sent/s, %.0f received/s; without %.0f sent/s, %.0f received/s%n",
          with.get(pair).sent(),
          with.get(pair).received(),
          without.get(pair).sent(),
          without.get(pair).received());
    }
    print("sent", with.stream().map(Rates::sent), without.stream().map(Rates::sent));
    print("received", with.stream().map(Rates::received), without.stream().map(Rates::received));
  }

  private static void print(String what, Stream<Double> with, Stream<Double> without) {
    Interval change = Estimate.ofPairs(logs(without), logs(with)).interval(LEVEL);
    System.out.printf(
        Locale.ROOT,
        "%s, with / without: %.4f (%.4f to %.4f)%n",
        what,
        Math.exp(change.value()),
        Math.exp(change.low()),
        Math.exp(change.high()));
  }

  private static double[] logs(Stream<Double> rates) {
    return rates.mapToDouble(Math::log).toArray();
  }

  private Rates run(boolean recorded)
      throws StartFailedException, InterruptedException, IOException {
    Delivery delivery = Delivery.of(Delivery.Role.ACCOUNT);
    RunSpec spec =
        new RunSpec(
            "",
            List.of(senders(delivery, recorded), receivers(delivery, recorded)),
            WARM_UP.plus(measured),
            WARM_UP,
            Duration.ofSeconds(1),
            Duration.ofSeconds(30));
    Optional<History> history = delivery.history();
    if (history.isPresent()) {
      history.get().begin(Files.newOutputStream(file), HistoryCost::failed);
    }
    Summary summary = new Run(spec, List.of()).execute();
    history.ifPresent(History::close);
    return new Rates(perSecond(summary, "senders"), perSecond(summary, "receivers"));
  }

  private static void failed(IOException failure) {
    throw new UncheckedIOException(failure);
  }

  private static double perSecond(Summary summary, String workload) {
    return summary.workloads().stream()
        .filter(each -> each.name().equals(workload))
        .mapToDouble(each -> each.measured().achievedPerSecond())
        .sum();
  }

  private WorkloadSpec senders(Delivery delivery, boolean recorded) {
    OutgoingMessage message =
        new OutgoingMessage(
            new MessageSpec(BodyKind.BYTES, BODY_BYTES),
            PutOptions.NON_PERSISTENT,
            delivery.stamping(spec("senders", recorded), ""));
    return workload(
        "senders",
        Sender.factory(new Sender.Settings(SessionSettings.of(provider), queue(), message)));
  }

  private WorkloadSpec receivers(Delivery delivery, boolean recorded) {
    return workload(
        "receivers",
        Receiver.factory(
            new Receiver.Settings(
                SessionSettings.of(provider),
                queue(),
                Duration.ofSeconds(1),
                delivery.checking(spec("receivers", recorded), Receivers.ofQueues(queue())))));
  }

  private static WorkloadSpec workload(String name, WorkerFactory workers) {
    return WorkloadSpec.of(name, workers, WORKERS, RateTarget.asFastAsPossible());
  }

  private static DeliverySpec spec(String workload, boolean recorded) {
    return new DeliverySpec(
        true, EndToEnd.OFF, Optional.empty(), recorded ? Optional.of(workload) : Optional.empty());
  }

  private static DestinationPlan queue() {
    return DestinationPlan.of("BENCH");
  }
}
