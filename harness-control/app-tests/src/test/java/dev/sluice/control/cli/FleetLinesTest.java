package dev.sluice.control.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.control.cli.command.ScenarioVocabulary;
import dev.sluice.control.cli.option.run.FleetOptions;
import dev.sluice.control.fleet.link.FleetChannel;
import dev.sluice.control.fleet.link.FleetSettings;
import dev.sluice.control.fleet.protocol.FleetMessage.AgentInfo;
import dev.sluice.control.fleet.protocol.FleetTiming;
import dev.sluice.control.fleet.run.AgentRun;
import dev.sluice.control.process.ExitCode;
import dev.sluice.control.secret.Secrets;
import dev.sluice.core.time.NanoClock;
import dev.sluice.jms.provider.Secret;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Lines about a fleet, or another process, that cannot be carried out. */
class FleetLinesTest {

  @ParameterizedTest
  @ValueSource(strings = {"--lease=1s", "--controller-lease=1m", "--strict-leases", "--agents=3"})
  void anOptionThatSaysNothingWithoutAFleetIsRefused(String option) {
    Execution execution =
        Execution.of("send", "--provider=null", "--queue=Q", "--duration=1s", option);
    assertThat(execution.exitCode()).isEqualTo(ExitCode.USAGE);
    assertThat(execution.err()).contains("requires '--fleet'");
  }

  @Test
  void anAgentWhosePortIsTakenSaysSoAndCannotJoin(@TempDir Path folder) throws IOException {
    Path secret = Files.writeString(folder.resolve("secret"), "a secret of sixteen characters");
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      Execution execution =
          Execution.of(
              "agent",
              "--fleet=perf",
              "--bind=127.0.0.1",
              "--fleet-port=" + taken.getLocalPort(),
              "--fleet-secret-file=" + secret);
      assertThat(execution.exitCode()).isEqualTo(ExitCode.NO_CONNECTION);
      assertThat(execution.err())
          .contains("cannot listen on 127.0.0.1:" + taken.getLocalPort())
          .contains("--fleet-port");
    }
  }

  /**
   * Agents of two fleets on one host; all else is told the port that one of them listens on. A
   * controller that attaches opens its session as one that sends.
   */
  @Test
  void whoIsNoAgentTakesAFreePort(@TempDir Path folder) throws Exception {
    Path secret = Files.writeString(folder.resolve("secret"), "a secret of sixteen characters");
    ExecutorService together = Executors.newFixedThreadPool(3);
    try (LiveAgent one = new LiveAgent("one", secret);
        LiveAgent two = new LiveAgent("two", secret)) {
      Callable<Execution> list = () -> one.visited(one.port, "agents", "--timeout=60s");
      for (Future<Execution> listed : together.invokeAll(List.of(list, list, list))) {
        assertThat(listed.get().exitCode()).as(listed.get().err()).isEqualTo(ExitCode.OK);
        assertThat(listed.get().out()).contains("agent-of-one").doesNotContain("agent-of-two");
      }
      Execution sent =
          two.visited(one.port, "send", "--provider=null", "--queue=Q", "--count=3", "--agents=1");
      assertThat(sent.exitCode()).as(sent.err()).isEqualTo(ExitCode.OK);
    } finally {
      together.shutdownNow();
    }
  }

  /** An agent in this process. */
  private static final class LiveAgent implements AutoCloseable {
    private final String fleet;
    private final Path secret;
    private final int port;
    private final FleetChannel link;
    private final AgentRun work;

    LiveAgent(String fleet, Path secret) throws IOException {
      this.fleet = fleet;
      this.secret = secret;
      port = freePort();
      String name = "agent-of-" + fleet;
      String version = FleetOptions.version();
      link =
          new FleetChannel(
              new FleetSettings(
                  fleet,
                  name,
                  version,
                  InetAddress.getLoopbackAddress(),
                  port,
                  false,
                  port,
                  List.of(),
                  ""),
              Secret.readFrom(secret),
              line -> {},
              line -> {});
      Secrets secrets = new Secrets();
      work =
          new AgentRun(
              link,
              link::execute,
              new AgentInfo(name, "localhost", version, Map.of(), 1, 1),
              FleetTiming.standard(),
              new ScenarioVocabulary(secrets),
              variable -> Optional.empty(),
              secrets,
              NanoClock.SYSTEM,
              line -> {});
      link.open(work.agent(), FleetTiming.standard().tickNanos());
    }

    /** A command of its fleet that is told to listen on that port. */
    Execution visited(int listensOn, String command, String... more) {
      List<String> words =
          new ArrayList<>(
              List.of(
                  command,
                  "--fleet=" + fleet,
                  "--bind=127.0.0.1",
                  "--fleet-port=" + listensOn,
                  "--peers=127.0.0.1:" + port,
                  "--fleet-secret-file=" + secret));
      words.addAll(List.of(more));
      return Execution.of(words.toArray(String[]::new));
    }

    @Override
    public void close() {
      work.close();
      link.close();
    }
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }
}
