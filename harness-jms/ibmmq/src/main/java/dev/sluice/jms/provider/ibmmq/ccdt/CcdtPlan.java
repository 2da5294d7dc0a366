package dev.sluice.jms.provider.ibmmq.ccdt;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.IntStream;

/**
 * A table for some queue managers: an entry of the group for each of them, then one by its own name
 * for each. The places on hosts are taken in turns; queue managers with the same place have
 * consecutive ports, in their order.
 *
 * @param group what applications ask for with a star; absent for entries by name only
 * @param queueManagers their own names
 * @param places a host and the first port there for each of the first queue managers, as often as
 *     it has them in a row; the list begins again for those after them
 * @param channel the server connection channel
 * @param sharingConversations on one socket
 * @param heartbeatSeconds between heartbeats
 * @param weight of each entry
 * @param cipherSpecification empty for no TLS
 */
public record CcdtPlan(
    Optional<String> group,
    List<String> queueManagers,
    List<CcdtEntry.Address> places,
    String channel,
    int sharingConversations,
    int heartbeatSeconds,
    int weight,
    String cipherSpecification) {

  public CcdtPlan {
    queueManagers = List.copyOf(queueManagers);
    places = List.copyOf(places);
  }

  /** Where a queue manager listens. */
  public CcdtEntry.Address addressOf(int queueManager) {
    CcdtEntry.Address place = placeOf(queueManager);
    long before = IntStream.range(0, queueManager).filter(i -> placeOf(i).equals(place)).count();
    return new CcdtEntry.Address(place.host(), place.port() + (int) before);
  }

  private CcdtEntry.Address placeOf(int queueManager) {
    return places.get(queueManager % places.size());
  }

  /**
   * The table of this plan.
   *
   * @param name what messages call it
   */
  public Ccdt table(String name) {
    List<CcdtEntry> entries = new ArrayList<>();
    for (boolean byName : group.isPresent() ? List.of(false, true) : List.of(true)) {
      for (int i = 0; i < queueManagers.size(); i++) {
        String served = byName ? queueManagers.get(i) : group.get();
        entries.add(entry(entries.size(), served, addressOf(i)));
      }
    }
    return new Ccdt(name, entries);
  }

  private CcdtEntry entry(int index, String queueManager, CcdtEntry.Address address) {
    return new CcdtEntry(
        index,
        channel,
        queueManager,
        List.of(address),
        OptionalInt.of(weight),
        Optional.of(CcdtEntry.Affinity.NONE),
        OptionalInt.of(heartbeatSeconds),
        OptionalInt.of(sharingConversations),
        OptionalInt.empty(),
        cipherSpecification,
        "");
  }
}
