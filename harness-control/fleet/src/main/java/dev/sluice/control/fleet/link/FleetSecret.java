package dev.sluice.control.fleet.link;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.sluice.jms.provider.ConfigurationException;
import dev.sluice.jms.provider.Secret;
import java.security.GeneralSecurityException;
import javax.crypto.Mac;
import javax.crypto.SecretKeyFactory;
import javax.crypto.spec.PBEKeySpec;
import javax.crypto.spec.SecretKeySpec;
import javax.net.ssl.SSLContext;

/**
 * What all members of a fleet know, and nobody else. Deriving the key takes some tenths of a second
 * of a processor on purpose, and is done once for a process. Immutable.
 */
final class FleetSecret {

  /** A shorter one can be guessed by somebody who has seen a member's proof. */
  private static final int MIN_CHARACTERS = 16;

  private static final int ITERATIONS = 100_000;
  private static final int KEY_BITS = 256;
  private static final String HMAC = "HmacSHA256";

  private final SecretKeySpec key;
  private final SSLContext tls;

  private FleetSecret(SecretKeySpec key) throws GeneralSecurityException {
    this.key = key;
    this.tls = PinnedTls.context(mac("tls".getBytes(UTF_8)));
  }

  /**
   * Derives the keys.
   *
   * @throws ConfigurationException if the secret is too short
   */
  static FleetSecret of(Secret secret) {
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
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("this JVM has not the cryptography that a fleet needs", e);
    }
  }

  /** What only those who know the secret can make of the message. */
  byte[] mac(byte[] message) {
    try {
      Mac mac = Mac.getInstance(HMAC);
      mac.init(key);
      return mac.doFinal(message);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  /** TLS 1.3 in which both sides prove that they know the secret. */
  SSLContext tls() {
    return tls;
  }

  @Override
  public String toString() {
    return Secret.MASK;
  }
}
