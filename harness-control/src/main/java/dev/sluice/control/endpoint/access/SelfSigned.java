package dev.sluice.control.endpoint.access;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.math.BigInteger;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.Signature;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.HexFormat;
import java.util.List;
import java.util.regex.Pattern;

/**
 * What a certificate says that its own key signs (RFC 5280), in the distinguished encoding of
 * ASN.1.
 *
 * @param commonName whom it is for
 * @param hosts names and addresses that a server with it may be asked by; may be empty
 * @param serial tells it from others of that name, above 0
 * @param from when it begins to be valid
 * @param until when it ends
 */
public record SelfSigned(
    String commonName, List<String> hosts, BigInteger serial, Instant from, Instant until) {

  /** A kind of key, with the signature that it makes. */
  public enum Key {
    /** RFC 8410. */
    ED25519("Ed25519", "06032b6570"),
    /** RFC 5758, which browsers know, too. */
    EC("SHA256withECDSA", "06082a8648ce3d040302");

    private final String signature;
    private final String identifier; // its object identifier in DER, in hexadecimal digits

    Key(String signature, String identifier) {
      this.signature = signature;
      this.identifier = identifier;
    }
  }

  private static final int INTEGER = 0x02;
  private static final int BIT_STRING = 0x03;
  private static final int OCTET_STRING = 0x04;
  private static final int UTF8_STRING = 0x0c;
  private static final int UTC_TIME = 0x17;
  private static final int GENERALIZED_TIME = 0x18;
  private static final int SEQUENCE = 0x30;
  private static final int SET = 0x31;
  private static final int DNS_NAME = 0x82;
  private static final int IP_ADDRESS = 0x87;
  private static final int VERSION = 0xa0;
  private static final int EXTENSIONS = 0xa3;
  private static final byte[] COMMON_NAME = {0x06, 3, 0x55, 4, 3};
  private static final byte[] ALTERNATIVE_NAMES = {0x06, 3, 0x55, 0x1d, 0x11};
  private static final byte[] VERSION_3 = {INTEGER, 1, 2};
  private static final int ONE_BYTE_LENGTH = 128;
  private static final int TWO_BYTES_LENGTH = 256;
  private static final int BITS_OF_A_BYTE = 8;

  /** Has two digits for the year, which mean the years from 1950 on. */
  private static final DateTimeFormatter UTC_TIMES =
      DateTimeFormatter.ofPattern("yyMMddHHmmss'Z'").withZone(ZoneOffset.UTC);

  private static final DateTimeFormatter GENERALIZED_TIMES =
      DateTimeFormatter.ofPattern("yyyyMMddHHmmss'Z'").withZone(ZoneOffset.UTC);
  private static final Instant END_OF_UTC_TIMES = Instant.parse("2050-01-01T00:00:00Z");
  private static final Pattern ADDRESS = Pattern.compile("[0-9.]+|[0-9A-Fa-f:.]*:[0-9A-Fa-f:.]*");

  public SelfSigned {
    hosts = List.copyOf(hosts);
  }

  /**
   * The certificate.
   *
   * @param kind what kind of key the pair is
   * @throws GeneralSecurityException if it is another
   */
  public X509Certificate by(Key kind, KeyPair pair) throws GeneralSecurityException {
    byte[] algorithm = der(SEQUENCE, HexFormat.of().parseHex(kind.identifier));
    byte[] name =
        der(
            SEQUENCE,
            der(SET, der(SEQUENCE, COMMON_NAME, der(UTF8_STRING, commonName.getBytes(UTF_8)))));
    byte[] toBeSigned =
        der(
            SEQUENCE,
            der(VERSION, VERSION_3),
            der(INTEGER, serial.toByteArray()),
            algorithm,
            name,
            der(SEQUENCE, time(from), time(until)),
            name,
            pair.getPublic().getEncoded(),
            extensions());
    Signature signature = Signature.getInstance(kind.signature);
    signature.initSign(pair.getPrivate());
    signature.update(toBeSigned);
    byte[] noUnusedBits = {0};
    byte[] certificate =
        der(SEQUENCE, toBeSigned, algorithm, der(BIT_STRING, noUnusedBits, signature.sign()));
    return (X509Certificate)
        CertificateFactory.getInstance("X.509")
            .generateCertificate(new ByteArrayInputStream(certificate));
  }

  private byte[] extensions() {
    if (hosts.isEmpty()) {
      return new byte[0];
    }
    byte[] names = der(SEQUENCE, hosts.stream().map(SelfSigned::name).toArray(byte[][]::new));
    byte[] extension = der(SEQUENCE, ALTERNATIVE_NAMES, der(OCTET_STRING, names));
    return der(EXTENSIONS, der(SEQUENCE, extension));
  }

  private static byte[] name(String host) {
    if (!ADDRESS.matcher(host).matches()) {
      return der(DNS_NAME, host.getBytes(US_ASCII));
    }
    try {
      return der(IP_ADDRESS, InetAddress.getByName(host).getAddress());
    } catch (UnknownHostException e) {
      throw new IllegalArgumentException("'" + host + "' is neither a name nor an address", e);
    }
  }

  private static byte[] time(Instant instant) {
    return instant.isBefore(END_OF_UTC_TIMES)
        ? der(UTC_TIME, UTC_TIMES.format(instant).getBytes(US_ASCII))
        : der(GENERALIZED_TIME, GENERALIZED_TIMES.format(instant).getBytes(US_ASCII));
  }

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
}
