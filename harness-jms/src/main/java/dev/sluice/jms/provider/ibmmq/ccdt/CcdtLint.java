package dev.sluice.jms.provider.ibmmq.ccdt;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;

/**
 * Looks through a table that the client takes for what would still go wrong, or skew a load test.
 */
public final class CcdtLint {

  private final EntryRules entryRules;

  /**
   * @param cipherSpecs the CipherSpecs that clients and queue managers use
   */
  public CcdtLint(Set<String> cipherSpecs) {
    this.entryRules = new EntryRules(cipherSpecs);
  }

  /** The findings, the worst first. */
  public List<CcdtFinding> findings(Ccdt table) {
    List<CcdtFinding> findings = new ArrayList<>();
    table.entries().forEach(entry -> entryRules.check(entry, findings::add));
    new GroupRules(table).check(findings::add);
    findings.sort(Comparator.comparing(CcdtFinding::severity));
    return findings;
  }
}
