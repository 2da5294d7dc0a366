package dev.sluice.control.fleet.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.control.fleet.protocol.FleetMessage.AgentInfo;
import dev.sluice.control.fleet.protocol.FleetMessage.Echo;
import dev.sluice.control.fleet.protocol.FleetMessage.FileRequest;
import dev.sluice.control.fleet.protocol.FleetMessage.Heartbeat;
import dev.sluice.control.fleet.protocol.FleetMessage.Held;
import dev.sluice.control.fleet.protocol.FleetMessage.Item;
import dev.sluice.control.fleet.protocol.FleetMessage.Items;
import dev.sluice.control.fleet.protocol.FleetMessage.Orders;
import dev.sluice.control.fleet.protocol.FleetMessage.State;
import dev.sluice.core.pacing.Share;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Whom an agent obeys: messages come late, twice, and from controllers that it has left. */
class AgentTest {

  private static final long SECOND = 1_000_000_000L;
  private static final Epoch FIRST = new Epoch(1, "first");
  private static final Epoch SECOND_ONE = new Epoch(2, "second");
  private static final Task TASK = new Task("plan", Map.of(Task.PLAN, Content.of("the plan")));

  private final Link link = new Link();
  private final Work work = new Work();
  private final Agent agent =
      new Agent(
          link, new AgentInfo("agent", "host", "1", Map.of(), 4, 1), FleetTiming.standard(), work);
  private long nowNanos = 100 * SECOND;

  @BeforeEach
  void playForTheFirst() {
    agent.received(nowNanos, "first", state(FIRST, 1, false));
    for (FileRequest request : link.sent(FileRequest.class)) {
      agent.received(nowNanos, "first", Download.part(request, TASK.files()).orElseThrow());
    }
    assertThat(work.done).contains("prepare", "leased");
  }

  @Test
  void whatAControllerOrdersThatItHasLeftIsNotDone() {
    follow();
    agent.received(nowNanos, "first", state(FIRST, 2, true));
    assertThat(work.done).isEmpty();
  }

  @Test
  void theClockIsThatOfTheControllerThatItObeys() {
    follow();
    agent.received(
        nowNanos, "second", new State(SECOND_ONE, 1, echo(7 * SECOND), 0, Optional.empty()));
    agent.received(nowNanos, "first", new State(FIRST, 1, echo(0), 0, Optional.empty()));
    assertThat(agent.fleetAheadNanos()).isEqualTo(7 * SECOND);
  }

  @Test
  void theCommonEndOfMeasuringIsAReadingOfItsOwnClockAndTheFirstOneCounts() {
    follow();
    for (int version = 1; version < 4; version++) {
      Orders orders = orders(version, false, nowNanos + (9 + version) * SECOND);
      agent.received(
          nowNanos,
          "second",
          new State(SECOND_ONE, version, echo(7 * SECOND), 0, Optional.of(orders)));
    }
    assertThat(work.done).containsOnlyOnce("measures until " + (nowNanos + 3 * SECOND));
    assertThat(work.done.stream().filter(each -> each.startsWith("measures"))).hasSize(1);
  }

  /** Both number their orders from one. */
  @Test
  void ordersThatItDoesNotHaveYetLeaseNothing() {
    follow();
    nowNanos += SECOND;
    agent.received(nowNanos, "second", new State(SECOND_ONE, 1, echo(0), 0, Optional.empty()));
    assertThat(work.done).isEmpty();
    agent.received(nowNanos, "second", state(SECOND_ONE, 1, false));
    assertThat(work.done).containsExactly("leased");
  }

  @Test
  void whatItHoldsIsToldToAControllerThatFollowsUntilThatHasAnswered() {
    follow();
    agent.tick(nowNanos + SECOND);
    Heartbeat told = lastHeartbeat();
    assertThat(told.epoch()).isEqualTo(SECOND_ONE);
    assertThat(told.version()).isEqualTo(-1);
    Held held = told.held().orElseThrow();
    assertThat(held.ordered()).isEqualTo(FIRST);
    assertThat(held.orders().task()).isEqualTo(TASK.id());
    assertThat(held.leaseLeftNanos()).isEqualTo(3 * SECOND);
    agent.tick(nowNanos + 2 * SECOND);
    assertThat(lastHeartbeat().held()).as("as no answer has come").isPresent();
    agent.received(
        nowNanos + 2 * SECOND,
        "second",
        new State(SECOND_ONE, -1, new Echo("", told.sequence(), 0, 0, 0), 0, Optional.empty()));
    agent.tick(nowNanos + 3 * SECOND);
    assertThat(lastHeartbeat().held()).isEmpty();
  }

  @Test
  void whatNobodyFollowsIsForgottenAndNotTakenAgain() {
    nowNanos += 299 * SECOND;
    agent.tick(nowNanos);
    assertThat(work.done).doesNotContain("forget");
    nowNanos += 2 * SECOND;
    agent.tick(nowNanos);
    assertThat(work.done).containsOnlyOnce("forget");
    assertThat(lastHeartbeat().task()).isEmpty();
    link.sent.clear();
    agent.received(nowNanos, "first", state(FIRST, 5, false));
    assertThat(link.sent(FileRequest.class)).as("its figures are gone").isEmpty();
  }

  @Test
  void whileTwoHubsAnswerItDoesNothing() {
    agent.split(nowNanos, true);
    assertThat(work.leaseEndNanos).isEqualTo(nowNanos);
    link.sent.clear();
    agent.received(nowNanos, "first", state(FIRST, 2, false));
    agent.tick(nowNanos + SECOND);
    assertThat(link.sent).isEmpty();
    assertThat(work.leaseEndNanos).isEqualTo(nowNanos);
    agent.split(nowNanos, false);
    agent.received(nowNanos, "first", state(FIRST, 2, false));
    assertThat(work.leaseEndNanos).isGreaterThan(nowNanos);
  }

  private Heartbeat lastHeartbeat() {
    List<Heartbeat> sent = link.sent(Heartbeat.class);
    return sent.get(sent.size() - 1);
  }

  /** A week of intervals of a minute. */
  @Test
  void anAgentKeepsNoMoreAfterAWeekThanAfterAnHour() {
    long afterAnHour = keptAfter(0, 60);
    assertThat(keptAfter(60, 7 * 24 * 60)).isLessThanOrEqualTo(2 * afterAnHour);
  }

  /** What another controller is sent, once all items up to a number have been made and taken. */
  private long keptAfter(int from, int to) {
    for (int number = from + 1; number <= to; number++) {
      agent.add(Item.Payload.INTERVAL, number, Content.of("interval " + number));
      if (number % 30 == 0) {
        agent.add(Item.Payload.EVENT, 0, Content.of("something happened"));
        agent.add(Item.Payload.SUM, number, Content.of("all up to " + number));
      }
    }
    Epoch next = new Epoch(to + 10L, "next-" + to);
    agent.received(nowNanos, next.issuer(), state(next, 1, false));
    link.sent.clear();
    nowNanos += SECOND;
    agent.tick(nowNanos);
    List<Item> kept =
        link.sent(Items.class).stream().flatMap(each -> each.items().stream()).toList();
    assertThat(kept.get(0).payload()).isEqualTo(Item.Payload.SUM);
    assertThat(kept.get(0).after()).isEqualTo(-1);
    return kept.size();
  }

  @Test
  void aControllerThatIsNotHeardKeepsNobodyBeyondThePlansEnd() {
    work.endNanos = nowNanos + 3 * SECOND;
    for (int i = 0; i < 60; i++) {
      nowNanos += SECOND / 4;
      agent.tick(nowNanos);
    }
    assertThat(work.leaseEndNanos).isEqualTo(work.endNanos);
  }

  /** It may lead long before it has read the plan; after the plan's end, some still drain. */
  @Test
  void aControllerThatFollowsLeasesNothingBeyondThePlansEndUntilItStopsTheRun() {
    work.endNanos = nowNanos + 3 * SECOND;
    follow();
    for (long version = 1; version <= 5; version++) {
      agent.received(nowNanos, "second", state(SECOND_ONE, version, false));
      assertThat(work.leaseEndNanos).isEqualTo(work.endNanos);
      nowNanos += SECOND;
    }
    agent.received(nowNanos, "second", state(SECOND_ONE, 6, true));
    assertThat(work.leaseEndNanos).isGreaterThan(nowNanos);
  }

  /** The first controller is dead, and another one follows it. */
  private void follow() {
    agent.received(nowNanos, "second", new State(SECOND_ONE, -1, Echo.NONE, 0, Optional.empty()));
    assertThat(agent.epoch()).isEqualTo(SECOND_ONE);
    work.done.clear();
  }

  /** A heartbeat was sent, received and answered just now. */
  private Echo echo(long fleetAheadNanos) {
    return new Echo("", 0, nowNanos, nowNanos + fleetAheadNanos, nowNanos + fleetAheadNanos);
  }

  private State state(Epoch epoch, long version, boolean stops) {
    Orders orders = orders(version, stops, Long.MAX_VALUE);
    return new State(epoch, version, echo(0), 0, Optional.of(orders));
  }

  private static Orders orders(long version, boolean stops, long endNanos) {
    Map<String, Long> files = new HashMap<>();
    TASK.files().forEach((file, content) -> files.put(file, (long) content.size()));
    return new Orders(
        version,
        4 * SECOND,
        TASK.id(),
        files,
        stops,
        Long.MAX_VALUE,
        endNanos,
        List.of(),
        Content.EMPTY);
  }

  /** Keeps what is sent. */
  private static final class Link implements FleetLink {

    private final List<FleetMessage> sent = new ArrayList<>();

    <T extends FleetMessage> List<T> sent(Class<T> kind) {
      return sent.stream().filter(kind::isInstance).map(kind::cast).toList();
    }

    @Override
    public String self() {
      return "agent";
    }

    @Override
    public void send(String member, FleetMessage message) {
      sent.add(message);
    }

    @Override
    public long wallAheadNanos() {
      return 0;
    }
  }

  /** Keeps what is done. */
  private static final class Work implements AgentWork, AgentWork.Part {

    private final List<String> done = new ArrayList<>();
    private long endNanos = Long.MAX_VALUE;
    private long leaseEndNanos;

    @Override
    public Part prepare(Task task) {
      done.add("prepare");
      return this;
    }

    @Override
    public void startAt(long localNanos) {
      done.add("start");
    }

    @Override
    public void workers(String workload, int workers) {
      done.add("workers");
    }

    @Override
    public void follow(String workload, Share share) {
      done.add("follow");
    }

    @Override
    public void leaseUntil(long localNanos) {
      done.add("leased");
      leaseEndNanos = localNanos;
    }

    @Override
    public long endNanos() {
      return endNanos;
    }

    @Override
    public void measureUntil(long localNanos) {
      done.add("measures until " + localNanos);
    }

    @Override
    public void stop() {
      done.add("stop");
    }

    @Override
    public void forget() {
      done.add("forget");
    }

    @Override
    public void noted(String line) {
      done.add("noted");
    }
  }
}
