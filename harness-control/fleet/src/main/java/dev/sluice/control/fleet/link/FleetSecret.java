package dev.sluice.control.fleet.link;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.sluice.control.endpoint.access.SelfSigned;
import dev.sluice.jms.provider.ConfigurationException;
import dev.sluice.jms.provider.Secret;
import io.netty.handler.ssl.ClientAuth;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SslProvider;
import java.math.BigInteger;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.SecureRandom;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.List;
import javax.crypto.Mac;
import javax.crypto.SecretKeyFactory;
import javax.crypto.spec.PBEKeySpec;
import javax.crypto.spec.SecretKeySpec;
import javax.net.ssl.SSLException;

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

  /** Always valid: its key is what counts. */
  private static final SelfSigned CERTIFICATE =
      new SelfSigned(
          "fleet",
          List.of(),
          BigInteger.ONE,
          Instant.parse("2020-01-01T00:00:00Z"),
          Instant.parse("2049-12-31T23:59:59Z"));

  private final SecretKeySpec key;
  private final SslContext calling;
  private final SslContext called;

  /**
   * TLS 1.3 both ways out of a shared key: the key is the seed of an Ed25519 key pair that all
   * members have, and each makes the same certificate of it in memory, which is the only one that
   * it trusts.
   */
  private FleetSecret(SecretKeySpec key) throws GeneralSecurityException, SSLException {
    this.key = key;
    KeyPair pair = pair(mac("tls".getBytes(UTF_8)));
    X509Certificate certificate = CERTIFICATE.by("Ed25519", pair);
    var forServer = SslContextBuilder.forServer(pair.getPrivate(), certificate);
    this.called = tls(forServer.clientAuth(ClientAuth.REQUIRE), certificate);
    var forClient = SslContextBuilder.forClient().keyManager(pair.getPrivate(), certificate);
    // the certificate names no host
    this.calling = tls(forClient.endpointIdentificationAlgorithm(null), certificate);
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
    } catch (GeneralSecurityException | SSLException e) {
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

  private static SslContext tls(SslContextBuilder builder, X509Certificate trusted)
      throws SSLException {
    builder.sslProvider(SslProvider.JDK).protocols("TLSv1.3").trustManager(trusted);
    return builder.build();
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

  /**
   * TLS 1.3 in which both sides prove that they know the secret.
   *
   * @param asClient for the side that has called
   */
  SslContext tls(boolean asClient) {
    return asClient ? calling : called;
  }

  @Override
  public String toString() {
    return Secret.MASK;
  }
}
