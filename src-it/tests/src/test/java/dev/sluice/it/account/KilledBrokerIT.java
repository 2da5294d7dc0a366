package dev.sluice.it.account;

import static dev.sluice.core.time.Nanos.NANOS_PER_SECOND;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.sluice.core.bus.RunEvent;
import dev.sluice.core.bus.Sink;
import dev.sluice.core.result.Snapshot;
import dev.sluice.core.result.Summary;
import dev.sluice.core.result.Verdict;
import dev.sluice.core.run.RateTarget;
import dev.sluice.core.run.Run;
import dev.sluice.core.run.RunSpec;
import dev.sluice.core.run.WorkloadSpec;
import dev.sluice.core.run.watch.CpuMeter;
import dev.sluice.core.stats.Counts;
import dev.sluice.core.time.NanoClock;
import dev.sluice.jms.destination.DestinationPlan;
import dev.sluice.jms.message.BodyKind;
import dev.sluice.jms.message.MessageSpec;
import dev.sluice.jms.provider.Credentials;
import dev.sluice.jms.provider.JmsProvider;
import dev.sluice.jms.provider.artemis.ArtemisProvider;
import dev.sluice.jms.session.PutOptions;
import dev.sluice.jms.session.SessionSettings;
import dev.sluice.jms.worker.OutgoingMessage;
import dev.sluice.jms.worker.Sender;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Two senders at 20/s for 12 s, whose broker is killed at a random moment and does not come back:
 * all that fell due is accounted for, and the verdict says for how long there was no connection.
 * Runs a few seeds, or as many as the property {@code killed.broker.runs} says.
 */
@Tag("soak")
@Timeout(60)
class KilledBrokerIT {

  private static final Duration DURATION = Duration.ofSeconds(12);
  private static final Duration INTERVAL = Duration.ofSeconds(1);

  static LongStream seeds() {
    return LongStream.rangeClosed(1, Integer.getInteger("killed.broker.runs", 2));
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void allThatFellDueIsAccountedForAndTheVerdictSaysInterrupted(long seed) throws Exception {
    double killAfterSeconds = new SplittableRandom(seed).nextDouble(2, 9);
    System.out.println("seed " + seed + ": killed after " + killAfterSeconds + " s");
    List<Snapshot> intervals = new CopyOnWriteArrayList<>();
    CountDownLatch started = new CountDownLatch(1);
    Sink watch =
        new Sink() {
          @Override
          public void interval(Snapshot snapshot) {
            intervals.add(snapshot);
          }

          @Override
          public void event(RunEvent event) {
            if (event.kind() == RunEvent.Kind.STARTED) {
              started.countDown();
            }
          }
        };
    try (ArtemisProcess broker = new ArtemisProcess();
        JmsProvider provider = new ArtemisProvider(broker.url(), Credentials.NONE)) {
      Run run =
          new Run(
              new RunSpec(
                  "it",
                  List.of(senders(provider)),
                  DURATION,
                  Duration.ZERO,
                  INTERVAL,
                  Duration.ofSeconds(10)),
              NanoClock.SYSTEM,
              InstantSource.system(),
              CpuMeter.ofThisProcess(),
              new SplittableRandom(seed),
              List.of(watch));
      Thread killer =
          new Thread(
              () -> {
                try {
                  started.await();
                  Thread.sleep((long) (killAfterSeconds * 1000));
                  broker.kill();
                } catch (InterruptedException e) {
                  Thread.currentThread().interrupt();
                }
              });
      killer.start();
      Summary summary = run.execute();
      killer.join();
      check(summary, intervals);
    }
  }

  private static void check(Summary summary, List<Snapshot> intervals) {
    Summary.Workload senders = summary.workloads().get(0);
    Counts counts = senders.measured().counts();
    System.out.println(senders.measured() + " " + senders.verdict());
    double seconds = summary.measuredNanos() / NANOS_PER_SECOND;
    // two workers, each with an iteration in each 50 ms, the first one at the start
    assertThat((double) counts.due()).isCloseTo(40 * seconds, within(2.0));
    assertThat(senders.measured().unfinishedBefore()).isZero();
    assertThat(counts.due())
        .isEqualTo(counts.settled() + counts.dropped() + senders.measured().unfinished().total());
    assertThat(senders.whole().unfinished().total()).as("closed").isZero();
    long unfinished = 0;
    for (Snapshot each : intervals) {
      assertThat(each.workloads().get(0).unfinishedBefore()).isEqualTo(unfinished);
      unfinished = each.workloads().get(0).unfinished().total();
    }
    assertThat(senders.verdict().kind()).isEqualTo(Verdict.Kind.INTERRUPTED);
    // what was lost while nobody was connected is the time that it says, to an interval
    double lostSeconds = seconds - counts.done() / 40.0;
    String said = senders.verdict().explanation();
    double saidSeconds =
        Double.parseDouble(said.replaceFirst(".*connections were lost for ([0-9.]+) s.*", "$1"));
    assertThat(saidSeconds).isCloseTo(lostSeconds, within(1.0));
    assertThat(said).contains("2 of 2 workers");
  }

  private static WorkloadSpec senders(JmsProvider provider) {
    OutgoingMessage outgoing =
        new OutgoingMessage(new MessageSpec(BodyKind.BYTES, 200), PutOptions.of(false));
    return WorkloadSpec.of(
        "senders",
        Sender.factory(
            new Sender.Settings(SessionSettings.of(provider), DestinationPlan.of("Q"), outgoing)),
        2,
        new RateTarget.PerWorker(20));
  }
}
