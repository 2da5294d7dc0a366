package dev.sluice.control.endpoint.http;

import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SslProvider;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.Optional;
import javax.net.ssl.KeyManagerFactory;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A certificate with its private key in a file, PEM or PKCS#12. It is read again when the file has
 * changed; a new one that cannot be read leaves the old one in force. For one thread.
 */
public final class TlsFile {

  private static final Logger LOG = LoggerFactory.getLogger(TlsFile.class);
  private static final String PEM = "-----BEGIN ";
  private static final String[] PROTOCOLS = {"TLSv1.3", "TLSv1.2"};

  private final Path file;
  private final Optional<char[]> password;
  private SslContext context;
  private FileTime read;

  private TlsFile(Path file, Optional<char[]> password) {
    this.file = file;
    this.password = password;
  }

  /**
   * Reads it.
   *
   * @param password of the key, if it has one
   * @throws IOException if it cannot be read, with one line that says why
   */
  public static TlsFile read(Path file, Optional<String> password) throws IOException {
    TlsFile tls = new TlsFile(file, password.map(String::toCharArray));
    tls.readAgain();
    return tls;
  }

  /** What a new connection is encrypted by. */
  SslContext context() {
    try {
      if (!Files.getLastModifiedTime(file).equals(read)) {
        readAgain();
      }
    } catch (IOException e) {
      LOG.warn("{}; the certificate read before stays in force", e.getMessage());
    }
    return context;
  }

  private void readAgain() throws IOException {
    read = Files.getLastModifiedTime(file);
    byte[] content = Files.readAllBytes(file);
    try {
      SslContextBuilder builder =
          new String(content, StandardCharsets.ISO_8859_1).contains(PEM)
              ? ofPem(content)
              : SslContextBuilder.forServer(keysOfStore(content));
      context = builder.sslProvider(SslProvider.JDK).protocols(PROTOCOLS).build();
    } catch (GeneralSecurityException | IOException | IllegalArgumentException e) {
      throw new IOException(
          file + " has no certificate with its private key in PEM or PKCS#12: " + e.getMessage(),
          e);
    }
  }

  private SslContextBuilder ofPem(byte[] content) {
    return SslContextBuilder.forServer(
        new ByteArrayInputStream(content),
        new ByteArrayInputStream(content),
        password.map(String::new).orElse(null));
  }

  private KeyManagerFactory keysOfStore(byte[] content)
      throws GeneralSecurityException, IOException {
    KeyStore store = KeyStore.getInstance("PKCS12");
    char[] secret = password.orElse(new char[0]);
    store.load(new ByteArrayInputStream(content), secret);
    KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    keys.init(store, secret);
    return keys;
  }
}
