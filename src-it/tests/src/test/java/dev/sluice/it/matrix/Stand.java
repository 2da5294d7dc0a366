package dev.sluice.it.matrix;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.core.run.RateTarget;
import dev.sluice.core.run.Run;
import dev.sluice.core.run.RunSpec;
import dev.sluice.core.run.WorkloadSpec;
import dev.sluice.core.run.watch.CpuMeter;
import dev.sluice.core.stats.LatencyKind;
import dev.sluice.core.time.NanoClock;
import dev.sluice.core.worker.WorkerFactory;
import dev.sluice.jms.destination.DestinationPlan;
import dev.sluice.jms.message.BodyKind;
import dev.sluice.jms.message.MessageSpec;
import dev.sluice.jms.provider.JmsProvider;
import dev.sluice.jms.session.PutOptions;
import dev.sluice.jms.session.SessionSettings;
import dev.sluice.jms.worker.OutgoingMessage;
import jakarta.jms.DeliveryMode;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/**
 * Where workers of one type are tried in one mode on one broker, by destinations of their own.
 *
 * @param provider connects them
 * @param depot the same broker beside them
 * @param mode how they work
 * @param name which no other stand has
 */
record Stand(JmsProvider provider, Depot depot, Mode mode, String name) {

  static final int WORKERS = 2;

  /** Iterations of each worker. */
  static final int COUNT = 12;

  static final int MESSAGE_BYTES = 64;
  static final Duration RECEIVE_TIMEOUT = Duration.ofSeconds(5);

  /** Iterations to a transaction: two full ones and a part of one. */
  private static final int BATCH = 5;

  private static final Duration LONGEST = Duration.ofSeconds(30);

  /** Longer than any run, which is one interval so. */
  private static final Duration INTERVAL = LONGEST.multipliedBy(2);

  private static final long SEED = 20_260_107L;

  /** Iterations of all workers. */
  static long all() {
    return (long) WORKERS * COUNT;
  }

  /** Commits of a worker with this many iterations, the last of a part of a batch. */
  static long commitsFor(long iterations) {
    return (iterations + BATCH - 1) / BATCH;
  }

  /** Sessions in transactions of several iterations, or in none. */
  SessionSettings session() {
    return inTransactionsOf(BATCH);
  }

  /** Sessions in transactions of one iteration, or in none. */
  SessionSettings committingEach() {
    return inTransactionsOf(1);
  }

  private SessionSettings inTransactionsOf(int iterations) {
    SessionSettings settings = SessionSettings.of(provider).withApi(mode.api());
    return mode.transacted() ? settings.transacted(iterations) : settings;
  }

  OutgoingMessage outgoing() {
    return new OutgoingMessage(
        new MessageSpec(BodyKind.BYTES, MESSAGE_BYTES), PutOptions.of(mode.persistent()));
  }

  /** A destination of each worker. */
  DestinationPlan each(String role) {
    return DestinationPlan.numbered(prefix(role), 1, WORKERS);
  }

  /** A queue of all workers. */
  DestinationPlan shared(String role) {
    return DestinationPlan.of(prefix(role));
  }

  private String prefix(String role) {
    return "MATRIX." + name + "." + role;
  }

  /** Puts to each worker's queue what it will do its iterations with. */
  void fill(DestinationPlan queues) throws JMSException {
    for (String queue : queues.names()) {
      depot.put(queue, COUNT, mode.persistent());
    }
  }

  /** Takes from each worker's queue what must be there: a message of each iteration, in order. */
  void assertFull(DestinationPlan queues) throws JMSException {
    for (String queue : queues.names()) {
      assertThat(depot.takeAll(queue))
          .as(queue)
          .hasSize(COUNT)
          .allSatisfy(this::assertOfTheMode)
          .allSatisfy(message -> assertThat(message.getBody(byte[].class)).hasSize(MESSAGE_BYTES));
    }
  }

  void assertEmpty(DestinationPlan queues) throws JMSException {
    for (String queue : queues.names()) {
      assertThat(depot.takeAll(queue)).as(queue).isEmpty();
    }
  }

  void assertOfTheMode(Message message) throws JMSException {
    assertThat(message.getJMSDeliveryMode())
        .isEqualTo(mode.persistent() ? DeliveryMode.PERSISTENT : DeliveryMode.NON_PERSISTENT);
  }

  /** Workers that end after their count. */
  WorkloadSpec workload(String workload, WorkerFactory factory) {
    return WorkloadSpec.of(workload, factory, WORKERS, RateTarget.asFastAsPossible())
        .withCount(COUNT);
  }

  /** Lets workloads run until all their workers have done their count. */
  Figures run(WorkloadSpec... workloads) throws Exception {
    RunSpec spec =
        new RunSpec(name, List.of(workloads), LONGEST, Duration.ZERO, INTERVAL, RECEIVE_TIMEOUT);
    return new Figures(
        new Run(
                spec,
                NanoClock.SYSTEM,
                InstantSource.system(),
                CpuMeter.ofThisProcess(),
                new SplittableRandom(SEED),
                List.of())
            .execute());
  }

  /** Parts of workers that have these in transactions, and none otherwise. */
  Map<LatencyKind, Long> inTransactions(Map<LatencyKind, Long> parts) {
    return mode.transacted() ? parts : Map.of();
  }

  /** The commits of workers that commit several iterations at a time. */
  Map<LatencyKind, Long> commits() {
    return inTransactions(Map.of(LatencyKind.COMMIT, WORKERS * commitsFor(COUNT)));
  }
}
