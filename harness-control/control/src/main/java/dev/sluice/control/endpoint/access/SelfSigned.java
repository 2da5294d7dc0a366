package dev.sluice.control.endpoint.access;

import java.io.IOException;
import java.math.BigInteger;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.Date;
import java.util.List;
import java.util.regex.Pattern;
import org.bouncycastle.asn1.x500.X500Name;
import org.bouncycastle.asn1.x500.X500NameBuilder;
import org.bouncycastle.asn1.x500.style.BCStyle;
import org.bouncycastle.asn1.x509.Extension;
import org.bouncycastle.asn1.x509.GeneralName;
import org.bouncycastle.asn1.x509.GeneralNames;
import org.bouncycastle.asn1.x509.SubjectPublicKeyInfo;
import org.bouncycastle.cert.X509v3CertificateBuilder;
import org.bouncycastle.cert.jcajce.JcaX509CertificateConverter;
import org.bouncycastle.operator.OperatorCreationException;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;

/**
 * A certificate that its own key signs (RFC 5280).
 *
 * @param commonName whom it is for
 * @param hosts names and addresses that a server with it may be asked by; may be empty
 * @param serial tells it from others of that name, above 0
 * @param from when it begins to be valid
 * @param until when it ends
 */
public record SelfSigned(
    String commonName, List<String> hosts, BigInteger serial, Instant from, Instant until) {

  private static final Pattern ADDRESS = Pattern.compile("[0-9.]+|[0-9A-Fa-f:.]*:[0-9A-Fa-f:.]*");

  /**
   * The certificate.
   *
   * @param signature the algorithm, one for the pair's kind of key: {@code Ed25519}, {@code
   *     SHA256withECDSA}
   * @throws GeneralSecurityException if it is for another kind
   * @throws IllegalArgumentException if a host is neither a name nor an address
   */
  @SuppressWarnings("JavaUtilDate") // the library's signature
  public X509Certificate by(String signature, KeyPair pair) throws GeneralSecurityException {
    X500Name name = new X500NameBuilder().addRDN(BCStyle.CN, commonName).build();
    X509v3CertificateBuilder certificate =
        new X509v3CertificateBuilder(
            name,
            serial,
            Date.from(from),
            Date.from(until),
            name,
            SubjectPublicKeyInfo.getInstance(pair.getPublic().getEncoded()));
    try {
      if (!hosts.isEmpty()) {
        GeneralName[] names = hosts.stream().map(SelfSigned::name).toArray(GeneralName[]::new);
        certificate.addExtension(Extension.subjectAlternativeName, false, new GeneralNames(names));
      }
      return new JcaX509CertificateConverter()
          .getCertificate(
              certificate.build(new JcaContentSignerBuilder(signature).build(pair.getPrivate())));
    } catch (OperatorCreationException | IOException e) {
      throw new GeneralSecurityException(e.getMessage(), e);
    }
  }

  private static GeneralName name(String host) {
    try {
      return new GeneralName(
          ADDRESS.matcher(host).matches() ? GeneralName.iPAddress : GeneralName.dNSName, host);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException("'" + host + "' is neither a name nor an address", e);
    }
  }
}
