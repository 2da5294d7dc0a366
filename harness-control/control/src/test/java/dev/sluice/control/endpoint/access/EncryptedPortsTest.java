package dev.sluice.control.endpoint.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.control.command.CommandRunner;
import dev.sluice.control.command.CommandRunner.StatisticsLine;
import dev.sluice.control.command.FakeRunControl;
import dev.sluice.control.endpoint.api.RunApi;
import dev.sluice.control.endpoint.client.Address;
import dev.sluice.control.endpoint.client.CommandClient;
import dev.sluice.control.endpoint.client.Reply;
import dev.sluice.control.endpoint.http.HttpServer;
import dev.sluice.control.endpoint.socket.CommandServer;
import dev.sluice.control.endpoint.socket.CommandServerSettings;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The command socket and the HTTP port, encrypted. */
@Timeout(120)
class EncryptedPortsTest {

  private static final Duration TIMEOUT = Duration.ofSeconds(60);

  @TempDir Path folder;

  private final FakeRunControl control = new FakeRunControl();
  private TestCertificate server;
  private CommandServer socket;
  private HttpServer http;
  private List<Address> both;

  @BeforeEach
  void certificate() {
    server = TestCertificate.in(folder, "server");
  }

  @AfterEach
  void close() {
    if (socket != null) {
      socket.close();
      http.close();
    }
  }

  @Test
  void aTrustedCertificateIsEnough() throws Exception {
    start(ServerTls.read(server.keys(), Optional.empty(), Optional.empty()));
    assertThat(asked(trusting(server))).allMatch(Reply::ok);
    assertThat(control.calls).containsExactly("pause ", "pause ");
    assertThat(control.audited)
        .containsExactly(
            "command from 127.0.0.1 (control): pause", "command from 127.0.0.1 (control): pause");
  }

  @Test
  void aKeyStoreServesAsWell() throws Exception {
    Path store = server.store(folder.resolve("server.p12"), "its-password");
    start(ServerTls.read(store, Optional.of("its-password"), Optional.empty()));
    assertThat(asked(trusting(server))).allMatch(Reply::ok);
    assertThatThrownBy(() -> ServerTls.read(store, Optional.of("another"), Optional.empty()))
        .isInstanceOf(IOException.class)
        .hasMessageStartingWith(store + " has no certificate with its private key");
  }

  @Test
  void anotherCertificateIsRefused() throws Exception {
    start(ServerTls.read(server.keys(), Optional.empty(), Optional.empty()));
    refused(trusting(TestCertificate.in(folder, "other")));
    refused(ClientTls.read(Optional.empty(), Optional.empty(), Optional.empty()));
  }

  @Test
  void aCertificateForAnotherHostIsRefused() throws Exception {
    TestCertificate elsewhere =
        TestCertificate.in(
            folder, "elsewhere", "app9.example", Instant.now().plus(Duration.ofDays(1)));
    start(ServerTls.read(elsewhere.keys(), Optional.empty(), Optional.empty()));
    refused(trusting(elsewhere));
  }

  @Test
  void anExpiredCertificateIsNotTrusted() throws Exception {
    TestCertificate expired =
        TestCertificate.in(folder, "expired", "127.0.0.1", Instant.now().minus(Duration.ofDays(1)));
    assertThatThrownBy(() -> trusting(expired))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("has no certificate in PEM that is valid now");
    assertThatThrownBy(
            () -> ServerTls.read(server.keys(), Optional.empty(), Optional.of(expired.trust())))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("valid now");
    start(ServerTls.read(expired.keys(), Optional.empty(), Optional.empty()));
    refused(trusting(server));
  }

  /** A connection that stands goes on; the next one is shown the new certificate. */
  @Test
  void aCertificateIsReadAgainWhenItHasChanged() throws Exception {
    start(ServerTls.read(server.keys(), Optional.empty(), Optional.empty()));
    ClientTls old = trusting(server);
    try (Socket standing = connected(old)) {
      BufferedReader replies =
          new BufferedReader(
              new InputStreamReader(standing.getInputStream(), StandardCharsets.UTF_8));
      assertThat(replies.readLine()).contains("connected to");
      TestCertificate next = TestCertificate.in(folder, "server");
      Files.setLastModifiedTime(next.keys(), FileTime.from(Instant.now().plusSeconds(5)));
      assertThat(asked(trusting(next))).allMatch(Reply::ok);
      refused(old);
      Files.writeString(next.keys(), "rubbish");
      Files.setLastModifiedTime(next.keys(), FileTime.from(Instant.now().plusSeconds(10)));
      assertThat(asked(trusting(next))).as("rubbish replaces nothing").allMatch(Reply::ok);
      standing.getOutputStream().write("help stop\n".getBytes(StandardCharsets.UTF_8));
      assertThat(replies.readLine()).startsWith("usage: stop");
    }
  }

  @Test
  void clientsMayHaveToShowCertificates() throws Exception {
    TestCertificate anna = TestCertificate.in(folder, "anna");
    TestCertificate mallory = TestCertificate.in(folder, "mallory");
    start(ServerTls.read(server.keys(), Optional.empty(), Optional.of(anna.trust())));
    refused(trusting(server));
    refused(showing(mallory.keys(), Optional.empty()));
    assertThat(asked(showing(anna.keys(), Optional.empty()))).allMatch(Reply::ok);
    Path store = anna.store(folder.resolve("anna.p12"), "her-password");
    assertThat(asked(showing(store, Optional.of("her-password")))).allMatch(Reply::ok);
    assertThat(control.audited)
        .hasSize(4)
        .containsOnly("command from 127.0.0.1 (control, CN=anna): pause");
  }

  @Test
  void rubbishAndPlainTextEndNothing() throws Exception {
    start(ServerTls.read(server.keys(), Optional.empty(), Optional.empty()));
    for (Address address : both) {
      int port = address.equals(both.get(0)) ? socketPort : httpPort;
      for (String rubbish : List.of("rate 5\n", "GET / HTTP/1.1\r\n\r\n", "\u0016\u0003\u0001x")) {
        try (Socket plain = new Socket(InetAddress.getLoopbackAddress(), port)) {
          plain.getOutputStream().write(rubbish.getBytes(StandardCharsets.ISO_8859_1));
          plain.shutdownOutput();
          assertThat(new String(plain.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
              .doesNotContain("OK", "connected", "HTTP");
        } catch (IOException e) {
          assertThat(e).hasMessageNotContaining("refused"); // reset is an answer, too
        }
      }
    }
    assertThat(control.calls).isEmpty();
    assertThat(asked(trusting(server))).allMatch(Reply::ok);
  }

  private int socketPort;
  private int httpPort;

  private void start(ServerTls tls) throws IOException {
    PortSettings port =
        new PortSettings(InetAddress.getLoopbackAddress(), 0, AccessTokens.NONE, Optional.of(tls));
    socket = new CommandServer(control, CommandServerSettings.of(port));
    InetSocketAddress at = socket.start();
    RunApi api =
        new RunApi(
            new CommandRunner(control, StatisticsLine.basic(control), ","),
            UnaryOperator.identity());
    http = new HttpServer(port, api.routes());
    socketPort = at.getPort();
    httpPort = http.start().getPort();
    both =
        List.of(
            Address.parse("127.0.0.1:" + socketPort),
            Address.parse("https://127.0.0.1:" + httpPort));
  }

  private List<Reply> asked(ClientTls tls) throws InterruptedException {
    return new CommandClient(Optional.empty(), Optional.of(tls)).sendToAll(both, "pause", TIMEOUT);
  }

  private void refused(ClientTls tls) throws InterruptedException {
    int before = control.calls.size();
    assertThat(asked(tls)).noneMatch(Reply::ok);
    assertThat(control.calls).hasSize(before);
  }

  private static ClientTls trusting(TestCertificate certificate) throws IOException {
    return ClientTls.read(Optional.of(certificate.trust()), Optional.empty(), Optional.empty());
  }

  private ClientTls showing(Path keys, Optional<String> password) throws IOException {
    return ClientTls.read(Optional.of(server.trust()), Optional.of(keys), password);
  }

  private Socket connected(ClientTls tls) throws IOException {
    Socket plain = new Socket(InetAddress.getLoopbackAddress(), socketPort);
    return tls.over(plain, "127.0.0.1", socketPort);
  }
}
