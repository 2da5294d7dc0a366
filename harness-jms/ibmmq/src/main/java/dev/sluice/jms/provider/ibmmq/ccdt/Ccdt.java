package dev.sluice.jms.provider.ibmmq.ccdt;

import dev.sluice.jms.provider.ConfigurationException;
import java.util.Collections;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * A JSON channel definition table. The IBM client answers any mistake in a table, and any name that
 * is not in it, with the same reason code 2278; this tells them apart.
 *
 * @param name what messages call the table
 * @param entries its client channels, in the order of the table
 */
public record Ccdt(String name, List<CcdtEntry> entries) {

  public Ccdt {
    entries = List.copyOf(entries);
  }

  /**
   * Reads a table.
   *
   * @throws ConfigurationException if the client would refuse it; names the table, the place that
   *     is wrong, and how many more there are
   */
  public static Ccdt parse(String name, String json) {
    CcdtParser.ParsedTable parsed = CcdtParser.parse(name, json);
    return parsed.table().orElseThrow(() -> refusal(name, parsed.findings()));
  }

  /** The whole file as JSON, always the same text for the same table. */
  public String json() {
    return "{\n  \"channel\": [\n"
        + String.join(",\n", entries.stream().map(CcdtEntry::json).toList())
        + "\n  ]\n}\n";
  }

  /** The queue manager names and groups of the entries; empty for the default group. */
  public SortedSet<String> queueManagers() {
    SortedSet<String> names = new TreeSet<>();
    entries.forEach(entry -> names.add(entry.queueManager()));
    return Collections.unmodifiableSortedSet(names);
  }

  /** The entries of a queue manager or group, in the order of the table. */
  public List<CcdtEntry> entriesOf(String queueManager) {
    return entries.stream().filter(entry -> entry.queueManager().equals(queueManager)).toList();
  }

  /**
   * Makes sure that the table has a channel for a queue manager.
   *
   * @param queueManager as the application names it
   * @throws ConfigurationException if not; says what the table has
   */
  public void requireChannelFor(String queueManager) {
    String entry = CcdtRoute.RequestedQueueManager.of(queueManager).entryName();
    if (queueManagers().contains(entry)) {
      return;
    }
    throw new ConfigurationException(
        "CCDT file "
            + name
            + " has no client channel for "
            + (entry.isEmpty() ? "the default group (queue manager \"\")" : "'" + entry + "'")
            + ", requested by queue manager '"
            + queueManager
            + "'; it has "
            + offer());
  }

  private String offer() {
    return String.join(
        ", ",
        queueManagers().stream()
            .map(group -> group.isEmpty() ? "the default group" : "'" + group + "'")
            .toList());
  }

  private static ConfigurationException refusal(String name, List<CcdtFinding> errors) {
    int more = errors.size() - 1;
    return new ConfigurationException(
        "CCDT file "
            + name
            + " is rejected by the client: "
            + errors.get(0).line()
            + (more == 0 ? "" : " (and " + more + " more, see sluice ccdt check)"));
  }
}
