package dev.sluice.control.endpoint.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.sluice.control.endpoint.access.AccessToken;
import dev.sluice.control.endpoint.access.AccessTokens;
import dev.sluice.control.endpoint.access.PortSettings;
import dev.sluice.control.endpoint.socket.CommandServer;
import dev.sluice.control.endpoint.socket.CommandServerSettings;
import dev.sluice.control.endpoint.socket.RealRun;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
class CommandClientTest {

  private static final Duration PLENTY = Duration.ofSeconds(20);

  private final CommandClient client = new CommandClient(Optional.empty());

  @Test
  void oneCommandToManyRuns() throws Exception {
    try (RealRun first = new RealRun("A", 1, 10);
        RealRun second = new RealRun("B", 2, 20);
        CommandServer firstServer = server(first, Optional.empty());
        CommandServer secondServer = server(second, Optional.empty())) {
      List<HostPort> all = List.of(at(firstServer.start()), at(secondServer.start()));

      List<Reply> replies = client.sendToAll(all, "rate +5", PLENTY);
      assertThat(replies).allMatch(Reply::ok).extracting(Reply::at).isEqualTo(all);
      assertThat(replies.get(1).lines())
          .containsExactly("OK senders 25.00/s per worker, 50.00/s in total, 2 workers");

      assertThat(client.sendToAll(all, "ALTER -rt 7", PLENTY))
          .extracting(Reply::lines)
          .containsExactly(List.of("A,SUCCESS: ALTER -rt 7"), List.of("B,SUCCESS: ALTER -rt 7"));
      assertThat(client.send(all.get(0), "status", PLENTY).lines()).hasSize(2);
    }
  }

  @Test
  void oneThatFailsDoesNotHideTheOthers() throws Exception {
    int closedPort;
    try (ServerSocket closed = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      closedPort = closed.getLocalPort();
    }
    try (RealRun run = new RealRun("", 1, 10);
        CommandServer server = server(run, Optional.empty())) {
      List<Reply> replies =
          client.sendToAll(
              List.of(at(server.start()), new HostPort("127.0.0.1", closedPort)), "pause", PLENTY);
      assertThat(replies).extracting(Reply::ok).containsExactly(true, false);
      assertThat(replies.get(1).problem()).startsWith("nothing listens at 127.0.0.1:" + closedPort);
    }
  }

  @Test
  void errorsAndFailuresAreNotASuccess() throws Exception {
    try (RealRun run = new RealRun("", 1, 10);
        CommandServer server = server(run, Optional.empty())) {
      HostPort at = at(server.start());
      assertThat(client.send(at, "rate nobody 5", PLENTY))
          .returns(false, Reply::ok)
          .returns("ERR refused unknown workload nobody; workloads: senders", Reply::problem);
      assertThat(client.send(at, "ALTER", PLENTY).problem()).startsWith(",FAIL: ALTER (");
    }
  }

  @Test
  void theTokenIsShownFirstAndNeverTold() throws Exception {
    Optional<AccessToken> token = Optional.of(new AccessToken("s3cretW0rd"));
    try (RealRun run = new RealRun("", 1, 10);
        CommandServer server = server(run, token)) {
      HostPort at = at(server.start());
      assertThat(new CommandClient(token).send(at, "status", PLENTY).ok()).isTrue();
      assertThat(client.send(at, "status", PLENTY).problem()).startsWith("ERR auth ");
      Reply wrong =
          new CommandClient(Optional.of(new AccessToken("wrongW0rd"))).send(at, "status", PLENTY);
      assertThat(wrong.ok()).isFalse();
      assertThat(wrong.toString())
          .contains("the token was not accepted")
          .doesNotContain("wrongW0rd");
    }
  }

  @Test
  void silenceIsNotWaitedForLongerThanAsked() throws Exception {
    try (ServerSocket silent = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      Reply reply =
          client.send(
              new HostPort("127.0.0.1", silent.getLocalPort()), "status", Duration.ofMillis(50));
      assertThat(reply.problem()).contains("no answer").contains("within 50 ms");
    }
  }

  @Test
  void aServerThatClosesEarlyIsReported() throws Exception {
    try (ServerSocket rude = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      Thread closing = new Thread(() -> greetAndClose(rude));
      closing.start();
      Reply reply = client.send(new HostPort("127.0.0.1", rude.getLocalPort()), "status", PLENTY);
      closing.join();
      assertThat(reply.ok()).isFalse();
      assertThat(reply.problem()).isNotBlank();
    }
  }

  @Test
  void controlCharactersOfTheOtherSideDoNotReachTheTerminal() throws Exception {
    try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      saying(server, "hello\n", "a\u001b[2Jb\rc\u0007\u009b1m\nOK \u001b]0;owned\u0007\n");
      Reply reply = client.send(new HostPort("127.0.0.1", server.getLocalPort()), "status", PLENTY);
      assertThat(reply.ok()).isTrue();
      assertThat(reply.lines()).hasSize(2);
      assertThat(String.join("", reply.lines()).chars()).noneMatch(Character::isISOControl);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"more\n", "x"})
  void anAnswerWithoutEndIsGivenUpAndNothingOfItIsKept(String endless) throws Exception {
    try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      saying(server, "hello\n", endless.repeat(8 << 20));
      Reply reply = client.send(new HostPort("127.0.0.1", server.getLocalPort()), "status", PLENTY);
      assertThat(reply.ok()).isFalse();
      assertThat(reply.lines()).isEmpty();
      assertThat(reply.problem()).contains(" is not a command socket: ").endsWith("does not end");
    }
  }

  @ParameterizedTest
  @CsvSource({
    "'QM1 is running|OK started', true, ''",
    "'ERR no QM1', false, ' answered: ERR no QM1'",
    "'START is not known', false, ' closed the connection before it replied'"
  })
  void aPortThatDoesNotGreetIsAsked(String said, boolean ok, String problem) throws Exception {
    try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      Thread answering = new Thread(() -> answer(server, said.replace('|', '\n') + "\n"));
      answering.start();
      HostPort at = new HostPort("127.0.0.1", server.getLocalPort());
      Reply reply = CommandClient.ask(at, "start QM1", PLENTY);
      answering.join();
      assertThat(reply.ok()).isEqualTo(ok);
      assertThat(ok ? reply.lines().get(0) : reply.problem())
          .isEqualTo(ok ? "OK started" : at + problem);
    }
  }

  /** Reads a line, says something and closes. */
  private static void answer(ServerSocket server, String said) {
    try (Socket socket = server.accept()) {
      while (socket.getInputStream().read() != '\n') {
        // all of the question
      }
      socket.getOutputStream().write(said.getBytes(StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void commandsAreOneLine() {
    for (String line : List.of("", " ", "pause\nstop", "pause\r", "x".repeat(1_025))) {
      assertThatIllegalArgumentException()
          .isThrownBy(() -> client.sendToAll(List.of(), line, PLENTY));
    }
  }

  /** Takes one connection, and says this whatever is asked. */
  private static void saying(ServerSocket server, String... words) {
    Thread thread =
        new Thread(
            () -> {
              try (Socket socket = server.accept()) {
                for (String word : words) {
                  socket.getOutputStream().write(word.getBytes(StandardCharsets.UTF_8));
                }
                socket.getInputStream().readAllBytes();
              } catch (IOException e) {
                return; // the client has had enough
              }
            });
    thread.setDaemon(true);
    thread.start();
  }

  private static void greetAndClose(ServerSocket server) {
    try (Socket socket = server.accept()) {
      socket.getOutputStream().write("greeting\n".getBytes(StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private static CommandServer server(RealRun run, Optional<AccessToken> token) {
    return new CommandServer(
        run.control(),
        CommandServerSettings.of(
            new PortSettings(
                InetAddress.getLoopbackAddress(),
                0,
                new AccessTokens(token, Optional.empty()),
                Optional.empty())));
  }

  private static HostPort at(InetSocketAddress address) {
    return new HostPort(address.getAddress().getHostAddress(), address.getPort());
  }
}
