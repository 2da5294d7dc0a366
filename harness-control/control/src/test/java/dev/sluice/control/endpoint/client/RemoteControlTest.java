package dev.sluice.control.endpoint.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.control.command.FakeRunControl;
import dev.sluice.control.endpoint.socket.CommandServer;
import dev.sluice.control.endpoint.socket.CommandServerSettings;
import dev.sluice.core.run.RateChange;
import dev.sluice.core.run.RunControl;
import dev.sluice.core.run.RunControlException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Commands for the run of another process reach it as if they were given there. */
class RemoteControlTest {

  private final FakeRunControl there = new FakeRunControl();
  private final FakeRunControl here = new FakeRunControl();
  private final CommandServer server =
      new CommandServer(there, CommandServerSettings.onLoopback(0));
  private RemoteControl remote;

  @BeforeEach
  void connect() throws Exception {
    InetSocketAddress at = server.start();
    remote =
        new RemoteControl(
            "app1",
            new HostPort(at.getAddress().getHostAddress(), at.getPort()),
            new CommandClient(Optional.empty()));
  }

  @AfterEach
  void close() {
    remote.close();
    server.close();
  }

  private interface Use {
    Object of(RunControl control);
  }

  @Test
  void allCommandsArriveAsTheyWereGiven() {
    List<Use> uses =
        List.of(
            run -> run.changeRate("", new RateChange.ByPerWorker(115), Duration.ZERO),
            run -> run.changeRate("senders", new RateChange.ByPercent(-2.5), hours(300)),
            run -> run.changeRate("", new RateChange.ToTotal(1e-12), Duration.ofNanos(1)),
            run -> run.pause("senders"),
            run -> run.resume(""),
            run -> run.addWorkers("senders", 3),
            run -> run.endWorkers("", 2));
    uses.forEach(use -> use.of(remote));
    uses.forEach(use -> use.of(here));
    remote.mark("half  time");
    here.mark("half  time");
    assertThat(there.calls).isEqualTo(here.calls);
  }

  private static Duration hours(int hours) {
    return Duration.ofHours(hours);
  }

  @Test
  void theStatusIsThatOfTheOther() {
    assertThat(remote.status().workloads())
        .extracting(
            each -> each.name() + " " + each.workers() + " " + each.target().totalPerSecond())
        .isEqualTo(
            there.status().workloads().stream()
                .map(
                    each ->
                        each.name() + " " + each.workers() + " " + each.target().totalPerSecond())
                .toList());
  }

  @Test
  void aRefusalComesBackAsOne() {
    there.refusal = Optional.of(new RunControlException("not now"));
    assertThatThrownBy(() -> remote.pause("senders"))
        .isInstanceOf(RunControlException.class)
        .hasMessage("target app1: 'pause senders': ERR refused not now");
  }

  @Test
  void aProcessThatIsGoneIsARefusalToo() {
    server.close();
    assertThatThrownBy(remote::status)
        .isInstanceOf(RunControlException.class)
        .hasMessageStartingWith("target app1: 'status json': ");
  }
}
