package dev.sluice.control.fleet.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.control.cli.command.ScenarioVocabulary;
import dev.sluice.control.fleet.protocol.AgentWork;
import dev.sluice.control.fleet.protocol.Content;
import dev.sluice.control.fleet.protocol.FleetMessage.AgentStatus;
import dev.sluice.control.fleet.protocol.FleetMessage.AgentStatus.Phase;
import dev.sluice.control.fleet.protocol.FleetMessage.Item;
import dev.sluice.control.fleet.protocol.Task;
import dev.sluice.control.fleet.run.FleetTask.Placement;
import dev.sluice.control.secret.Secrets;
import dev.sluice.core.time.NanoClock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Timeout(60)
class AgentRunTest {

  /** An agent whose controller is dead goes on until then, see AgentTest. */
  @ParameterizedTest
  @CsvSource({"'{duration: 14s, warmup: 4s}', 14", "'{duration: 2h}', 7200", "'{}', "})
  void itsPartEndsWhenThePlanDoes(String run, Integer seconds) throws Exception {
    long startNanos = NanoClock.SYSTEM.nanos() + Duration.ofHours(1).toNanos();
    CountDownLatch ready = new CountDownLatch(1);
    AgentRun agent =
        new AgentRun(
            "a1",
            new ScenarioVocabulary(new Secrets()),
            variable -> Optional.empty(),
            new Secrets(),
            NanoClock.SYSTEM,
            new AgentRun.Reporter() {
              @Override
              public void status(AgentStatus status) {
                if (status.phase() == Phase.READY) {
                  ready.countDown();
                }
              }

              @Override
              public void item(Item.Kind kind, long number, Content content) {}
            },
            line -> {});
    try {
      AgentWork.Part part = agent.prepare(new Task("1", task(run), Map.of()));
      assertThat(ready.await(50, TimeUnit.SECONDS)).isTrue();
      assertThat(part.endNanos()).as("before it begins").isEqualTo(Long.MAX_VALUE);
      part.startAt(startNanos);
      assertThat(part.endNanos())
          .isEqualTo(
              seconds == null
                  ? Long.MAX_VALUE
                  : startNanos + Duration.ofSeconds(seconds).toNanos());
    } finally {
      agent.close();
    }
  }

  private static Content task(String run) {
    return new FleetTask(
            "test",
            """
            providers: {p: {type: 'null'}}
            workloads: {senders: {type: send, queue: Q, threads: 1, rate: 1}}
            run: %s
            """
                .formatted(run),
            Map.of("senders", new Placement(1, List.of("a1"))))
        .content();
  }
}
