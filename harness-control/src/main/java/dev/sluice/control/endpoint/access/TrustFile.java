package dev.sluice.control.endpoint.access;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Certificates in a file, PEM. */
final class TrustFile {

  private static final Pattern CERTIFICATE =
      Pattern.compile("-----BEGIN CERTIFICATE-----[^-]*-----END CERTIFICATE-----");

  private TrustFile() {}

  /**
   * Those of a file that are valid now: Java trusts one that is shown itself even when it is not.
   *
   * @throws IOException if there is none, with one line that says why
   */
  static X509Certificate[] read(Path file, Instant now) throws IOException {
    List<X509Certificate> valid = new ArrayList<>();
    String ended = "";
    Matcher each = CERTIFICATE.matcher(Files.readString(file, ISO_8859_1));
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
