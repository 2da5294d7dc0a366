package dev.sluice.mqsim.admin;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.mqsim.cluster.SimulatedCluster;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AdminShellTest {

  private final SimulatedCluster cluster =
      SimulatedCluster.builder().queueManagers("QM1", "QM2").build();
  private final AtomicBoolean quit = new AtomicBoolean();
  private final AdminShell shell = new AdminShell(cluster, () -> quit.set(true));

  @AfterEach
  void closeCluster() {
    cluster.close();
  }

  private String lastLineOf(String command) {
    List<String> reply = shell.execute(command);
    return reply.get(reply.size() - 1);
  }

  @Test
  void membersComeAndGo() {
    assertThat(lastLineOf("start QM1")).startsWith("OK QM1 listens on port ");
    assertThat(lastLineOf("start QM1")).startsWith("ERR QM1 is RUNNING");
    assertThat(lastLineOf("network cut QM1")).startsWith("OK");
    assertThat(shell.execute("status").get(0)).contains("QM1").contains("RUNNING CUT");
    assertThat(lastLineOf("network restore QM1")).startsWith("OK");
    assertThat(lastLineOf("kill QM1")).isEqualTo("OK QM1 was killed");
    assertThat(lastLineOf("stop QM1")).isEqualTo("ERR QM1 is not running");
    assertThat(lastLineOf("start QM1")).startsWith("OK");
    assertThat(lastLineOf("stop QM1")).startsWith("OK");
    assertThat(lastLineOf("start QM1")).startsWith("OK");
    assertThat(lastLineOf("stop -r QM1")).startsWith("OK");
  }

  @Test
  void deadLettersAreCounted() {
    shell.execute("start QM1");
    assertThat(lastLineOf("dead-letter QM1 REPLY 2053"))
        .isEqualTo("OK 0 messages of REPLY are dead letters");
    assertThat(lastLineOf("dead-letter QM1 SYSTEM.DEAD.LETTER.QUEUE 2053"))
        .isEqualTo("ERR what is in SYSTEM.DEAD.LETTER.QUEUE is dead already");
  }

  @Test
  void capacityChanges() {
    shell.execute("start QM1");
    assertThat(lastLineOf("capacity QM1 500")).isEqualTo("OK QM1 moves 500 messages/s");
    assertThat(lastLineOf("capacity QM3 500")).isEqualTo("ERR no queue manager 'QM3'");
    assertThat(lastLineOf("capacity QM1 fast")).startsWith("ERR expected: capacity NAME");
  }

  @Test
  void statusInJson() {
    shell.execute("start QM2");
    assertThat(shell.execute("status json").get(0))
        .startsWith("[{\"name\":\"QM1\",")
        .contains("\"name\":\"QM2\"", "\"state\":\"RUNNING\"", "\"utilisation\":0.000")
        .endsWith("}]");
    assertThat(lastLineOf("status json")).isEqualTo("OK");
  }

  @Test
  void balancing() {
    assertThat(lastLineOf("balance now")).isEqualTo("OK 0 instances asked to move");
    assertThat(lastLineOf("balance every 5s")).isEqualTo("OK balancing every 5 s");
    assertThat(lastLineOf("balance off")).isEqualTo("OK balancing is off");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "nonsense",
        "start",
        "start QM9",
        "start QM1 QM2",
        "stop -x QM1",
        "balance",
        "balance every 0s",
        "network cut",
        "network mend QM1",
        "status xml",
        "kill",
        "dead-letter QM1 Q",
        "dead-letter QM1 Q full",
        "dead-letter QM1 Q 2053"
      })
  void wrongCommandsAreErrors(String command) {
    assertThat(shell.execute(command)).hasSize(1);
    assertThat(lastLineOf(command)).startsWith("ERR ");
  }

  @Test
  void overASocket() throws IOException {
    try (AdminServer server = new AdminServer(0, () -> shell);
        Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.port());
        BufferedReader reader =
            new BufferedReader(
                new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8))) {
      socket.setSoTimeout(10_000);
      socket
          .getOutputStream()
          .write(("x".repeat(5_000) + "\r\nquit\r\n").getBytes(StandardCharsets.UTF_8));
      assertThat(reader.readLine()).startsWith("ERR ");
      assertThat(reader.readLine()).isEqualTo("OK ending");
      assertThat(quit).isTrue();
    }
  }
}
