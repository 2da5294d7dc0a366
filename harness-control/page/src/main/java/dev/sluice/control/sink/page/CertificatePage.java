package dev.sluice.control.sink.page;

import dev.sluice.control.analysis.rehearsal.CertificateReport;
import java.io.IOException;
import java.util.List;

/** The page of a certificate, to print and to sign. */
public final class CertificatePage {

  private static final List<String> SCRIPTS = Page.scripts("certificate.js");

  private CertificatePage() {}

  /**
   * The whole page.
   *
   * @param name of what was rehearsed
   */
  public static String of(String name, CertificateReport report) throws IOException {
    return Page.of(
        "sluice: recovery of " + name,
        SCRIPTS,
        report
            .json()
            .put("name", name)
            .put("faultRows", report.faults())
            .put("timeRows", report.times()));
  }
}
