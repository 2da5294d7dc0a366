package dev.sluice.control.fleet.link;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.Socket;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.KeyStore;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.security.Signature;
import java.security.cert.Certificate;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
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

  private static final int SEQUENCE = 0x30;
  private static final int BIT_STRING = 0x03;
  private static final byte[] ED25519 = {0x06, 3, 0x2b, 0x65, 0x70};
  private static final byte[] COMMON_NAME = {0x06, 3, 0x55, 4, 3};
  private static final byte[] VERSION_3 = {0x02, 1, 2};
  private static final byte[] SERIAL_NUMBER = {0x02, 1, 1};
  private static final int ONE_BYTE_LENGTH = 128;
  private static final int TWO_BYTES_LENGTH = 256;
  private static final int BITS_OF_A_BYTE = 8;

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
      store.setKeyEntry("fleet", pair.getPrivate(), password, new Certificate[] {selfSigned(pair)});
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

  /** A certificate (RFC 5280, RFC 8410) that is always valid: its key is what counts. */
  private static X509Certificate selfSigned(KeyPair pair)
      throws GeneralSecurityException, IOException {
    byte[] algorithm = der(SEQUENCE, ED25519);
    byte[] name =
        der(SEQUENCE, der(0x31, der(SEQUENCE, COMMON_NAME, der(0x0c, "fleet".getBytes(US_ASCII)))));
    byte[] validity =
        der(
            SEQUENCE,
            der(0x17, "200101000000Z".getBytes(US_ASCII)),
            der(0x17, "491231235959Z".getBytes(US_ASCII)));
    byte[] toBeSigned =
        der(
            SEQUENCE,
            der(0xa0, VERSION_3),
            SERIAL_NUMBER,
            algorithm,
            name,
            validity,
            name,
            pair.getPublic().getEncoded());
    Signature signature = Signature.getInstance("Ed25519");
    signature.initSign(pair.getPrivate());
    signature.update(toBeSigned);
    byte[] noUnusedBits = {0};
    byte[] certificate =
        der(SEQUENCE, toBeSigned, algorithm, der(BIT_STRING, noUnusedBits, signature.sign()));
    return (X509Certificate)
        CertificateFactory.getInstance("X.509")
            .generateCertificate(new ByteArrayInputStream(certificate));
  }

  /** A value in ASN.1's distinguished encoding. */
  private static byte[] der(int tag, byte[]... parts) {
    int length = 0;
    for (byte[] part : parts) {
      length += part.length;
    }
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    out.write(tag);
    if (length < ONE_BYTE_LENGTH) {
      out.write(length);
    } else if (length < TWO_BYTES_LENGTH) {
      out.write(0x81);
      out.write(length);
    } else { // nothing longer than two bytes can say is written here
      out.write(0x82);
      out.write(length >> BITS_OF_A_BYTE);
      out.write(length);
    }
    for (byte[] part : parts) {
      out.writeBytes(part);
    }
    return out.toByteArray();
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
