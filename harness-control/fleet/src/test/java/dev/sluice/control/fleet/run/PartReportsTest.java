package dev.sluice.control.fleet.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.control.fleet.protocol.Agent;
import dev.sluice.control.fleet.protocol.AgentWork;
import dev.sluice.control.fleet.protocol.Content;
import dev.sluice.control.fleet.protocol.FleetLink;
import dev.sluice.control.fleet.protocol.FleetMessage;
import dev.sluice.control.fleet.protocol.FleetMessage.AgentInfo;
import dev.sluice.control.fleet.protocol.FleetMessage.AgentStatus;
import dev.sluice.control.fleet.protocol.FleetMessage.AgentStatus.Phase;
import dev.sluice.control.fleet.protocol.FleetMessage.Heartbeat;
import dev.sluice.control.fleet.protocol.FleetTiming;
import dev.sluice.control.fleet.protocol.Task;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class PartReportsTest {

  private static final int TURNS = 5_000;

  private final ExecutorService protocol = Executors.newSingleThreadExecutor();
  private final List<FleetMessage> sent = new ArrayList<>();
  private final AtomicLong nanos = new AtomicLong();
  private final Agent agent =
      new Agent(
          new FleetLink() {
            @Override
            public String self() {
              return "a1";
            }

            @Override
            public void send(String member, FleetMessage message) {
              sent.add(message);
            }
          },
          new AgentInfo("a1", "host", "1", Map.of(), 1, 1),
          FleetTiming.standard(),
          new AgentWork() {
            @Override
            public Part prepare(Task task) {
              throw new UnsupportedOperationException("there is no controller");
            }

            @Override
            public void noted(String line) {}
          });

  @AfterEach
  void end() {
    protocol.shutdownNow();
  }

  /** As the next heartbeat has it. */
  private AgentStatus status() throws Exception {
    return protocol
        .submit(
            () -> {
              agent.tick(nanos.addAndGet(FleetTiming.standard().heartbeatNanos()));
              return ((Heartbeat) sent.get(sent.size() - 1)).status();
            })
        .get();
  }

  private AgentPart.Reports preparing() {
    AgentPart.Reports reports = new AgentPart.Reports(protocol, agent);
    reports.status(idle -> idle.in(Phase.PREPARING, Content.EMPTY));
    return reports;
  }

  /** The last worker connects on one thread while another one finds that all are ready. */
  @Test
  void whatIsToldLastIsHowItIs() throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(2);
    CyclicBarrier together = new CyclicBarrier(2);
    try {
      for (int i = 0; i < TURNS; i++) {
        AgentPart.Reports reports = preparing();
        Future<?> connected =
            threads.submit(
                () -> {
                  together.await();
                  reports.status(each -> each.up(Map.of("senders", 3)));
                  return null;
                });
        Future<?> ready =
            threads.submit(
                () -> {
                  together.await();
                  reports.status(AgentStatus::connected);
                  return null;
                });
        connected.get();
        ready.get();
        assertThat(status())
            .isEqualTo(new AgentStatus(Phase.READY, Map.of("senders", 3), Content.EMPTY));
      }
    } finally {
      threads.shutdownNow();
    }
  }

  @Test
  void oneThatRunsIsNotMerelyReady() throws Exception {
    AgentPart.Reports reports = preparing();
    reports.status(each -> each.in(Phase.RUNNING, Content.EMPTY));
    reports.status(AgentStatus::connected);
    assertThat(status().phase()).isEqualTo(Phase.RUNNING);
  }

  /** Neither in its status nor among the items of the task after it. */
  @Test
  void nothingIsToldOfOneThatNobodyWants() throws Exception {
    AgentPart.Reports reports = preparing();
    List<Agent> told = new ArrayList<>();
    assertThat(status().phase()).isEqualTo(Phase.PREPARING);
    reports.over();
    reports.status(each -> each.in(Phase.FAILED, Content.of("its queue is full")));
    reports.tell(told::add);
    assertThat(status().phase()).isEqualTo(Phase.PREPARING);
    assertThat(told).isEmpty();
  }
}
