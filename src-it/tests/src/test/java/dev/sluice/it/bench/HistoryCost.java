package dev.sluice.it.bench;

import dev.sluice.core.pacing.IterationTimes;
import dev.sluice.core.result.Summary;
import dev.sluice.core.run.RateTarget;
import dev.sluice.core.run.Run;
import dev.sluice.core.run.RunExecution.StartFailedException;
import dev.sluice.core.run.RunSpec;
import dev.sluice.core.run.WorkloadSpec;
import dev.sluice.core.time.NanoClock;
import dev.sluice.jms.destination.DestinationPlan;
import dev.sluice.jms.message.BodyKind;
import dev.sluice.jms.message.CorrelationForm;
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
import dev.sluice.jms.tracking.history.WorkerHistory;
import dev.sluice.jms.tracking.sequence.Arrival;
import dev.sluice.jms.tracking.sequence.Arrival.Integrity;
import dev.sluice.jms.worker.OutgoingMessage;
import dev.sluice.jms.worker.PutGet;
import dev.sluice.jms.worker.RoundTrip;
import dev.sluice.jms.worker.RoundTrip.CommitOn;
import dev.sluice.jms.worker.RoundTrip.ReplyMatch;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;

/**
 * Holds runs that write a history against the same ones without, at the highest rate, in turns A B
 * B A of one process. Workers put and get with {@code --verify} on one queue of a broker in a
 * process of its own: both ends, and no backlog that one end leaves to the next run. {@code
 * history-cost.sh} runs it.
 */
final class HistoryCost {

  private static final String NAME = "put-get";
  private static final int WORKERS = 4;
  private static final int BODY_BYTES = 100;
  private static final Duration WARM_UP = Duration.ofSeconds(1);
  private static final int WARM_UP_PAIRS = 2;
  private static final int RECORDED = 4_000_000;
  private static final int A_BREAK_EVERY = 20_000;
  private static final long A_BREAK_NANOS = 40_000_000;

  private final JmsProvider provider;
  private final Duration measured;
  private final Path file;

  private HistoryCost(JmsProvider provider, Duration measured, Path file) {
    this.provider = provider;
    this.measured = measured;
    this.file = file;
  }

  /**
   * What one run came to.
   *
   * @param perSecond messages put and got
   * @param cpuSeconds of this process, for one of them
   */
  private record Figures(double perSecond, double cpuSeconds) {

    @Override
    public String toString() {
      return String.format(Locale.ROOT, "%.0f/s, %.2f us", perSecond, cpuSeconds * 1e6);
    }
  }

  /**
   * Prints the rates of each pair, and the ratios of runs with a history to those without.
   *
   * @param args the URL of an Artemis broker or the jar of the simulated queue manager, pairs of
   *     turns, and seconds of a turn
   */
  public static void main(String[] args) throws Exception {
    Path file = Files.createTempFile("history", ".bin");
    recording(file);
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

  /**
   * Prints the processor time that recording takes of a worker for a message that is put and got:
   * of its thread, so that what else the host does matters little.
   */
  private static void recording(Path file) throws IOException {
    ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    History history = new History(NanoClock.SYSTEM, () -> 0, "");
    WorkerHistory sends = history.sends(NAME, 0, List.of());
    WorkerHistory arrivals = history.arrivals(NAME, 0, true, List.of());
    history.begin(Files.newOutputStream(file), HistoryCost::failed);
    long before = 0;
    for (int number = 1; number <= RECORDED; number++) {
      if (number == RECORDED / 2) { // for the compiler
        before = threads.getCurrentThreadCpuTime();
      }
      if (number % A_BREAK_EVERY == 0) {
        LockSupport.parkNanos(A_BREAK_NANOS); // or the ring is full
      }
      sends.sending(NAME, number, IterationTimes.NONE);
      sends.committed();
      sends.iterated(true);
      long arrivedNanos = arrivals.now();
      arrivals.arrived(new Arrival(Integrity.INTACT, NAME, number, false), arrivedNanos);
      arrivals.committedAtOnce();
    }
    long nanos = threads.getCurrentThreadCpuTime() - before;
    history.close();
    System.out.printf("recording alone: %d ns a message%n", nanos / (RECORDED / 2));
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
    InTurns<Figures> turns = InTurns.play(pairs, this::run);
    turns.print("rate, with / without", Figures::perSecond);
    turns.print("processor time of a message, with / without", Figures::cpuSeconds);
  }

  private Figures run(boolean recorded)
      throws StartFailedException, InterruptedException, IOException {
    Delivery delivery = Delivery.of(Delivery.Role.ACCOUNT);
    RunSpec spec =
        new RunSpec(
            "",
            List.of(workload(delivery, recorded)),
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
    double perSecond = summary.workloads().get(0).measured().achievedPerSecond();
    return new Figures(perSecond, summary.cpu().cores() / perSecond);
  }

  private static void failed(IOException failure) {
    throw new UncheckedIOException(failure);
  }

  private WorkloadSpec workload(Delivery delivery, boolean recorded) {
    DeliverySpec spec =
        new DeliverySpec(
            true, EndToEnd.OFF, Optional.empty(), recorded ? Optional.of(NAME) : Optional.empty());
    DestinationPlan queue = DestinationPlan.of("BENCH");
    RoundTrip trip =
        new RoundTrip(
            SessionSettings.of(provider),
            new OutgoingMessage(
                new MessageSpec(BodyKind.BYTES, BODY_BYTES),
                PutOptions.NON_PERSISTENT,
                delivery.stamping(spec, "")),
            Duration.ofSeconds(1),
            false,
            CommitOn.BOTH,
            new CorrelationForm(false, ""),
            "",
            delivery.checking(spec, Receivers.ofQueues(queue)));
    return WorkloadSpec.of(
        NAME,
        PutGet.factory(new PutGet.Settings(trip, queue, ReplyMatch.NONE, Optional.empty())),
        WORKERS,
        RateTarget.asFastAsPossible());
  }
}
