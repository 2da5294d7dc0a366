package dev.sluice.it.bench;

import dev.sluice.core.bus.Sink;
import dev.sluice.core.result.Snapshot;
import dev.sluice.core.result.Summary;
import dev.sluice.core.run.RateTarget;
import dev.sluice.core.run.Run;
import dev.sluice.core.run.RunSpec;
import dev.sluice.core.run.WorkloadSpec;
import dev.sluice.core.stats.Window;
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
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.FutureTask;
import java.util.concurrent.LinkedBlockingQueue;

/**
 * Holds a run that is observed against the same one without the tenths of a second in which it is
 * asked: workers put and get at twelve simulated queue managers, which are asked for everything
 * every ten seconds. What open connections cost between two questions is not seen. {@code
 * observer-cost.sh} runs it.
 */
final class ObserverCost {

  private static final String GROUP = "UC01QM";
  private static final String QUEUE = "BENCH";
  private static final int MEMBERS = 12;
  private static final int BODY_BYTES = 2_048;
  private static final double P99 = 99;

  /** As short as an ask: what else is in its intervals is noise. */
  private static final Duration INTERVAL = Duration.ofMillis(100);

  /** Of the ten seconds of a turn: what comes before and after makes up for a drift. */
  private static final int BEFORE = 50;

  private static final int AFTER = 48;

  /** For the compiler. */
  private static final int WARM_UP_TURNS = 6;

  private final JmsProvider provider;
  private final int workers;
  private final RateTarget rate;
  private final BlockingQueue<Snapshot> tenths = new LinkedBlockingQueue<>();

  private ObserverCost(JmsProvider provider, int workers, RateTarget rate) {
    this.provider = provider;
    this.workers = workers;
    this.rate = rate;
  }

  /**
   * What some seconds came to.
   *
   * @param perSecond messages put and got
   * @param p99Nanos of the time that one takes
   * @param cpuSeconds of this process, the observer included, for one of them
   */
  private record Figures(double perSecond, double p99Nanos, double cpuSeconds) {

    static Figures of(Snapshot seconds) {
      Window done = seconds.workloads().get(0);
      return new Figures(
          done.achievedPerSecond(),
          done.service().atPercentile(P99),
          seconds.cpuCores() / done.achievedPerSecond());
    }

    @Override
    public String toString() {
      return String.format(
          Locale.ROOT, "%.0f/s, p99 %.3f ms, %.2f us", perSecond, p99Nanos / 1e6, cpuSeconds * 1e6);
    }
  }

  /**
   * Prints the figures of each turn, and the ratios of all of it to what is not asked in.
   *
   * @param args turns of ten seconds, workers, the rate of all of them together, 0 for the highest,
   *     and messages per second of each queue manager, 0 for no limit
   */
  public static void main(String[] args) throws Exception {
    int workers = Integer.parseInt(args[1]);
    RateTarget rate = new RateTarget.Total(Double.parseDouble(args[2]));
    int capacity = Integer.parseInt(args[3]);
    try (MemberProcess members = new MemberProcess(GROUP, MEMBERS, QUEUE, capacity);
        JmsProvider provider =
            MqProviders.group(members.table(), GROUP, "bench", Duration.ofMinutes(1))) {
      new ObserverCost(provider, workers, rate).print(Integer.parseInt(args[0]));
    }
  }

  private void print(int turns) throws Exception {
    RunSpec spec =
        new RunSpec(
            "",
            List.of(workload()),
            Duration.ZERO,
            Duration.ZERO,
            INTERVAL,
            Duration.ofSeconds(30));
    Run run = new Run(spec, List.of(new Tenths()));
    FutureTask<Summary> whole = new FutureTask<>(run::execute);
    new Thread(whole, "run").start();
    BrokerView.Interest everything =
        new BrokerView.Interest(
            List.of("applications", "queues", "channels", "messages", "log", "cpu"),
            List.of(QUEUE),
            Duration.ofSeconds(10));
    List<Figures> observed = new ArrayList<>();
    List<Figures> alone = new ArrayList<>();
    try (BrokerView view = provider.view(everything).orElseThrow()) {
      for (int turn = -WARM_UP_TURNS; turn < turns; turn++) {
        Snapshot before = take(BEFORE);
        BrokerView.Readout readout = view.ask();
        Snapshot asked = take(2 + tenths.size()); // the one that goes on, and what is late by it
        Snapshot after = take(AFTER);
        if (turn >= 0) {
          observed.add(Figures.of(before.then(asked).then(after)));
          alone.add(Figures.of(before.then(after)));
          System.out.printf(
              Locale.ROOT,
              "%s; asked in %d calls, %d ms of processor time: %s%n",
              alone.get(turn),
              readout.calls(),
              readout.cpu().toMillis(),
              Figures.of(asked));
        }
      }
    } finally {
      run.control().stop("all turns are over");
      whole.get();
    }
    InTurns<Figures> both = new InTurns<>(observed, alone);
    both.print("rate, observed / not observed", Figures::perSecond);
    both.print("p99, observed / not observed", Figures::p99Nanos);
    both.print("processor time of a message, observed / not observed", Figures::cpuSeconds);
  }

  private Snapshot take(int number) throws InterruptedException {
    Snapshot taken = tenths.take();
    for (int i = 1; i < number; i++) {
      taken = taken.then(tenths.take());
    }
    return taken;
  }

  /** Hands on what was done in each tenth of a second. */
  private final class Tenths implements Sink {

    @Override
    public void interval(Snapshot tenth) {
      tenths.add(tenth);
    }
  }

  private WorkloadSpec workload() {
    DestinationPlan queue = DestinationPlan.of(QUEUE);
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
        workers,
        rate);
  }
}
