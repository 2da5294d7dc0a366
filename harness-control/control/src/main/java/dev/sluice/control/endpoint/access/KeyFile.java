package dev.sluice.control.endpoint.access;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import dev.sluice.core.text.InputFile;
import io.netty.handler.ssl.SslContextBuilder;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.net.ssl.KeyManagerFactory;

/**
 * The content of a file with a certificate and its private key, PEM or PKCS#12.
 *
 * @param file where it was read
 * @param content the bytes
 * @param password of the key, if it has one
 */
@SuppressWarnings("ArrayRecordComponent") // compared by nobody
record KeyFile(Path file, byte[] content, Optional<char[]> password) {

  private static final String PEM = "-----BEGIN ";
  private static final Pattern CERTIFICATE =
      Pattern.compile("-----BEGIN CERTIFICATE-----[^-]*-----END CERTIFICATE-----");

  static KeyFile read(Path file, Optional<char[]> password) throws IOException {
    return new KeyFile(file, bytes(file), password);
  }

  private static byte[] bytes(Path file) throws IOException {
    try {
      return InputFile.bytes(file, InputFile.HAND_WRITTEN_BYTES);
    } catch (IOException e) {
      throw new IOException(file + " cannot be read: " + InputFile.reason(e), e);
    }
  }

  /**
   * What a server is that shows this certificate.
   *
   * @throws IOException if there is none, with one line that says why
   */
  SslContextBuilder server() throws IOException {
    try {
      return isPem()
          ? SslContextBuilder.forServer(stream(), stream(), password.map(String::new).orElse(null))
          : SslContextBuilder.forServer(keysOfStore());
    } catch (GeneralSecurityException | IOException | IllegalArgumentException e) {
      throw unusable(e);
    }
  }

  /**
   * Has a client show this certificate when it is asked for one.
   *
   * @throws IOException as above
   */
  void showBy(SslContextBuilder client) throws IOException {
    try {
      if (isPem()) {
        client.keyManager(stream(), stream(), password.map(String::new).orElse(null));
      } else {
        client.keyManager(keysOfStore());
      }
    } catch (GeneralSecurityException | IOException | IllegalArgumentException e) {
      throw unusable(e);
    }
  }

  private IOException unusable(Exception why) {
    return new IOException(
        file
            + " has no certificate with its private key in PEM or PKCS#12"
            + (why.getMessage() == null ? "" : ": " + why.getMessage()),
        why);
  }

  private boolean isPem() {
    return new String(content, StandardCharsets.ISO_8859_1).contains(PEM);
  }

  private ByteArrayInputStream stream() {
    return new ByteArrayInputStream(content);
  }

  private KeyManagerFactory keysOfStore() throws GeneralSecurityException, IOException {
    KeyStore store = KeyStore.getInstance("PKCS12");
    char[] secret = password.orElse(new char[0]);
    store.load(stream(), secret);
    KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    keys.init(store, secret);
    return keys;
  }

  @Override
  public String toString() {
    return "KeyFile[masked]";
  }

  /**
   * The certificates in a file of PEM that are valid now: Java trusts one that is shown itself even
   * when it is not.
   *
   * @throws IOException if there is none, with one line that says why
   */
  static X509Certificate[] trusted(Path file, Instant now) throws IOException {
    List<X509Certificate> valid = new ArrayList<>();
    String ended = "";
    Matcher each = CERTIFICATE.matcher(new String(bytes(file), ISO_8859_1));
    try {
      CertificateFactory factory = CertificateFactory.getInstance("X.509");
      while (each.find()) {
        X509Certificate certificate =
            (X509Certificate)
                factory.generateCertificate(
                    new ByteArrayInputStream(each.group().getBytes(ISO_8859_1)));
        Instant begin = certificate.getNotBefore().toInstant();
        Instant end = certificate.getNotAfter().toInstant();
        if (now.isBefore(begin) || now.isAfter(end)) {
          ended = ": it has one from " + begin + " to " + end;
        } else {
          valid.add(certificate);
        }
      }
    } catch (CertificateException e) {
      throw new IOException(file + " has no certificates in PEM: " + e.getMessage(), e);
    }
    if (valid.isEmpty()) {
      throw new IOException(file + " has no certificate in PEM that is valid now" + ended);
    }
    return valid.toArray(new X509Certificate[0]);
  }
}
