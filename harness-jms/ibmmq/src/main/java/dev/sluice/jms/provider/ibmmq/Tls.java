package dev.sluice.jms.provider.ibmmq;

import dev.sluice.jms.provider.ConfigurationException;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.Optional;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocketFactory;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;

/**
 * How connections are encrypted, and who shows whom which certificate.
 *
 * @param cipher a CipherSpec or the name of a cipher suite; empty for none, or for that of a
 *     channel definition table
 * @param keys the client's own key and certificate, if it shows one
 * @param label which of them; empty for whichever the queue manager takes
 * @param trusted the certificates that are trusted; without them, those that Java trusts
 */
public record Tls(String cipher, Optional<KeyFile> keys, String label, Optional<KeyFile> trusted) {

  /** No encryption, unless a channel definition table says so. */
  public static final Tls NONE = of("");

  /** With the keys and certificates that Java's system properties name. */
  public static Tls of(String cipher) {
    return new Tls(cipher, Optional.empty(), "", Optional.empty());
  }

  /** The suite that the client is told; nothing for none. */
  Optional<String> suite() {
    return cipher.isEmpty() ? Optional.empty() : Optional.of(CipherName.of(cipher).suite());
  }

  /**
   * The maker of sockets with these keys and certificates; empty where they are Java's.
   *
   * @throws ConfigurationException if one of the files is not what it should be
   */
  Optional<SSLSocketFactory> sockets() {
    if (keys.isEmpty() && trusted.isEmpty()) {
      return Optional.empty();
    }
    try {
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(
          keys.isPresent() ? shown(keys.get()) : null,
          trusted.isPresent() ? accepted(trusted.get()) : null,
          null);
      return Optional.of(context.getSocketFactory());
    } catch (GeneralSecurityException e) {
      throw new ConfigurationException("TLS cannot be set up: " + e.getMessage(), e);
    }
  }

  String describe() {
    return (cipher.isEmpty() ? "" : ", TLS " + CipherName.of(cipher).describe())
        + keys.map(file -> ", key store " + file.path()).orElse("")
        + (label.isEmpty() ? "" : ", certificate " + label)
        + trusted.map(file -> ", trust store " + file.path()).orElse("");
  }

  private KeyManager[] shown(KeyFile file) throws GeneralSecurityException {
    KeyManagerFactory managers =
        KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    managers.init(label.isEmpty() ? file.read() : file.only(label), file.secret());
    return managers.getKeyManagers();
  }

  private static TrustManager[] accepted(KeyFile file) throws GeneralSecurityException {
    KeyStore certificates = file.read();
    if (certificates.size() == 0) {
      throw new ConfigurationException("trust store " + file.path() + " has no certificate");
    }
    TrustManagerFactory managers =
        TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    managers.init(certificates);
    return managers.getTrustManagers();
  }
}
