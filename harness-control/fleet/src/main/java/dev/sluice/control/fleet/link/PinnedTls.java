package dev.sluice.control.fleet.link;

import dev.sluice.control.endpoint.access.SelfSigned;
import java.io.IOException;
import java.math.BigInteger;
import java.net.Socket;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.KeyStore;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.security.cert.Certificate;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.List;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509ExtendedTrustManager;

/**
 * TLS 1.3 both ways out of a shared key: the key is the seed of an Ed25519 key pair that all
 * members have, each makes the same self-signed certificate of it in memory, and trusts that public
 * key only.
 */
final class PinnedTls {

  /** Always valid: its key is what counts. */
  private static final SelfSigned CERTIFICATE =
      new SelfSigned(
          "fleet",
          List.of(),
          BigInteger.ONE,
          Instant.parse("2020-01-01T00:00:00Z"),
          Instant.parse("2049-12-31T23:59:59Z"));

  private PinnedTls() {}

  /**
   * @param seed 32 bytes
   */
  static SSLContext context(byte[] seed) throws GeneralSecurityException {
    KeyPair pair = keyPair(seed);
    char[] password = {'-'}; // of a store that never leaves memory
    try {
      KeyStore store = KeyStore.getInstance("PKCS12");
      store.load(null, null);
      Certificate[] chain = {CERTIFICATE.by("Ed25519", pair)};
      store.setKeyEntry("fleet", pair.getPrivate(), password, chain);
      KeyManagerFactory keys = KeyManagerFactory.getInstance("PKIX");
      keys.init(store, password);
      SSLContext context = SSLContext.getInstance("TLSv1.3");
      context.init(
          keys.getKeyManagers(),
          new TrustManager[] {new Pin(pair.getPublic().getEncoded())},
          new SecureRandom());
      return context;
    } catch (IOException e) {
      throw new GeneralSecurityException(e);
    }
  }

  private static KeyPair keyPair(byte[] seed) throws GeneralSecurityException {
    KeyPairGenerator generator = KeyPairGenerator.getInstance("Ed25519");
    generator.initialize(
        255,
        new SecureRandom() {
          @Override
          public void nextBytes(byte[] bytes) {
            System.arraycopy(seed, 0, bytes, 0, bytes.length);
          }
        });
    return generator.generateKeyPair();
  }

  /** Trusts one public key. */
  private static final class Pin extends X509ExtendedTrustManager {

    private final byte[] publicKey;

    Pin(byte[] publicKey) {
      this.publicKey = publicKey;
    }

    private void check(X509Certificate... chain) throws CertificateException {
      if (chain == null
          || chain.length != 1
          || !MessageDigest.isEqual(publicKey, chain[0].getPublicKey().getEncoded())) {
        throw new CertificateException("the fleet secret differs");
      }
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type)
        throws CertificateException {
      check(chain);
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type)
        throws CertificateException {
      check(chain);
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type, Socket socket)
        throws CertificateException {
      check(chain);
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type, Socket socket)
        throws CertificateException {
      check(chain);
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type, SSLEngine engine)
        throws CertificateException {
      check(chain);
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type, SSLEngine engine)
        throws CertificateException {
      check(chain);
    }

    @Override
    public X509Certificate[] getAcceptedIssuers() {
      return new X509Certificate[0];
    }
  }
}
