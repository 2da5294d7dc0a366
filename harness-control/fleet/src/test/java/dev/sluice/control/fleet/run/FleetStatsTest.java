package dev.sluice.control.fleet.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.control.fleet.codec.RecordCodec;
import dev.sluice.control.fleet.protocol.AgentView;
import dev.sluice.control.fleet.protocol.AgentView.Condition;
import dev.sluice.control.fleet.protocol.Content;
import dev.sluice.control.fleet.protocol.FleetMessage.AgentInfo;
import dev.sluice.control.fleet.protocol.FleetMessage.AgentStatus;
import dev.sluice.control.fleet.protocol.FleetMessage.Item;
import dev.sluice.core.bus.EventBus;
import dev.sluice.core.bus.RunEvent;
import dev.sluice.core.bus.Sink;
import dev.sluice.core.bus.Timeline;
import dev.sluice.core.result.CpuUse;
import dev.sluice.core.result.Hindrance;
import dev.sluice.core.result.RunBatches;
import dev.sluice.core.result.Snapshot;
import dev.sluice.core.result.Summary;
import dev.sluice.core.result.Verdict;
import dev.sluice.core.run.RateTarget;
import dev.sluice.core.run.RunSpec;
import dev.sluice.core.run.RunStatus.RunPhase;
import dev.sluice.core.run.WorkloadSpec;
import dev.sluice.core.stats.Counter;
import dev.sluice.core.stats.Counts;
import dev.sluice.core.stats.Unfinished;
import dev.sluice.core.stats.Window;
import dev.sluice.core.time.NanoClock;
import dev.sluice.core.time.Signal;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * What becomes of what agents tell. One that sends what cannot be is named, and nobody waits for it
 * or counts with it.
 */
class FleetStatsTest {

  private final List<String> told = new ArrayList<>();
  private final NanoClock clock = NanoClock.SYSTEM;
  private final List<RunEvent> passedOn = new CopyOnWriteArrayList<>();
  private final EventBus bus =
      new EventBus(
          clock,
          List.of(
              new Sink() {
                @Override
                public void event(RunEvent event) {
                  passedOn.add(event);
                }
              }));
  private final FleetStats stats =
      new FleetStats(
          new RunSpec(
              "",
              List.of(
                  WorkloadSpec.of(
                      "senders",
                      index -> {
                        throw new IllegalStateException("it works elsewhere");
                      },
                      2,
                      new RateTarget.Total(100))),
              Duration.ZERO,
              Duration.ZERO,
              Duration.ofSeconds(1),
              Duration.ofSeconds(30)),
          new Timeline(
              clock,
              () -> Instant.EPOCH,
              new Sink() {
                @Override
                public void event(RunEvent event) {
                  told.add(event.text());
                }
              }),
          bus,
          List.of(),
          () -> RunPhase.RUNNING,
          new Signal(clock));

  /** Every conclusion on the fleet reads what hindered an agent, as it would there. */
  @ParameterizedTest
  @EnumSource
  void whatHinderedAnAgentReachesTheFleet(Hindrance.Kind kind) throws InterruptedException {
    Hindrance hindrance = new Hindrance(kind, 1_000, 2_000, 900, 800, "console");
    RunEvent event =
        new RunEvent(
            Instant.EPOCH,
            2_000,
            RunEvent.Kind.HARNESS,
            "",
            hindrance.text(),
            Optional.of(hindrance));
    stats.expect(List.of(view("a1")));

    tell("a1", Item.Payload.EVENT, RecordCodec.PLAIN.encode(event));
    bus.close(Duration.ofSeconds(60));

    assertThat(passedOn).hasSize(1);
    assertThat(passedOn.get(0).hindrance()).contains(hindrance);
    assertThat(passedOn.get(0).text()).isEqualTo("a1: " + hindrance.text());
  }

  @Test
  void theVerdictOnAFleetNamesWhatHinderedAnAgentAfterTheWarmUp() throws InterruptedException {
    Hindrance early = new Hindrance(Hindrance.Kind.STANDSTILL, 0, 300_000_000, 300_000_000);
    Hindrance late =
        new Hindrance(Hindrance.Kind.STANDSTILL, 1_200_000_000, 1_700_000_000, 500_000_000);
    stats.expect(List.of(view("a1")));
    for (Hindrance each : List.of(early, late)) {
      RunEvent event =
          new RunEvent(Instant.EPOCH, 0, RunEvent.Kind.HARNESS, "", each.text(), Optional.of(each));
      tell("a1", Item.Payload.EVENT, RecordCodec.PLAIN.encode(event));
    }
    Map<Counter, Long> half =
        Map.of(
            Counter.DUE,
            100L,
            Counter.DONE,
            50L,
            Counter.DROPPED,
            50L,
            Counter.DROPPED_HARNESS,
            50L);
    Snapshot dropped = interval(2, 0, 0).with(each -> each.asking(100).counting(Counts.of(half)));
    tell("a1", Item.Payload.INTERVAL, RecordCodec.PLAIN.encode(interval(1, 100, 100).asWarmup()));
    tell("a1", Item.Payload.INTERVAL, RecordCodec.PLAIN.encode(dropped));

    Verdict verdict =
        stats
            .summary(Instant.EPOCH, "the end", Map.of("senders", 0.0), List.of())
            .workloads()
            .get(0)
            .verdict();
    assertThat(verdict.kind()).isEqualTo(Verdict.Kind.HARNESS_LIMITED);
    assertThat(verdict.explanation())
        .contains(late.cause() + " " + late.when())
        .doesNotContain(early.when());
    bus.close(Duration.ofSeconds(60));
  }

  @ParameterizedTest
  @EnumSource(names = {"INTERVAL", "SUM", "FINAL"})
  void bytesThatAreNoFigures(Item.Payload kind) throws InterruptedException {
    broken(kind, Content.of("no figures"));
  }

  @Test
  void moreThanWasDue() throws InterruptedException {
    broken(Item.Payload.INTERVAL, RecordCodec.PLAIN.encode(interval(1, 100, 250)));
  }

  private void broken(Item.Payload kind, Content content) throws InterruptedException {
    stats.expect(List.of(view("a1"), view("a2")));
    stats.changed(view("a1"));
    stats.changed(view("a2"));
    tell("a1", Item.Payload.INTERVAL, RecordCodec.PLAIN.encode(interval(1, 100, 100)));
    tell("a2", kind, content);
    assertThat(told).filteredOn(each -> each.contains("agent a2 sent what cannot be")).hasSize(1);
    assertThat(stats.newlyBroken()).containsExactly("a2");
    assertThat(stats.newlyBroken()).isEmpty();
    assertThat(stats.allTold()).as("a1 has more to tell").isFalse();

    tell("a2", Item.Payload.INTERVAL, RecordCodec.PLAIN.encode(interval(1, 100, 100)));
    stats.changed(view("a2")); // which it still is
    tell("a1", Item.Payload.FINAL, RecordCodec.PLAIN.encode(report()));
    assertThat(stats.allTold()).as("nothing is waited for").isTrue();
    Summary summary = stats.summary(Instant.EPOCH, "the end", Map.of("senders", 0.0), List.of());
    assertThat(summary.workloads().get(0).measured().counts().due()).isEqualTo(100);
    bus.close(Duration.ofSeconds(10));
  }

  private void tell(String agent, Item.Payload kind, Content content) {
    stats.item(view(agent), new Item(0, -1, kind, 1, content));
  }

  private static AgentView view(String name) {
    return new AgentView(
        name,
        new AgentInfo(name, "host", "1", Map.of(), 1, 1),
        "task",
        Condition.PRESENT,
        AgentStatus.IDLE,
        0,
        true,
        0,
        true,
        0);
  }

  private static Window window(long due, long done) {
    return Window.of(
            (double) due,
            Counts.of(Map.of(Counter.DUE, due, Counter.DONE, done)),
            Map.of(),
            Unfinished.NOTHING)
        .as("senders", 1_000_000_000L, List.of(), Window.none("senders").end());
  }

  private static Snapshot interval(long number, long due, long done) {
    return new Snapshot(
        number,
        Instant.EPOCH,
        number * 1_000_000_000L,
        1_000_000_000L,
        false,
        "",
        0.5,
        List.of(window(due, done)));
  }

  private static Summary report() {
    return new Summary(
        "",
        Instant.EPOCH,
        1_000_000_000L,
        0,
        new CpuUse(1_000, 1_000_000_000L, 2),
        List.of(),
        new RunBatches(),
        "the end",
        List.of(),
        List.of());
  }
}
