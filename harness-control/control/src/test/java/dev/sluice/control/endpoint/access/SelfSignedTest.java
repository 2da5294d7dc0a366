package dev.sluice.control.endpoint.access;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.cert.X509Certificate;
import java.time.Instant;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What Java reads in certificates that {@link SelfSigned} writes. */
class SelfSignedTest {

  @TempDir Path folder;

  /** The form of a time changes with the year 2050 (RFC 5280, section 4.1.2.5). */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "2030-06-01T12:34:56Z",
        "2049-12-31T23:59:59Z",
        "2050-01-01T00:00:00Z",
        "2051-07-01T00:00:00Z"
      })
  void endsWhenItWasToldTo(Instant until) throws GeneralSecurityException {
    X509Certificate certificate = TestCertificate.in(folder, "a", "127.0.0.1", until).certificate();
    assertThat(certificate.getNotAfter()).isEqualTo(until);
    certificate.verify(certificate.getPublicKey());
  }
}
