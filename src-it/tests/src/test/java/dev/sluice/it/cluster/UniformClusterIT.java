package dev.sluice.it.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.control.endpoint.client.Reply;
import dev.sluice.core.result.Summary;
import dev.sluice.core.result.Verdict;
import dev.sluice.core.run.RateTarget;
import dev.sluice.core.run.WorkloadSpec;
import dev.sluice.core.worker.WorkerFactory;
import dev.sluice.it.run.HarnessRun;
import dev.sluice.it.run.MqProviders;
import dev.sluice.jms.destination.DestinationPlan;
import dev.sluice.jms.message.BodyKind;
import dev.sluice.jms.message.MessageSpec;
import dev.sluice.jms.provider.JmsProvider;
import dev.sluice.jms.session.PutOptions;
import dev.sluice.jms.session.SessionSettings;
import dev.sluice.jms.tracking.ArrivalChecking;
import dev.sluice.jms.worker.OutgoingMessage;
import dev.sluice.jms.worker.Receiver;
import dev.sluice.jms.worker.Sender;
import dev.sluice.mqsim.client.Eventually;
import dev.sluice.mqsim.cluster.MemberStatus;
import dev.sluice.mqsim.cluster.SimulatedCluster;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.function.ToLongFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The experiment this harness is made for: senders and receivers on a uniform cluster of one member
 * are driven into saturation by a command, a second member is started, and the cluster moves half
 * of their connections to it.
 */
class UniformClusterIT {

  private static final String GROUP = "UC01QM";
  private static final String FIRST = "UC01QM01";
  private static final String SECOND = "UC01QM02";
  private static final String SENDERS = "senders";
  private static final String RECEIVERS = "receivers";
  private static final int PAIRS = 180;

  /** Puts and gets per second: 360 at 1 message/s per sender fit into one member, 540 do not. */
  private static final int CAPACITY = 400;

  private static final int WINDOW = 3;
  private static final double REACHED = 0.99;
  private static final double SATURATED = 0.95;

  /** More than the tolerance of the verdict of all that such a run sends. */
  private static final long DROPPED = 100;

  private static final double WAKE_UP_DELAY_NANOS = 2e6;

  /** For a host with a load of 20. */
  private static final Duration LONG_ENOUGH = Duration.ofMinutes(5);

  @TempDir Path directory;

  @Test
  void secondMemberTakesHalfOfASaturatedOne() throws Exception {
    try (SimulatedCluster cluster =
        SimulatedCluster.builder()
            .group(GROUP)
            .queueManagers(FIRST, SECOND)
            .capacity(CAPACITY)
            .build()) {
      cluster.start(FIRST);
      cluster.writeCcdt(ccdt());
      try (JmsProvider senders = provider(SENDERS);
          JmsProvider receivers = provider(RECEIVERS);
          HarnessRun run =
              HarnessRun.start(Duration.ZERO, send(senders, PAIRS, 1), receive(receivers))) {
        assertThat(Eventually.holds(LONG_ENOUGH, run::isRunning)).isTrue();
        assertThat(cluster.status(FIRST).instances(SENDERS)).isEqualTo(PAIRS);
        assertThat(cluster.status(FIRST).instances(RECEIVERS)).isEqualTo(PAIRS);
        assertReachesItsTarget(run);

        assertThat(run.command("rate +0.5")).matches(Reply::ok);
        int raised = run.intervals();
        assertThat(
                Eventually.holds(
                    LONG_ENOUGH,
                    () ->
                        ratio(run, raised).filter(ratio -> ratio < SATURATED).isPresent()
                            && cluster.status(FIRST).utilisation() > SATURATED
                            && run.dropped(SENDERS) > DROPPED))
            .isTrue();

        cluster.start(SECOND);
        cluster.balanceEvery(Duration.ofSeconds(1));
        assertThat(Eventually.holds(LONG_ENOUGH, () -> isBalanced(cluster))).isTrue();
        assertReachesItsTarget(run);
        cluster.balanceOff();

        assertThat(run.command("stop")).matches(Reply::ok);
        assertOutcome(run.summary(LONG_ENOUGH), cluster);
      }
    }
  }

  /**
   * Senders that are late all the time never wait, so a busy host cannot be taken for the limit.
   */
  @Test
  void memberThatIsFarTooSlowIsTheLimit() throws Exception {
    try (SimulatedCluster cluster =
        SimulatedCluster.builder()
            .group(GROUP)
            .queueManagers(FIRST, SECOND)
            .capacity(CAPACITY / 4)
            .build()) {
      cluster.start(FIRST);
      cluster.writeCcdt(ccdt());
      try (JmsProvider provider = provider(SENDERS);
          HarnessRun run = HarnessRun.start(Duration.ofSeconds(5), send(provider, 20, 50))) {
        Summary.Workload sent = HarnessRun.workload(run.summary(LONG_ENOUGH), SENDERS);
        assertThat(sent.whole().end().errorsByCause()).isEmpty();
        assertThat(sent.measured().ratio()).isLessThan(SATURATED);
        assertThat(sent.verdict().kind()).isEqualTo(Verdict.Kind.SATURATED);
        assertThat(sent.whole().counts().iterations()).isEqualTo(cluster.status(FIRST).puts());
      }
    }
  }

  private static void assertReachesItsTarget(HarnessRun run) throws Exception {
    int since = run.intervals();
    assertThat(
            Eventually.holds(
                LONG_ENOUGH, () -> ratio(run, since).filter(ratio -> ratio >= REACHED).isPresent()))
        .isTrue();
  }

  private static Optional<Double> ratio(HarnessRun run, int since) {
    return run.ratio(SENDERS, since, WINDOW);
  }

  private static boolean isBalanced(SimulatedCluster cluster) {
    MemberStatus first = cluster.status(FIRST);
    MemberStatus second = cluster.status(SECOND);
    return isBalanced(first, second, SENDERS) && isBalanced(first, second, RECEIVERS);
  }

  private static boolean isBalanced(MemberStatus first, MemberStatus second, String application) {
    int a = first.instances(application);
    int b = second.instances(application);
    return a + b == PAIRS && Math.abs(a - b) <= 1;
  }

  private static void assertOutcome(Summary summary, SimulatedCluster cluster) {
    Summary.Workload sent = HarnessRun.workload(summary, SENDERS);
    Summary.Workload received = HarnessRun.workload(summary, RECEIVERS);
    assertThat(sent.whole().end().errorsByCause()).isEmpty();
    assertThat(received.whole().end().errorsByCause()).isEmpty();
    assertThat(sent.workersLost()).isZero();
    assertThat(received.workersLost()).isZero();

    // a put that is under way when its connection moves is in doubt: it may have arrived or not
    long put = sum(cluster, MemberStatus::puts);
    System.out.printf(
        "%d sent, %d in doubt, %d put, %d received%n",
        sent.whole().counts().iterations(),
        sent.whole().counts().inDoubt(),
        put,
        received.whole().counts().iterations());
    assertThat(put)
        .isBetween(
            sent.whole().counts().iterations(),
            sent.whole().counts().iterations() + sent.whole().counts().inDoubt());
    assertThat(sent.whole().counts().inDoubt()).isLessThanOrEqualTo(PAIRS);
    assertThat(sum(cluster, MemberStatus::depth)).isZero();
    assertThat(sum(cluster, MemberStatus::gets)).isEqualTo(put);
    assertThat(received.whole().counts().iterations()).isEqualTo(put);

    assertThat(sent.measured().counts().dropped()).isPositive();
    assertThat(sent.verdict().kind()).isIn(verdictsOnThisHost(summary, sent));
  }

  /**
   * Where the host has no time for the harness either, the greatest part decides; there connections
   * also take seconds to move.
   */
  private static Set<Verdict.Kind> verdictsOnThisHost(Summary summary, Summary.Workload sent) {
    boolean hostWasShort =
        sent.measured().counts().meanWakeUpDelayNanos() > WAKE_UP_DELAY_NANOS
            || summary.cpu().isShort();
    System.out.println(sent.verdict().explanation());
    return hostWasShort
        ? Set.of(Verdict.Kind.HARNESS_LIMITED, Verdict.Kind.SATURATED, Verdict.Kind.INTERRUPTED)
        : Set.of(Verdict.Kind.SATURATED);
  }

  private static long sum(SimulatedCluster cluster, ToLongFunction<MemberStatus> figure) {
    return cluster.status().stream().mapToLong(figure).sum();
  }

  private Path ccdt() {
    return directory.resolve("uc01.json");
  }

  private JmsProvider provider(String applicationName) {
    return MqProviders.group(ccdt(), GROUP, applicationName, Duration.ofMinutes(5));
  }

  private static WorkloadSpec send(JmsProvider provider, int workers, double perSecond) {
    Sender.Settings settings =
        new Sender.Settings(
            SessionSettings.of(provider),
            DestinationPlan.of("REQUEST1"),
            new OutgoingMessage(new MessageSpec(BodyKind.BYTES, 2_048), PutOptions.NON_PERSISTENT));
    return workload(
        SENDERS,
        Sender.factory(settings),
        workers,
        new RateTarget.PerWorker(perSecond),
        Duration.ZERO);
  }

  private static WorkloadSpec receive(JmsProvider provider) {
    Receiver.Settings settings =
        new Receiver.Settings(
            SessionSettings.of(provider),
            DestinationPlan.of("REQUEST1"),
            Duration.ofSeconds(2),
            ArrivalChecking.OFF);
    return workload(
        RECEIVERS,
        Receiver.factory(settings),
        PAIRS,
        RateTarget.asFastAsPossible(),
        Duration.ofSeconds(2));
  }

  private static WorkloadSpec workload(
      String name, WorkerFactory factory, int workers, RateTarget target, Duration drain) {
    return WorkloadSpec.of(name, factory, workers, target).withDrain(drain);
  }
}
