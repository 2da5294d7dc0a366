package dev.sluice.control.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.control.cli.command.ScenarioVocabulary;
import dev.sluice.control.cli.option.run.FleetOptions;
import dev.sluice.control.fleet.link.FleetSecret;
import dev.sluice.control.fleet.link.FleetSettings;
import dev.sluice.control.fleet.link.HubLink;
import dev.sluice.control.fleet.link.MemberRole;
import dev.sluice.control.fleet.protocol.FleetMessage.AgentInfo;
import dev.sluice.control.fleet.protocol.FleetTiming;
import dev.sluice.control.fleet.run.AgentRun;
import dev.sluice.control.process.ExitCode;
import dev.sluice.control.secret.Secrets;
import dev.sluice.core.time.NanoClock;
import dev.sluice.jms.provider.Credentials;
import dev.sluice.jms.provider.Secret;
import java.io.IOException;
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
  @ValueSource(strings = {"--lease=1s", "--fleet-port=1", "--strict-leases", "--agents=3"})
  void anOptionThatSaysNothingWithoutAFleetIsRefused(String option) {
    Execution execution =
        Execution.of("send", "--provider=null", "--queue=Q", "--duration=1s", option);
    execution.ended(ExitCode.USAGE);
    assertThat(execution.err()).contains("requires '--fleet'");
  }

  /** Whatever process wants it, and for what: nothing was run. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "send --provider=null --queue=Q --count=1 --fleet --fleet-port=PORT --SECRET",
        "attach --fleet --fleet-port=PORT --SECRET",
        "agent --hub --fleet-port=PORT --SECRET",
        "agent --fleet=localhost:1 --ready-port=PORT --SECRET",
        "send --provider=null --queue=Q --count=1 --control=PORT",
        "send --provider=null --queue=Q --count=1 --metrics=PORT",
        "send --provider=null --queue=Q --count=1 --page=PORT",
        "send --provider=null --queue=Q --count=1 --stop-port=PORT",
        "serve FOLDER --page=PORT",
      })
  void aPortThatIsTakenIsAWrongOption(String line, @TempDir Path folder) throws IOException {
    Path secret = Files.writeString(folder.resolve("secret"), "a secret of sixteen characters");
    try (ServerSocket taken = new ServerSocket(0)) {
      String port = String.valueOf(taken.getLocalPort());
      Execution execution =
          Execution.of(
              line.replace("PORT", port)
                  .replace("FOLDER", folder.toString())
                  .replace("--SECRET", "--fleet-secret-file=" + secret)
                  .split(" "));
      execution.ended(ExitCode.USAGE);
      assertThat(execution.complaint()).contains("cannot listen on ", " port " + port);
    }
  }

  @Test
  void anAgentWithoutAHubIsRefused() {
    Execution execution = Execution.of("agent", "--fleet").ended(ExitCode.USAGE);
    assertThat(execution.err()).contains("'--fleet HOST'");
  }

  /** Visitors, and then a controller, dial the hub that an agent has. */
  @Test
  void whoIsNoAgentDialsTheHubOfOne(@TempDir Path folder) throws Exception {
    Path secret = Files.writeString(folder.resolve("secret"), "a secret of sixteen characters");
    ExecutorService together = Executors.newFixedThreadPool(2);
    try (LiveAgent agent = new LiveAgent(secret)) {
      Callable<Execution> list = () -> agent.visited("agents", "--timeout=60s");
      for (Future<Execution> listed : together.invokeAll(List.of(list, list))) {
        listed.get().ended(ExitCode.OK);
        assertThat(listed.get().out()).contains("agent-of-a-test");
      }
      Execution sent =
          agent.visited("send", "--provider=null", "--queue=Q", "--count=3", "--agents=1");
      sent.ended(ExitCode.OK);
    } finally {
      together.shutdownNow();
    }
  }

  /** An agent in this process. */
  private static final class LiveAgent implements AutoCloseable {
    private final Path secret;
    private final HubLink link;
    private final AgentRun work;

    LiveAgent(Path secret) throws IOException {
      this.secret = secret;
      String name = "agent-of-a-test";
      String version = FleetOptions.version();
      link =
          new HubLink(
              new FleetSettings("sluice", name, version, List.of(), 0, Credentials.NONE),
              MemberRole.AGENT,
              FleetSecret.of(Secret.readFrom(secret)),
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
      link.open(work.agent(), FleetTiming.standard());
    }

    /** A command of its fleet. */
    Execution visited(String command, String... more) {
      List<String> words =
          new ArrayList<>(
              List.of(command, "--fleet=" + link.hubs().get(0), "--fleet-secret-file=" + secret));
      words.addAll(List.of(more));
      return Execution.of(words.toArray(String[]::new));
    }

    @Override
    public void close() {
      work.close();
      link.close();
    }
  }
}
