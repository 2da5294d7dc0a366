package dev.sluice.it.bench;

import dev.sluice.core.result.Summary;
import dev.sluice.core.run.RateTarget;
import dev.sluice.core.run.Run;
import dev.sluice.core.run.RunExecution.StartFailedException;
import dev.sluice.core.run.RunSpec;
import dev.sluice.core.run.WorkloadSpec;
import dev.sluice.it.run.ChildProcess;
import dev.sluice.it.run.MqProviders;
import dev.sluice.jms.destination.DestinationPlan;
import dev.sluice.jms.message.BodyKind;
import dev.sluice.jms.message.CorrelationForm;
import dev.sluice.jms.message.MessageSpec;
import dev.sluice.jms.provider.BrokerView;
import dev.sluice.jms.provider.JmsProvider;
import dev.sluice.jms.session.PutOptions;
import dev.sluice.jms.session.SessionSettings;
import dev.sluice.jms.tracking.ArrivalChecking;
import dev.sluice.jms.worker.OutgoingMessage;
import dev.sluice.jms.worker.PutGet;
import dev.sluice.jms.worker.RoundTrip;
import dev.sluice.jms.worker.RoundTrip.CommitOn;
import dev.sluice.jms.worker.RoundTrip.ReplyMatch;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Holds runs that are observed against the same ones that are not, at the highest rate, in turns A
 * B B A of one process: twelve workers that put and get at twelve simulated queue managers, which
 * are asked for everything every ten seconds. {@code observer-cost.sh} runs it.
 */
final class ObserverCost {

  private static final String GROUP = "UC01QM";
  private static final int MEMBERS = 12;
  private static final int BODY_BYTES = 2_048;
  private static final Duration EVERY = Duration.ofSeconds(10);
  private static final Duration WARM_UP = Duration.ofSeconds(2);
  private static final double P99 = 99;

  private final JmsProvider provider;
  private final Duration measured;

  private ObserverCost(JmsProvider provider, Duration measured) {
    this.provider = provider;
    this.measured = measured;
  }

  private record Figures(double perSecond, double p99Nanos) {

    @Override
    public String toString() {
      return String.format(Locale.ROOT, "%.0f/s, p99 %.3f ms", perSecond, p99Nanos / 1e6);
    }
  }

  /**
   * Prints the figures of each pair, and the ratios of observed runs to the others.
   *
   * @param args the jar of the simulated queue manager, pairs of turns, and seconds of a turn
   */
  public static void main(String[] args) throws Exception {
    Path table = Files.createTempFile("ccdt", ".json");
    Process simulator = simulator(args[0], table);
    try (JmsProvider provider = MqProviders.group(table, GROUP, "bench", Duration.ofMinutes(1))) {
      ObserverCost cost = new ObserverCost(provider, Duration.ofSeconds(Integer.parseInt(args[2])));
      cost.run(true); // for the compiler
      cost.print(Integer.parseInt(args[1]));
    } finally {
      simulator.destroy();
      Files.delete(table);
    }
  }

  private static Process simulator(String jar, Path table) throws IOException {
    String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    Process process =
        ChildProcess.builder(
                java,
                "-jar",
                jar,
                "--group",
                GROUP,
                "--queue-managers",
                GROUP + "01.." + GROUP + MEMBERS,
                "--start",
                Integer.toString(MEMBERS),
                "--base-port",
                "0",
                "--admin",
                "0",
                "--ccdt-out",
                table.toString())
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    Runtime.getRuntime().addShutdownHook(new Thread(process::destroy));
    BufferedReader output = process.inputReader(StandardCharsets.UTF_8);
    String line = output.readLine();
    while (line != null && !line.contains("commands on port")) {
      line = output.readLine();
    }
    return process;
  }

  private void print(int pairs) throws Exception {
    InTurns<Figures> turns = InTurns.play(pairs, this::run);
    turns.print("rate, observed / not observed", Figures::perSecond);
    turns.print("p99, observed / not observed", Figures::p99Nanos);
  }

  private Figures run(boolean observed) throws StartFailedException, InterruptedException {
    CountDownLatch over = new CountDownLatch(1);
    Thread observer = new Thread(() -> observe(over), "observer");
    if (observed) {
      observer.start();
    }
    RunSpec spec =
        new RunSpec(
            "",
            List.of(workload()),
            WARM_UP.plus(measured),
            WARM_UP,
            Duration.ofSeconds(1),
            Duration.ofSeconds(30));
    Summary summary = new Run(spec, List.of()).execute();
    over.countDown();
    observer.join();
    Summary.Workload done = summary.workloads().get(0);
    return new Figures(
        done.measured().achievedPerSecond(), done.measured().service().atPercentile(P99));
  }

  private void observe(CountDownLatch over) {
    BrokerView.Wanted wanted =
        new BrokerView.Wanted(
            List.of("applications", "queues", "channels", "messages", "log", "cpu"),
            List.of("BENCH"),
            Duration.ofSeconds(10));
    try (BrokerView view = provider.view(wanted).orElseThrow()) {
      do {
        view.ask();
      } while (!over.await(EVERY.toMillis(), TimeUnit.MILLISECONDS));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private WorkloadSpec workload() {
    DestinationPlan queue = DestinationPlan.of("BENCH");
    RoundTrip trip =
        new RoundTrip(
            SessionSettings.of(provider),
            new OutgoingMessage(
                new MessageSpec(BodyKind.BYTES, BODY_BYTES), PutOptions.NON_PERSISTENT),
            Duration.ofSeconds(1),
            false,
            CommitOn.BOTH,
            new CorrelationForm(false, ""),
            "",
            ArrivalChecking.OFF);
    return WorkloadSpec.of(
        "put-get",
        PutGet.factory(new PutGet.Settings(trip, queue, ReplyMatch.NONE, Optional.empty())),
        MEMBERS,
        RateTarget.asFastAsPossible());
  }
}
