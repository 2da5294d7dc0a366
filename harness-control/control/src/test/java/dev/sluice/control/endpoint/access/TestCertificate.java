package dev.sluice.control.endpoint.access;

import java.io.IOException;
import java.io.OutputStream;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.List;

/**
 * A certificate and its key, in files.
 *
 * @param keys the certificate with its private key, PEM
 * @param trust the certificate alone, PEM
 */
public record TestCertificate(Path keys, Path trust, KeyPair pair, X509Certificate certificate) {

  /** For this host, valid now. */
  public static TestCertificate in(Path folder, String name) {
    return in(folder, name, "127.0.0.1", Instant.now().plus(Duration.ofDays(1)));
  }

  /** The same for another host, or until another time; files of that name are replaced. */
  public static TestCertificate in(Path folder, String name, String host, Instant until) {
    try {
      KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
      generator.initialize(256);
      KeyPair pair = generator.generateKeyPair();
      X509Certificate certificate =
          new SelfSigned(
                  name,
                  List.of(host),
                  BigInteger.valueOf(System.nanoTime()).abs().add(BigInteger.ONE),
                  until.minus(Duration.ofDays(2)),
                  until)
              .by("SHA256withECDSA", pair);
      String shown = pem("CERTIFICATE", certificate.getEncoded());
      return new TestCertificate(
          Files.writeString(
              folder.resolve(name + "-key.pem"),
              shown + pem("PRIVATE KEY", pair.getPrivate().getEncoded())),
          Files.writeString(folder.resolve(name + ".pem"), shown),
          pair,
          certificate);
    } catch (GeneralSecurityException | IOException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Certificate and key in a key store, PKCS#12. */
  public Path store(Path file, String password) throws IOException, GeneralSecurityException {
    KeyStore store = KeyStore.getInstance("PKCS12");
    store.load(null, null);
    store.setKeyEntry(
        "key", pair.getPrivate(), password.toCharArray(), new Certificate[] {certificate});
    try (OutputStream out = Files.newOutputStream(file)) {
      store.store(out, password.toCharArray());
    }
    return file;
  }

  private static String pem(String what, byte[] content) {
    String text = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(content);
    return "-----BEGIN " + what + "-----\n" + text + "\n-----END " + what + "-----\n";
  }
}
