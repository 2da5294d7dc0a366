package dev.sluice.it.clients;

import static org.assertj.core.api.Assertions.assertThat;

import com.ibm.mq.jakarta.jms.MQConnectionFactory;
import dev.sluice.it.run.ChildProcess;
import dev.sluice.it.run.OpenJar;
import dev.sluice.it.run.PackagedProgram;
import dev.sluice.mqsim.embedded.EmbeddedQueueManager;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The packaged program as it is given away, without IBM's client: its user adds that. */
@Tag("soak")
class JarWithoutClientIT {

  @TempDir static Path folder;

  private static Path program;
  private static String client;

  @TempDir Path directory;

  @BeforeAll
  static void takeTheClientOut() throws Exception {
    program = OpenJar.pack(folder.resolve("sluice.jar"));
    client =
        Path.of(
                MQConnectionFactory.class
                    .getProtectionDomain()
                    .getCodeSource()
                    .getLocation()
                    .toURI())
            .toString();
  }

  @Test
  void takesTheClientByTheClassPath() throws Exception {
    try (EmbeddedQueueManager mq = EmbeddedQueueManager.named("QM1").start()) {
      Path run = directory.resolve("run");

      String said =
          said(0, send(mq, "--class-path", client, "--count", "20", "--out", run.toString()));

      assertThat(said).contains(", 20 messages");
      assertThat(mq.depth("DEV.QUEUE.1")).isEqualTo(20);
      assertThat(run.resolve("run.json"))
          .content()
          .containsPattern("IBM MQ client\": \"\\d+\\.\\d");
    }
  }

  @Test
  void takesTheClientFromItsOwnFolder() throws Exception {
    Path beside = directory.resolve("sluice.jar");
    Files.copy(program, beside);
    Files.copy(Path.of(client), directory.resolve("client.jar"));
    try (EmbeddedQueueManager mq = EmbeddedQueueManager.named("QM1").start()) {
      assertThat(said(0, beside, send(mq, "--count", "1"))).contains(", 1 message");
    }
  }

  @Test
  void saysWhatIsMissingWithoutTheClient() throws Exception {
    String said = said(2, List.of("send", "--provider", "ibmmq", "--count", "1"));

    assertThat(said).contains("without IBM MQ's client").contains("--class-path");
  }

  @Test
  void runsOnOtherBrokersWithoutTheClient() throws Exception {
    List<String> line = List.of("put-get", "--provider", "embedded", "--count", "10");

    assertThat(said(0, line)).contains(", 10 messages");
  }

  private static List<String> send(EmbeddedQueueManager mq, String... more) {
    List<String> line = new ArrayList<>(List.of("send", "--provider", "ibmmq"));
    line.addAll(List.of("--host", mq.getHost(), "--port", Integer.toString(mq.getPort())));
    line.addAll(List.of("--qmgr", mq.getQueueManager(), "--channel", mq.getChannel()));
    line.addAll(List.of("--queue", "DEV.QUEUE.1"));
    line.addAll(List.of(more));
    return line;
  }

  private String said(int exitCode, List<String> line) throws IOException, InterruptedException {
    return said(exitCode, program, line);
  }

  private String said(int exitCode, Path jar, List<String> line)
      throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(PackagedProgram.command("-XX:TieredStopAtLevel=1"));
    command.set(command.size() - 1, jar.toString());
    command.addAll(line);
    Path output = directory.resolve("output.txt");
    Process process =
        ChildProcess.builder(command)
            .directory(directory.toFile())
            .redirectErrorStream(true)
            .redirectOutput(output.toFile())
            .start();
    int code = process.waitFor();
    String said = Files.readString(output);
    assertThat(code).as(said).isEqualTo(exitCode);
    return said;
  }
}
