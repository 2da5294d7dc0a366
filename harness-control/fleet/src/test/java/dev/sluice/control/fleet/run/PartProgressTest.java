package dev.sluice.control.fleet.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.control.fleet.protocol.Content;
import dev.sluice.control.fleet.protocol.FleetMessage.AgentStatus;
import dev.sluice.control.fleet.protocol.FleetMessage.AgentStatus.Phase;
import java.util.Deque;
import java.util.Map;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

class PartProgressTest {

  private static final int TURNS = 5_000;

  private final Deque<AgentStatus> told = new ConcurrentLinkedDeque<>();

  /** The last worker connects on one thread while another one finds that all are ready. */
  @Test
  void whatIsToldLastIsHowItIs() throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(2);
    CyclicBarrier together = new CyclicBarrier(2);
    try {
      for (int i = 0; i < TURNS; i++) {
        AgentPart.Progress progress = new AgentPart.Progress(told::add);
        Future<?> connected =
            threads.submit(
                () -> {
                  together.await();
                  progress.up(Map.of("senders", 3));
                  return null;
                });
        Future<?> ready =
            threads.submit(
                () -> {
                  together.await();
                  progress.ready();
                  return null;
                });
        connected.get();
        ready.get();
        assertThat(told.getLast())
            .isEqualTo(new AgentStatus(Phase.READY, Map.of("senders", 3), Content.EMPTY));
      }
    } finally {
      threads.shutdownNow();
    }
  }

  @Test
  void oneThatRunsIsNotMerelyReady() {
    AgentPart.Progress progress = new AgentPart.Progress(told::add);
    progress.become(Phase.RUNNING, Content.EMPTY);
    progress.ready();
    assertThat(progress.phase()).isEqualTo(Phase.RUNNING);
    assertThat(told).hasSize(1);
  }

  @Test
  void nothingIsToldOfOneThatNobodyWants() {
    AgentPart.Progress progress = new AgentPart.Progress(told::add);
    progress.discard();
    progress.become(Phase.FAILED, Content.of("its queue is full"));
    assertThat(told).isEmpty();
  }
}
