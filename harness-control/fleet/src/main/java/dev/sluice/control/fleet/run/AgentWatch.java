package dev.sluice.control.fleet.run;

import dev.sluice.control.fleet.codec.MessageCodec.MalformedMessage;
import dev.sluice.control.fleet.codec.RecordCodec;
import dev.sluice.control.fleet.protocol.AgentEvents;
import dev.sluice.control.fleet.protocol.AgentView;
import dev.sluice.control.fleet.protocol.Content;
import dev.sluice.control.fleet.protocol.FleetMessage.AgentStatus.Phase;
import dev.sluice.control.fleet.protocol.FleetMessage.Item;
import dev.sluice.core.bus.ConnectionEvent;
import dev.sluice.core.bus.EventBus;
import dev.sluice.core.bus.RunEvent;
import dev.sluice.core.result.Snapshot;
import dev.sluice.core.result.Totals;
import dev.sluice.core.run.RunStatus.RunPhase;
import dev.sluice.core.time.Signal;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Watches the agents of a run: hands on what they tell, and tells people what becomes of them. Used
 * by the fleet's thread.
 *
 * @param stats takes their figures
 * @param bus takes their events
 * @param phase of the run; nothing is told of agents before and after it
 * @param notes is told in single lines what becomes of them
 * @param changes is raised after each change
 * @param views of agents by member, as they were last
 */
record AgentWatch(
    FleetStats stats,
    EventBus bus,
    Supplier<RunPhase> phase,
    Consumer<String> notes,
    Signal changes,
    Map<String, AgentView> views)
    implements AgentEvents {

  private static final Logger LOG = LoggerFactory.getLogger(AgentWatch.class);
  private static final RecordCodec RECORDS = RecordCodec.PLAIN;

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
  public void departed(AgentView agent, Map<String, Double> iterations) {
    stats.departed(agent.member(), iterations);
    notes.accept(
        String.format(
            Locale.ROOT,
            "agent %s %s; %,.0f iterations of its share were unassigned",
            agent.info().name(),
            switch (agent.condition()) {
              case DEAD -> "is dead";
              case LEFT -> "has left";
              default -> "was silent until its lease ran out";
            },
            iterations.values().stream().mapToDouble(each -> each).sum()));
    changes.raise();
  }

  @Override
  public void item(AgentView agent, Item item) {
    try {
      Content told = item.content();
      switch (item.kind()) {
        case INTERVAL -> stats.add(agent, RECORDS.decode(Snapshot.class, told));
        case SUM -> stats.add(agent, RECORDS.decode(Totals.class, told));
        case DELIVERIES -> stats.addDeliveries(item.number(), told.text());
        case EVENT -> event(agent.info().name(), RECORDS.decode(RunEvent.class, told));
        case CONNECTION ->
            connection(agent.info().name(), RECORDS.decode(ConnectionEvent.class, told));
        case FINAL -> stats.add(agent, RECORDS.decode(AgentTotals.Report.class, told));
      }
    } catch (MalformedMessage e) {
      LOG.warn("agent {} sent an unknown message: {}", agent.info().name(), e.getMessage());
    }
    changes.raise();
  }

  private void event(String agent, RunEvent event) {
    String text = agent + ": " + event.text();
    bus.event(
        new RunEvent(event.time(), event.sinceStartNanos(), event.kind(), event.workload(), text));
  }

  private void connection(String agent, ConnectionEvent event) {
    String worker = agent + "/" + event.worker();
    ConnectionEvent named =
        new ConnectionEvent(
            event.time(), event.sinceStartNanos(), event.workload(), worker, event.change());
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
