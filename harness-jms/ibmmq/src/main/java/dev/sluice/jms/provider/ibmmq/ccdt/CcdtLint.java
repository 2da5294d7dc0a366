package dev.sluice.jms.provider.ibmmq.ccdt;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;

/**
 * Looks through a table that the client takes for what would still go wrong, or skew a load test.
 *
 * @param cipherSpecs the CipherSpecs that clients and queue managers use
 */
public record CcdtLint(Set<String> cipherSpecs) {

  /** The findings, the worst first. */
  public List<CcdtFinding> findings(Ccdt table) {
    List<CcdtFinding> findings = new ArrayList<>();
    table.entries().forEach(entry -> new EntryRules(cipherSpecs, entry, findings::add).check());
    new GroupRules(table, findings::add).check();
    findings.sort(Comparator.comparing(CcdtFinding::severity));
    return findings;
  }
}
