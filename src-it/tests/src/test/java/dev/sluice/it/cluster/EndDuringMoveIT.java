package dev.sluice.it.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.core.pacing.IterationTimes;
import dev.sluice.core.stats.WorkLog;
import dev.sluice.core.time.NanoClock;
import dev.sluice.core.worker.ConnectionWatch;
import dev.sluice.core.worker.Worker;
import dev.sluice.core.worker.Worker.Outcome;
import dev.sluice.core.worker.Worker.WorkerContext;
import dev.sluice.core.worker.WorkerFactory;
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
import dev.sluice.mqsim.cluster.SimulatedCluster;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Workers that are to end while the cluster moves their connections, or cannot. */
class EndDuringMoveIT {

  private static final String GROUP = "UC01QM";
  private static final String FIRST = "UC01QM01";
  private static final String SECOND = "UC01QM02";
  private static final String APPLICATION = "receivers";
  private static final DestinationPlan QUEUE = DestinationPlan.of("REQUEST1");

  /** Nobody receives from it. */
  private static final DestinationPlan PUT_QUEUE = DestinationPlan.of("REQUEST2");

  /** For a host with a load of 20. */
  private static final Duration LONG_ENOUGH = Duration.ofMinutes(2);

  /** Consumers are asked to leave a second after their queue manager is told to end. */
  private static final long ASKED_TO_LEAVE_MILLIS = 1_500;

  /** Longer than a call is left to end by itself where closing its connection ends it. */
  private static final long LEFT_ALONE_MILLIS = 5_000;

  @TempDir Path directory;

  /**
   * The request to leave waits in the cut queue manager, before the answers to what the client
   * calls during the cut, so that it comes in the middle of such a call.
   */
  @Test
  void aWaitEndsThoughTheConnectionIsMovedMeanwhile() throws Exception {
    try (SimulatedCluster cluster =
        SimulatedCluster.builder().group(GROUP).queueManagers(FIRST, SECOND).build()) {
      cluster.start(FIRST);
      Path ccdt = directory.resolve("uc01.json");
      cluster.writeCcdt(ccdt);
      try (JmsProvider provider =
          MqProviders.group(ccdt, GROUP, APPLICATION, Duration.ofMinutes(5))) {
        Worker waiting = opened(provider);
        Worker other = opened(provider);
        cluster.start(SECOND);
        CompletableFuture<Outcome> wait = iterating(waiting);
        CompletableFuture<Outcome> otherWait = iterating(other);
        assertThat(Eventually.holds(LONG_ENOUGH, () -> waitingForMessages() == 2)).isTrue();

        cluster.cutNetwork(FIRST);
        CompletableFuture<Void> ending =
            CompletableFuture.runAsync(
                () -> cluster.stopWithReconnect(FIRST), EndDuringMoveIT::start);
        waiting.unblock();
        TimeUnit.MILLISECONDS.sleep(ASKED_TO_LEAVE_MILLIS);
        cluster.restoreNetwork(FIRST);

        assertThat(wait.get(LONG_ENOUGH.toSeconds(), TimeUnit.SECONDS)).isEqualTo(Outcome.NOTHING);
        waiting.close();
        assertThat(
                Eventually.holds(
                    LONG_ENOUGH, () -> cluster.status(SECOND).instances(APPLICATION) == 1))
            .isTrue();
        other.unblock();
        assertThat(otherWait.get(LONG_ENOUGH.toSeconds(), TimeUnit.SECONDS))
            .isEqualTo(Outcome.NOTHING);
        other.close();
        ending.get(LONG_ENOUGH.toSeconds(), TimeUnit.SECONDS);
      }
    }
  }

  /**
   * While no queue manager runs, the client's calls do not return, and closing hangs. So nothing is
   * closed: workers end when their calls return, and learn that the client has reconnected.
   */
  @Test
  @Tag("soak")
  void workersEndWhenTheClientHasReconnected() throws Exception {
    try (SimulatedCluster cluster =
        SimulatedCluster.builder().group(GROUP).queueManagers(FIRST).build()) {
      cluster.start(FIRST);
      Path ccdt = directory.resolve("uc01.json");
      cluster.writeCcdt(ccdt);
      try (JmsProvider provider =
          MqProviders.group(ccdt, GROUP, APPLICATION, Duration.ofMinutes(5))) {
        AtomicInteger reconnected = new AtomicInteger();
        List<Worker> receivers =
            List.of(openedReceiver(provider, reconnected), openedReceiver(provider, reconnected));
        List<Worker> senders =
            List.of(openedSender(provider, reconnected), openedSender(provider, reconnected));
        List<CompletableFuture<Outcome>> calls = new ArrayList<>();
        receivers.forEach(receiver -> calls.add(iterating(receiver)));
        assertThat(Eventually.holds(LONG_ENOUGH, () -> waitingForMessages() == 2)).isTrue();

        cluster.kill(FIRST);
        senders.forEach(sender -> calls.add(iterating(sender)));
        assertThat(Eventually.holds(LONG_ENOUGH, () -> threadsIn("waitForReconnectComplete") == 4))
            .isTrue();
        receivers.forEach(Worker::unblock);
        senders.forEach(Worker::unblock);
        TimeUnit.MILLISECONDS.sleep(LEFT_ALONE_MILLIS);
        assertThat(threadsIn("closeUnlessClosing")).isZero();
        cluster.start(FIRST);

        for (CompletableFuture<Outcome> call : calls) {
          assertThat(call.get(LONG_ENOUGH.toSeconds(), TimeUnit.SECONDS)).isNotNull();
        }
        assertThat(Eventually.holds(LONG_ENOUGH, () -> reconnected.get() == 4)).isTrue();
        receivers.forEach(Worker::close);
        senders.forEach(Worker::close);
        assertThat(
                Eventually.holds(
                    LONG_ENOUGH, () -> cluster.status(FIRST).instances(APPLICATION) == 0))
            .isTrue();
      }
    }
  }

  private static Worker opened(JmsProvider provider) throws Exception {
    return openedReceiver(provider, new AtomicInteger());
  }

  private static Worker openedReceiver(JmsProvider provider, AtomicInteger reconnected)
      throws Exception {
    return opened(
        Receiver.factory(
            new Receiver.Settings(
                SessionSettings.of(provider), QUEUE, Duration.ZERO, ArrivalChecking.OFF)),
        reconnected);
  }

  private static Worker openedSender(JmsProvider provider, AtomicInteger reconnected)
      throws Exception {
    OutgoingMessage outgoing =
        new OutgoingMessage(new MessageSpec(BodyKind.BYTES, 100), PutOptions.NON_PERSISTENT);
    return opened(
        Sender.factory(new Sender.Settings(SessionSettings.of(provider), PUT_QUEUE, outgoing)),
        reconnected);
  }

  /**
   * @param reconnected how often the client has told so
   */
  private static Worker opened(WorkerFactory factory, AtomicInteger reconnected) throws Exception {
    Worker worker = factory.create(0);
    worker.attach(
        new WorkerContext(
            new ConnectionWatch() {
              @Override
              public void connected(String peer) {}

              @Override
              public void reconnecting(long downNanos) {}

              @Override
              public void reconnected(String peer) {
                reconnected.incrementAndGet();
              }

              @Override
              public void gaveUp() {}
            },
            WorkLog.NONE,
            IterationTimes.NONE,
            NanoClock.SYSTEM));
    worker.open();
    return worker;
  }

  /** How many threads wait in the client for a message. */
  private static long waitingForMessages() {
    return Thread.getAllStackTraces().values().stream()
        .filter(
            stack ->
                stack.length > 0
                    && stack[0].getMethodName().startsWith("wait")
                    && isIn("jmqiGet", stack))
        .count();
  }

  private static long threadsIn(String method) {
    return Thread.getAllStackTraces().values().stream()
        .filter(stack -> isIn(method, stack))
        .count();
  }

  private static boolean isIn(String method, StackTraceElement[] stack) {
    return Arrays.stream(stack).anyMatch(frame -> frame.getMethodName().equals(method));
  }

  private static CompletableFuture<Outcome> iterating(Worker worker) {
    return CompletableFuture.supplyAsync(
        () -> {
          try {
            return worker.iterate();
          } catch (Exception e) {
            throw new AssertionError(e);
          }
        },
        EndDuringMoveIT::start);
  }

  /** Each on a thread of its own: a pool may have fewer than there are calls that wait. */
  private static void start(Runnable call) {
    Thread thread = new Thread(call, "call");
    thread.setDaemon(true);
    thread.start();
  }
}
