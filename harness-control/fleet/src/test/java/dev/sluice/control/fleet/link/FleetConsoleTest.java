package dev.sluice.control.fleet.link;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

class FleetConsoleTest {

  /** Or its leases would not be renewed. */
  @Test
  void whoTellsDoesNotWaitForATerminalThatTakesNothing() {
    CountDownLatch blocked = new CountDownLatch(1);
    Queue<String> printed = new ConcurrentLinkedQueue<>();
    FleetConsole console =
        new FleetConsole(
            line -> {
              try {
                blocked.await();
              } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
              }
              printed.add(line);
            });
    for (int i = 0; i < 100_000; i++) {
      console.accept("refused a" + i + ": its clock is not known");
    }
    assertThat(printed).isEmpty();
    assertThat(console.refusals()).hasSize(10).last().asString().startsWith("refused a99999");
    blocked.countDown();
    console.close();
    assertThat(List.copyOf(printed)).startsWith("refused a0: its clock is not known");
  }
}
