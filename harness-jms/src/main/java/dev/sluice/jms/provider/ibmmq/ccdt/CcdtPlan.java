package dev.sluice.jms.provider.ibmmq.ccdt;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.IntStream;

/**
 * A table for some queue managers: an entry of the group for each of them, then one by its own name
 * for each. The places on hosts are taken in turns; the queue managers of a host have consecutive
 * ports, in their order.
 *
 * @param group what applications ask for with a star; absent for entries by name only
 * @param queueManagers their own names
 * @param hosts a place for each of the first queue managers, a host as often as it has them in a
 *     row; the list begins again for those after them
 * @param basePort the port of the first queue manager of each host
 * @param channel the server connection channel
 * @param sharingConversations on one socket
 * @param heartbeatSeconds between heartbeats
 * @param weight of each entry
 * @param cipherSpecification empty for no TLS
 */
public record CcdtPlan(
    Optional<String> group,
    List<String> queueManagers,
    List<String> hosts,
    int basePort,
    String channel,
    int sharingConversations,
    int heartbeatSeconds,
    int weight,
    String cipherSpecification) {

  public CcdtPlan {
    queueManagers = List.copyOf(queueManagers);
    hosts = List.copyOf(hosts);
  }

  /** Where a queue manager listens. */
  public CcdtAddress addressOf(int queueManager) {
    String host = hostOf(queueManager);
    long before = IntStream.range(0, queueManager).filter(i -> hostOf(i).equals(host)).count();
    return new CcdtAddress(host, basePort + (int) before);
  }

  private String hostOf(int queueManager) {
    return hosts.get(queueManager % hosts.size());
  }

  /**
   * The table of this plan.
   *
   * @param name what messages call it
   */
  public Ccdt table(String name) {
    List<CcdtEntry> entries = new ArrayList<>();
    if (group.isPresent()) {
      for (int i = 0; i < queueManagers.size(); i++) {
        entries.add(entry(entries.size(), group.get(), addressOf(i)));
      }
    }
    for (int i = 0; i < queueManagers.size(); i++) {
      entries.add(entry(entries.size(), queueManagers.get(i), addressOf(i)));
    }
    return new Ccdt(name, entries);
  }

  private CcdtEntry entry(int index, String queueManager, CcdtAddress address) {
    return new CcdtEntry(
        index,
        channel,
        queueManager,
        List.of(address),
        OptionalInt.of(weight),
        Optional.of(CcdtAffinity.NONE),
        OptionalInt.of(heartbeatSeconds),
        OptionalInt.of(sharingConversations),
        OptionalInt.empty(),
        cipherSpecification);
  }
}
