package dev.sluice.it.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.core.worker.Worker;
import dev.sluice.core.worker.Worker.Outcome;
import dev.sluice.it.run.MqProviders;
import dev.sluice.jms.destination.DestinationPlan;
import dev.sluice.jms.provider.JmsProvider;
import dev.sluice.jms.session.SessionSettings;
import dev.sluice.jms.worker.Receiver;
import dev.sluice.mqsim.client.Eventually;
import dev.sluice.mqsim.cluster.SimulatedCluster;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A receiver that is to end while the cluster moves its connection. */
class EndDuringMoveIT {

  private static final String GROUP = "UC01QM";
  private static final String FIRST = "UC01QM01";
  private static final String SECOND = "UC01QM02";
  private static final String APPLICATION = "receivers";

  /** For a host with a load of 20. */
  private static final Duration LONG_ENOUGH = Duration.ofMinutes(2);

  /** Consumers are asked to leave a second after their queue manager is told to end. */
  private static final long ASKED_TO_LEAVE_MILLIS = 1_500;

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
            CompletableFuture.runAsync(() -> cluster.stopWithReconnect(FIRST));
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

  private static Worker opened(JmsProvider provider) throws Exception {
    Worker receiver =
        Receiver.factory(
                new Receiver.Settings(
                    SessionSettings.of(provider), DestinationPlan.of("REQUEST1"), Duration.ZERO))
            .create(0);
    receiver.open();
    return receiver;
  }

  /** How many threads wait in the client for a message. */
  private static long waitingForMessages() {
    return Thread.getAllStackTraces().values().stream()
        .filter(
            stack ->
                stack.length > 0
                    && stack[0].getMethodName().equals("wait")
                    && Arrays.stream(stack)
                        .anyMatch(frame -> frame.getMethodName().equals("jmqiGet")))
        .count();
  }

  private static CompletableFuture<Outcome> iterating(Worker receiver) {
    return CompletableFuture.supplyAsync(
        () -> {
          try {
            return receiver.iterate();
          } catch (Exception e) {
            throw new AssertionError(e);
          }
        });
  }
}
