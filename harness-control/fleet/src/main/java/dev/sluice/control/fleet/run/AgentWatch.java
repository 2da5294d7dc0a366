package dev.sluice.control.fleet.run;

import dev.sluice.control.fleet.protocol.AgentStatus.Phase;
import dev.sluice.control.fleet.protocol.AgentView;
import dev.sluice.control.fleet.protocol.ControllerEvents.Departure;
import dev.sluice.control.fleet.protocol.Item;
import dev.sluice.control.format.EventJson;
import dev.sluice.control.format.EventJson.RecordedEvents;
import dev.sluice.core.bus.ConnectionEvent;
import dev.sluice.core.bus.EventBus;
import dev.sluice.core.bus.RunEvent;
import dev.sluice.core.run.RunStatus.RunPhase;
import dev.sluice.core.time.Signal;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.json.JSONException;
import org.json.JSONObject;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Watches the agents of a run: hands on what they tell, and tells people what becomes of them. Used
 * by the fleet's thread.
 */
final class AgentWatch implements FleetListener {

  private static final Logger LOG = LoggerFactory.getLogger(AgentWatch.class);

  private final FleetStats stats;
  private final EventBus bus;
  private final Supplier<RunPhase> phase;
  private final Consumer<String> notes;
  private final Signal changes;
  private final Map<String, AgentView> views = new HashMap<>(); // by member, as they were last

  /**
   * @param stats takes their figures
   * @param bus takes their events
   * @param phase of the run; nothing is told of agents before and after it
   * @param notes is told in single lines what becomes of them
   * @param changes is raised after each change
   */
  AgentWatch(
      FleetStats stats,
      EventBus bus,
      Supplier<RunPhase> phase,
      Consumer<String> notes,
      Signal changes) {
    this.stats = stats;
    this.bus = bus;
    this.phase = phase;
    this.notes = notes;
    this.changes = changes;
  }

  @Override
  public void changed(AgentView agent) {
    AgentView before = views.put(agent.member(), agent);
    changes.raise();
    RunPhase now = phase.get();
    if (now == RunPhase.CONNECTING || now == RunPhase.ENDED) {
      return;
    }
    if (!stats.knows(agent.member())) {
      bystanderChanged(agent, before);
      return;
    }
    if (before != null && before.condition() != agent.condition()) {
      conditionChanged(agent, before.condition());
    }
    if (agent.status().phase() == Phase.FAILED
        && (before == null || before.status().phase() != Phase.FAILED)) {
      stats.expectNoMore(agent.member());
      notes.accept("agent " + agent.info().name() + " failed: " + agent.status().content().text());
    }
  }

  /** An agent without a part; that it has gone is told by {@link #departed}. */
  private void bystanderChanged(AgentView agent, AgentView before) {
    if (before == null) {
      notes.accept("agent " + agent.info().name() + " has come");
    } else if (before.condition() != agent.condition()
        && agent.condition() == AgentView.Condition.PRESENT) {
      notes.accept("agent " + agent.info().name() + " is heard again");
    }
  }

  private void conditionChanged(AgentView agent, AgentView.Condition before) {
    String name = agent.info().name();
    switch (agent.condition()) {
      case PRESENT -> {
        stats.back(agent.member());
        notes.accept("agent " + name + " is heard again");
      }
      case SILENT ->
          notes.accept("agent " + name + " is silent; its share waits for its lease to run out");
      case STOPPED, DEAD, LEFT -> {
        stats.expectNoMore(agent.member());
        boolean wasThere =
            before == AgentView.Condition.PRESENT || before == AgentView.Condition.SILENT;
        if (wasThere && agent.isGone()) {
          stats.gone(agent.member());
        }
      }
    }
  }

  @Override
  public void departed(Departure departure) {
    stats.departed(departure.agent().member(), departure.iterations());
    notes.accept(
        String.format(
            Locale.ROOT,
            "agent %s %s; %,.0f iterations of its share were unassigned",
            departure.agent().info().name(),
            switch (departure.condition()) {
              case DEAD -> "is dead";
              case LEFT -> "has left";
              default -> "was silent until its lease ran out";
            },
            departure.iterations().values().stream().mapToDouble(each -> each).sum()));
    changes.raise();
  }

  @Override
  public void item(AgentView agent, Item item) {
    try {
      String text = item.content().text();
      switch (item.kind()) {
        case INTERVAL -> stats.add(agent, IntervalReport.parse(new JSONObject(text)));
        case SUM -> stats.add(agent, IntervalTotals.parse(text));
        case DELIVERIES -> stats.addDeliveries(item.number(), text);
        case EVENT -> event(agent.info().name(), text);
        case FINAL -> stats.add(agent, FinalReport.parse(text));
      }
    } catch (JSONException e) {
      LOG.warn("agent {} sent an unknown message: {}", agent.info().name(), e.getMessage());
    }
    changes.raise();
  }

  private void event(String agent, String line) {
    RecordedEvents events = new RecordedEvents(new ArrayList<>(), new ArrayList<>());
    EventJson.parse(line.strip(), events);
    for (RunEvent each : events.run()) {
      bus.event(
          new RunEvent(
              each.time(),
              each.sinceStartNanos(),
              each.kind(),
              each.workload(),
              agent + ": " + each.text()));
    }
    for (ConnectionEvent each : events.connections()) {
      ConnectionEvent named =
          new ConnectionEvent(
              each.time(),
              each.sinceStartNanos(),
              each.workload(),
              agent + "/" + each.worker(),
              each.change());
      bus.event(
          new RunEvent(
              named.time(),
              named.sinceStartNanos(),
              RunEvent.Kind.CONNECTION,
              named.workload(),
              named.text()));
      bus.connections(List.of(named));
    }
  }
}
