package dev.sluice.jms.provider.ibmmq;

import static dev.sluice.jms.provider.RefusedSettings.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.sluice.jms.provider.Secret;
import dev.sluice.jms.provider.ibmmq.Tls.KeyFile;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLServerSocket;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Which certificates are shown and trusted, over a real handshake. */
class TlsTest {

  private static final String PASSWORD = "changeit";
  private static final String CIPHER = "ANY_TLS12_OR_HIGHER";

  @TempDir static Path directory;
  private static KeyFile two; // with the keys "first" and "second"
  private static KeyFile stranger;

  @BeforeAll
  static void makeKeys() throws Exception {
    two = keys("two", "first", "second");
    stranger = keys("stranger", "third");
  }

  @ParameterizedTest
  @ValueSource(strings = {"first", "second"})
  void theLabelSaysWhichCertificateIsShown(String label) throws Exception {
    Tls tls = new Tls(CIPHER, Optional.of(two), label, Optional.of(two));

    assertThat(shownTo(two, tls)).isEqualTo("CN=" + label);
  }

  @Test
  void whoIsNotInTheTrustStoreIsNotTrusted() {
    Tls tls = new Tls(CIPHER, Optional.of(two), "first", Optional.of(stranger));

    assertThatExceptionOfType(IOException.class).isThrownBy(() -> shownTo(two, tls));
  }

  @Test
  void withoutFilesTheSocketsAreLeftToJava() {
    assertThat(Tls.of(CIPHER).sockets()).isEmpty();
  }

  @Test
  void aWrongLabelNamesThoseThatAreThere() {
    assertWrong(
        new Tls(CIPHER, Optional.of(two), "other", Optional.empty()), "'other'", "first", "second");
  }

  @Test
  void aWrongPasswordIsSaidAndNotShown() {
    assertWrong(trusting(two.path(), "pa55word"), "two.p12", "its password is wrong");
  }

  @Test
  void aKeyFileOfTheCClientIsRejectedWithTheCommandThatConvertsIt() {
    assertWrong(
        trusting(directory.resolve("key.kdb"), PASSWORD),
        "runmqakm -keydb -convert -db " + directory.resolve("key.kdb"),
        "key.p12");
  }

  @Test
  void aFileMustBeThereAndBeAKeyStore() throws IOException {
    Path text = Files.writeString(directory.resolve("text.p12"), "certificates");

    assertWrong(trusting(directory.resolve("none.p12"), PASSWORD), "none.p12", "does not exist");
    assertWrong(trusting(text, PASSWORD), "text.p12", "neither PKCS#12 nor JKS");
  }

  private static void assertWrong(Tls tls, String... parts) {
    assertThat(assertRefused(tls::sockets, parts)).hasMessageNotContaining("pa55word");
  }

  private static Tls trusting(Path file, String password) {
    return new Tls(
        CIPHER, Optional.empty(), "", Optional.of(new KeyFile(file, Secret.of(password))));
  }

  /**
   * The alias of the client's certificate, for a server that wants one and trusts those of a file.
   */
  private static String shownTo(KeyFile file, Tls tls) throws Exception {
    KeyStore store = KeyStore.getInstance(file.path().toFile(), PASSWORD.toCharArray());
    KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    keys.init(store, PASSWORD.toCharArray());
    TrustManagerFactory trusted =
        TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    trusted.init(store);
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(keys.getKeyManagers(), trusted.getTrustManagers(), null);
    InetAddress here = InetAddress.getLoopbackAddress();
    try (SSLServerSocket server =
        (SSLServerSocket) context.getServerSocketFactory().createServerSocket(0, 1, here)) {
      server.setNeedClientAuth(true);
      CompletableFuture<String> name = CompletableFuture.supplyAsync(() -> peerOf(server));
      try (SSLSocket client =
          (SSLSocket) tls.sockets().orElseThrow().createSocket(here, server.getLocalPort())) {
        client.startHandshake();
        return name.get();
      }
    }
  }

  private static String peerOf(SSLServerSocket server) {
    try (SSLSocket socket = (SSLSocket) server.accept()) {
      return ((X509Certificate) socket.getSession().getPeerCertificates()[0])
          .getSubjectX500Principal()
          .getName();
    } catch (IOException e) {
      return "nobody";
    }
  }

  /** Self-signed keys, made with the keytool of the running JDK. */
  private static KeyFile keys(String name, String... aliases) throws Exception {
    Path file = directory.resolve(name + ".p12");
    for (String alias : aliases) {
      List<String> command = new ArrayList<>();
      command.add(Path.of(System.getProperty("java.home"), "bin", "keytool").toString());
      command.addAll(List.of("-genkeypair", "-alias", alias, "-dname", "CN=" + alias));
      command.addAll(List.of("-keyalg", "EC", "-groupname", "secp256r1", "-validity", "2"));
      command.addAll(List.of("-storetype", "PKCS12", "-storepass", PASSWORD));
      command.addAll(List.of("-keystore", file.toString()));
      Process keytool = new ProcessBuilder(command).redirectErrorStream(true).start();
      keytool.getOutputStream().close();
      String said = new String(keytool.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      assertThat(keytool.waitFor()).as(said).isZero();
    }
    return new KeyFile(file, Secret.of(PASSWORD));
  }
}
