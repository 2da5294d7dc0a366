package dev.sluice.control.fleet.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.control.cli.command.ScenarioVocabulary;
import dev.sluice.control.fleet.protocol.AgentWork;
import dev.sluice.control.fleet.protocol.Content;
import dev.sluice.control.fleet.protocol.FleetLink;
import dev.sluice.control.fleet.protocol.FleetMessage;
import dev.sluice.control.fleet.protocol.FleetMessage.AgentInfo;
import dev.sluice.control.fleet.protocol.FleetMessage.AgentStatus;
import dev.sluice.control.fleet.protocol.FleetMessage.AgentStatus.Phase;
import dev.sluice.control.fleet.protocol.FleetMessage.Inquiry;
import dev.sluice.control.fleet.protocol.FleetMessage.Presence;
import dev.sluice.control.fleet.protocol.FleetTiming;
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
import java.util.function.Consumer;
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
    AgentRun[] made = new AgentRun[1];
    AgentRun agent =
        new AgentRun(
            new Answers(
                status -> {
                  if (status.phase() == Phase.READY) {
                    ready.countDown();
                  }
                }),
            order -> {
              synchronized (made) {
                order.run();
                made[0].agent().received(0, "somebody", new Inquiry(0));
              }
            },
            new AgentInfo("a1", "localhost", "test", Map.of(), 1, 1),
            FleetTiming.standard(),
            new ScenarioVocabulary(new Secrets()),
            variable -> Optional.empty(),
            new Secrets(),
            NanoClock.SYSTEM,
            line -> {});
    made[0] = agent;
    try {
      AgentWork.Part part = agent.prepare(new Task("1", Map.of(Task.PLAN, task(run))));
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

  /** Learns what the agent answers to who asks how it is. */
  private record Answers(Consumer<AgentStatus> told) implements FleetLink {

    @Override
    public String self() {
      return "a1";
    }

    @Override
    public void send(String member, FleetMessage message) {
      if (message instanceof Presence presence) {
        told.accept(presence.heartbeat().status());
      }
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
            Map.of("senders", new Placement(1, List.of("a1"))),
            "",
            Map.of(),
            0)
        .content();
  }
}
