package dev.sluice.core.worker;

import static dev.sluice.core.worker.ConnectionWatch.ConnectionChange.Transition.BACK;
import static dev.sluice.core.worker.ConnectionWatch.ConnectionChange.Transition.GIVEN_UP;
import static dev.sluice.core.worker.ConnectionWatch.ConnectionChange.Transition.LOST;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.core.time.SimulatedClock;
import dev.sluice.core.worker.ConnectionWatch.ConnectionChange;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** How reports of a provider and of a worker about a connection are counted. */
class WorkerConnectionTest {

  private final List<ConnectionChange> changes = new ArrayList<>();
  private final SimulatedClock clock = new SimulatedClock();
  private final WorkerConnection connection = new WorkerConnection(clock, changes::add);

  @BeforeEach
  void connect() {
    connection.connected("QM1");
  }

  @Test
  void aConnectionThatIsUpHasNothingToTell() {
    connection.reconnected("QM2");
    connection.gaveUp();

    assertThat(changes).isEmpty();
    assertThat(connection.peer()).isEqualTo("QM1");
  }

  @Test
  void theProviderMovesIt() {
    connection.reconnecting(30);
    assertThat(connection.peer()).isEqualTo("QM1");
    clock.advance(50);
    connection.reconnected("QM2");

    assertThat(connection.peer()).isEqualTo("QM2");
    assertThat(changes)
        .containsExactly(
            new ConnectionChange(LOST, "QM1", "", 30),
            new ConnectionChange(BACK, "QM1", "QM2", 80));
    assertThat(changes.get(1).moved()).isTrue();
  }

  @Test
  void aLossToldTwiceIsOne() {
    connection.reconnecting(0);
    connection.reconnecting(0);
    connection.reconnected("QM1");

    assertThat(changes).extracting(ConnectionChange::transition).containsExactly(LOST, BACK);
    assertThat(changes.get(1).moved()).isFalse();
  }

  @Test
  void theWorkerReopensWhatTheProviderGaveUpAndTheTimeCountsFromTheLoss() {
    connection.reconnecting(0);
    clock.advance(10);
    connection.gaveUp();
    clock.advance(5);
    connection.reopening(clock.nanos());
    clock.advance(15);
    connection.connected("QM3");
    connection.reopened();

    assertThat(changes)
        .containsExactly(
            new ConnectionChange(LOST, "QM1", "", 0),
            new ConnectionChange(GIVEN_UP, "QM1", "", 10),
            new ConnectionChange(BACK, "QM1", "QM3", 30));
  }

  @Test
  void theProviderIsIgnoredWhileTheWorkerReopensItsConnection() {
    connection.reopening(clock.nanos());
    connection.reconnecting(0);
    connection.reconnected("QM9");
    connection.gaveUp();
    connection.connected("QM2");
    connection.reopened();

    assertThat(changes).extracting(ConnectionChange::transition).containsExactly(LOST, BACK);
    assertThat(connection.peer()).isEqualTo("QM2");
  }
}
