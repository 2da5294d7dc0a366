package dev.sluice.control.fleet.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/** Agents whose clock is not known well enough, in virtual time. */
class InexactClockTest {

  private static FleetTiming timing(long clockErrorNanos) {
    FleetTiming standard = FleetTiming.standard();
    return new FleetTiming(
        standard.tickNanos(),
        standard.heartbeatNanos(),
        standard.leadNanos(),
        standard.leaseNanos(),
        standard.keepNanos(),
        standard.suspectNanos(),
        clockErrorNanos,
        standard.strictLeases());
  }

  /** On this network no message takes so little time that a clock is known to a nanosecond. */
  @Test
  void bothSidesAreToldInOneLineWhyOneGetsNoShare() {
    SimulatedNetwork network = new SimulatedNetwork(1, 10 * SimulatedNetwork.SECONDS, () -> {});
    FleetTiming timing = timing(1);
    SimulatedController controller = new SimulatedController(network, "controller", timing, false);
    SimulatedAgent agent = new SimulatedAgent(network, "agent", timing);

    network.runUntil(60 * SimulatedNetwork.SECONDS);

    assertThat(controller.notes)
        .isEqualTo(
            List.of("agent is too busy to measure its clock to 0 ms; it waits without a share"));
    assertThat(agent.notes)
        .isEqualTo(List.of("this host is too busy to measure its clock to 0 ms; waiting"));
    assertThat(controller.owners()).isEmpty();
    assertThat(agent.part()).isZero();
  }

  @Test
  void oneThatIsKnownWellEnoughIsNotRefused() {
    SimulatedNetwork network = new SimulatedNetwork(1, 10 * SimulatedNetwork.SECONDS, () -> {});
    FleetTiming timing = timing(10 * SimulatedNetwork.SECONDS);
    SimulatedController controller = new SimulatedController(network, "controller", timing, false);
    SimulatedAgent agent = new SimulatedAgent(network, "agent", timing);

    network.runUntil(20 * SimulatedNetwork.SECONDS);

    assertThat(controller.notes).isEmpty();
    assertThat(agent.notes).isEmpty();
    assertThat(controller.owners()).containsOnly("agent");
  }
}
