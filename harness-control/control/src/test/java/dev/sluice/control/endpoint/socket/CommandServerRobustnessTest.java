package dev.sluice.control.endpoint.socket;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.control.command.CommandRunner.StatisticsLine;
import dev.sluice.control.endpoint.access.AddressLimits;
import dev.sluice.control.endpoint.access.AddressLimits.TokenLimits;
import dev.sluice.core.pacing.Cause;
import dev.sluice.core.result.Summary;
import dev.sluice.core.stats.Window;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Whatever clients do, the run goes on, at its rate and without an error. */
@Timeout(120)
class CommandServerRobustnessTest {

  private static final double RATE_PER_SECOND = 50;
  private static final int WORKERS = 2;
  private static final double MANY_LINES = 1e6;

  private RealRun run;
  private CommandServer server;
  private InetSocketAddress at;

  @BeforeEach
  void start() throws Exception {
    run = new RealRun("", WORKERS, RATE_PER_SECOND);
    server = server(MANY_LINES);
    at = server.start();
  }

  @AfterEach
  void theRunIsUntouched() throws Exception {
    awaitSlots(1);
    try (TestClient client = new TestClient(at)) {
      assertThat(client.readLine())
          .isEqualTo(",connected to SocketCommandProcessor on port " + at.getPort());
      assertThat(client.ask("status"))
          .first()
          .asString()
          .startsWith("senders 50.00/s per worker, 100.00/s in total, 2 of 2 workers up")
          .endsWith(" 0 errors");
    }
    server.close();
    run.control().stop("the test is over");
    Summary summary = run.awaitEnd();
    assertThat(summary.clean()).isTrue();
    Window measured = summary.workloads().get(0).measured();
    for (Cause each : EnumSet.complementOf(EnumSet.of(Cause.HARNESS, Cause.BUSY))) {
      assertThat(measured.counts().dropped(each)).as("on any host").isZero();
    }
    assertThat(measured.asked()).isPositive();
  }

  @Test
  void tenThousandRandomLines() throws Exception {
    SplittableRandom random = new SplittableRandom(42);
    int lines = 10_000;
    try (TestClient client = TestClient.greeted(at)) {
      CompletableFuture<Void> sending =
          CompletableFuture.runAsync(
              () -> {
                for (int i = 0; i < lines; i++) {
                  byte[] line = new byte[1 + random.nextInt(200)];
                  random.nextBytes(line);
                  for (int k = 0; k < line.length; k++) {
                    // no line end within, no telnet command, and a first letter of no command
                    line[k] = line[k] == '\n' || line[k] == (byte) 0xFF ? (byte) 'x' : line[k];
                  }
                  line[0] = 'z';
                  write(client, line);
                  write(client, new byte[] {'\n'});
                }
              });
      for (int i = 0; i < lines; i++) {
        assertThat(client.readLine()).startsWith("ERR unknown-command ");
      }
      sending.join();
    }
  }

  @Test
  void linesOfAnAddressThatSendsTooManyAreReadLater() throws Exception {
    int lines = 20;
    try (CommandServer few = server(lines / 2.0);
        TestClient client = TestClient.greeted(few.start())) {
      client.send("help stop\n".repeat(lines));
      client.socket().shutdownOutput();
      for (int i = 0; i < lines; i++) {
        assertThat(client.readReply()).last().isEqualTo("OK");
      }
      assertThat(client.readLine()).isNull();
    }
  }

  @Test
  void aLineOfOneMegabyte() throws Exception {
    try (TestClient client = TestClient.greeted(at)) {
      client.send("x".repeat(1 << 20) + "\n");
      assertThat(client.readLine()).isEqualTo("ERR too-long a line has at most 1024 bytes");
      assertThat(client.ask("help stop")).last().isEqualTo("OK");
    }
  }

  @Test
  void twoHundredIdleConnections() throws Exception {
    int sessions = CommandServerSettings.DEFAULT_MAX_SESSIONS;
    List<TestClient> clients = new ArrayList<>();
    try {
      for (int i = 0; i < 200; i++) {
        clients.add(new TestClient(at));
      }
      for (TestClient client : clients) {
        assertThat(client.readLine()).startsWith(",connected");
      }
      for (TestClient early : clients.subList(0, clients.size() - sessions)) {
        assertThat(early.readLine())
            .isEqualTo("ERR busy a new connection took the place of this one");
        assertThat(early.readLine()).isNull();
      }
      for (TestClient late : clients.subList(clients.size() - sessions, clients.size())) {
        assertThat(late.ask("status")).last().asString().startsWith("OK run");
      }
    } finally {
      for (TestClient client : clients) {
        client.close();
      }
      awaitSlots(sessions);
    }
  }

  @Test
  void connectionsThatAreResetOrHalfClosed() throws Exception {
    for (int i = 0; i < 300; i++) {
      try (TestClient client = new TestClient(at)) {
        client.send(i % 2 == 0 ? "status\nwatch\n" : "status\nhalf a li");
        if (i % 3 == 0) {
          client.socket().shutdownOutput();
        } else {
          client.socket().setSoLinger(true, 0); // close sends a reset
        }
      }
    }
    awaitSlots(CommandServerSettings.DEFAULT_MAX_SESSIONS);
  }

  @Test
  void aClientThatSendsAndNeverReads() throws Exception {
    try (Socket deaf = new Socket(at.getAddress(), at.getPort())) {
      deaf.setSoTimeout(20_000);
      byte[] lines = "help\n".repeat(2_000).getBytes(StandardCharsets.UTF_8);
      deaf.getOutputStream().write(lines);
      try (TestClient other = TestClient.greeted(at)) {
        assertThat(other.ask("status")).last().asString().startsWith("OK run");
      }
      // its replies are there when it reads after all
      InputStream in = deaf.getInputStream();
      assertThat(in.readNBytes(1 << 20)).hasSize(1 << 20);
    }
  }

  /** A server that reads so many lines at once, and each second from then on. */
  private CommandServer server(double lines) {
    return new CommandServer(
        run.control(),
        CommandServerSettings.onLoopback(0),
        StatisticsLine.basic(run.control()),
        UnaryOperator.identity(),
        AddressLimits.of(TokenLimits.DEFAULT, lines, lines));
  }

  /** Waits until this many clients get a session at the same time. */
  private void awaitSlots(int sessions) throws IOException {
    int greeted = 0;
    while (greeted < sessions) { // ended by the time limit of the test
      greeted = 0;
      List<TestClient> clients = new ArrayList<>();
      for (int i = 0; i < sessions; i++) {
        clients.add(new TestClient(at));
      }
      for (TestClient client : clients) {
        String line = client.readLine();
        greeted += line != null && line.startsWith(",connected") ? 1 : 0;
      }
      for (TestClient client : clients) {
        client.close();
      }
    }
  }

  private static void write(TestClient client, byte[] bytes) {
    try {
      client.socket().getOutputStream().write(bytes);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
