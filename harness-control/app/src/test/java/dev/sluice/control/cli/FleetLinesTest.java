package dev.sluice.control.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.control.process.ExitCode;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
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

  @Test
  void nobodyIsWatchedWhereNobodyListens() throws IOException {
    int port;
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      port = socket.getLocalPort();
    }
    Execution execution = Execution.of("top", "--at=127.0.0.1:" + port);
    assertThat(execution.exitCode()).isEqualTo(ExitCode.NO_CONNECTION);
    assertThat(execution.err()).startsWith("sluice: 127.0.0.1:" + port);
  }
}
