package dev.sluice.control.fleet.link;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.sluice.control.endpoint.access.SelfSigned;
import dev.sluice.jms.provider.ConfigurationException;
import dev.sluice.jms.provider.Secret;
import java.io.IOException;
import java.io.OutputStream;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.KeyStore;
import java.security.SecureRandom;
import java.security.cert.Certificate;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import javax.crypto.Mac;
import javax.crypto.SecretKeyFactory;
import javax.crypto.spec.PBEKeySpec;
import javax.crypto.spec.SecretKeySpec;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.apache.activemq.artemis.core.remoting.impl.netty.TransportConstants;

/**
 * What all members of a fleet know, and nobody else. Deriving the key takes some tenths of a second
 * of a processor on purpose, and is done once for a process. Immutable.
 */
public final class FleetSecret {

  /** A shorter one can be guessed by somebody who has seen what it has signed. */
  private static final int MIN_CHARACTERS = 16;

  private static final int ITERATIONS = 100_000;
  private static final int KEY_BITS = 256;
  private static final String HMAC = "HmacSHA256";

  /** Reads quickly, at each dial; what protects it is that only this user reads the folder. */
  private static final String STORE_TYPE = "JKS";

  private static final String TLS = "TLSv1.3";

  /** Always valid: its key is what counts. */
  private static final SelfSigned CERTIFICATE =
      new SelfSigned(
          "fleet",
          List.of(),
          BigInteger.ONE,
          Instant.parse("2020-01-01T00:00:00Z"),
          Instant.parse("2049-12-31T23:59:59Z"));

  /**
   * Generous, because a handshake is slow on a busy host and starts from the beginning after a
   * time-out.
   */
  static final int HANDSHAKE_SECONDS = 30;

  private final SecretKeySpec key;
  private final KeyStore store;
  private final String storePassword;

  /**
   * TLS 1.3 both ways out of a shared key: the key is the seed of an Ed25519 key pair that all
   * members have, and each makes the same certificate of it, which is the only one that it trusts.
   */
  private FleetSecret(SecretKeySpec key) throws GeneralSecurityException, IOException {
    this.key = key;
    this.storePassword = password("store");
    KeyPair pair = pair(mac("tls".getBytes(UTF_8)));
    X509Certificate certificate = CERTIFICATE.by("Ed25519", pair);
    this.store = KeyStore.getInstance(STORE_TYPE);
    store.load(null, null);
    store.setKeyEntry(
        "fleet",
        pair.getPrivate(),
        storePassword.toCharArray(),
        new Certificate[] {certificate}); // which is trusted, too
  }

  /**
   * Derives the keys.
   *
   * @throws ConfigurationException if the secret is too short
   */
  public static FleetSecret of(Secret secret) {
    String text = secret.reveal();
    if (text.length() < MIN_CHARACTERS) {
      throw new ConfigurationException(
          "the fleet's secret is shorter than "
              + MIN_CHARACTERS
              + " characters: make one with 'openssl rand -hex 24'");
    }
    try {
      var spec =
          new PBEKeySpec(
              text.toCharArray(), "sluice fleet 1".getBytes(UTF_8), ITERATIONS, KEY_BITS);
      byte[] derived =
          SecretKeyFactory.getInstance("PBKDF2WithHmacSHA256").generateSecret(spec).getEncoded();
      return new FleetSecret(new SecretKeySpec(derived, HMAC));
    } catch (GeneralSecurityException | IOException e) {
      throw new IllegalStateException("this JVM has not the cryptography that a fleet needs", e);
    }
  }

  /**
   * The key pair of a seed.
   *
   * @param seed 32 bytes
   */
  private static KeyPair pair(byte[] seed) throws GeneralSecurityException {
    KeyPairGenerator generator = KeyPairGenerator.getInstance("Ed25519");
    generator.initialize(
        seed.length * 8 - 1,
        new SecureRandom() {
          @Override
          public void nextBytes(byte[] bytes) {
            System.arraycopy(seed, 0, bytes, 0, bytes.length);
          }
        });
    return generator.generateKeyPair();
  }

  /** What only those who know the secret can make of these parts, one after the other. */
  byte[] mac(byte[]... parts) {
    try {
      Mac mac = Mac.getInstance(HMAC);
      mac.init(key);
      for (byte[] part : parts) {
        mac.update(part);
      }
      return mac.doFinal();
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  /** The password of a user of the fleet's own hub. */
  String password(String user) {
    return HexFormat.of().formatHex(mac(("password of " + user).getBytes(UTF_8)));
  }

  /**
   * The settings of a transport with TLS in which both sides prove that they know the secret. Their
   * key store is in a new folder that only this user reads, until the process ends.
   */
  Map<String, Object> transport() throws IOException {
    Path folder = Files.createTempDirectory("sluice-fleet");
    folder.toFile().deleteOnExit();
    Path file = folder.resolve("fleet.jks");
    file.toFile().deleteOnExit();
    try (OutputStream out = Files.newOutputStream(file)) {
      store.store(out, storePassword.toCharArray());
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
    Map<String, Object> settings = new HashMap<>();
    settings.put(TransportConstants.SSL_ENABLED_PROP_NAME, true);
    settings.put(TransportConstants.ENABLED_PROTOCOLS_PROP_NAME, TLS);
    settings.put(TransportConstants.SSL_HANDSHAKE_TIMEOUT, HANDSHAKE_SECONDS);
    settings.put(TransportConstants.NEED_CLIENT_AUTH_PROP_NAME, true);
    settings.put(TransportConstants.VERIFY_HOST_PROP_NAME, false); // the certificate names none
    settings.put(TransportConstants.KEYSTORE_TYPE_PROP_NAME, STORE_TYPE);
    settings.put(TransportConstants.KEYSTORE_PATH_PROP_NAME, file.toString());
    settings.put(TransportConstants.KEYSTORE_PASSWORD_PROP_NAME, storePassword);
    settings.put(TransportConstants.TRUSTSTORE_TYPE_PROP_NAME, STORE_TYPE);
    settings.put(TransportConstants.TRUSTSTORE_PATH_PROP_NAME, file.toString());
    settings.put(TransportConstants.TRUSTSTORE_PASSWORD_PROP_NAME, storePassword);
    return settings;
  }

  /** The same TLS for a connection that is made by hand. */
  SSLContext tls() {
    try {
      KeyManagerFactory keys =
          KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
      keys.init(store, storePassword.toCharArray());
      TrustManagerFactory trusted =
          TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
      trusted.init(store);
      SSLContext context = SSLContext.getInstance(TLS);
      context.init(keys.getKeyManagers(), trusted.getTrustManagers(), null);
      return context;
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  public String toString() {
    return Secret.MASK;
  }
}
