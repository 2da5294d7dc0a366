package dev.sluice.jms.provider.ibmmq.ccdt;

import dev.sluice.jms.provider.ibmmq.ccdt.CcdtEntry.Address;
import dev.sluice.jms.provider.ibmmq.ccdt.CcdtEntry.Affinity;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The addresses that the client tries for a queue manager, as measured with clients 9.4.5.1 and
 * 10.0.0.0.
 *
 * @param requested what the application asks for
 * @param entries those that serve it, in the order of the table
 */
public record CcdtRoute(RequestedQueueManager requested, List<CcdtEntry> entries) {

  /**
   * A queue manager as an application asks for it. A leading star belongs to the application, never
   * to the table; blanks around names count nowhere.
   *
   * @param given as it was written
   * @param entryName the {@code queueManager} of the entries that serve it; empty for the default
   *     group
   * @param nameChecked whether the queue manager that answers must have that name, else the client
   *     goes on and fails with 2058 at last
   */
  public record RequestedQueueManager(String given, String entryName, boolean nameChecked) {

    /** Understands {@code QM1}, {@code *GROUP}, {@code *} and blank. */
    public static RequestedQueueManager of(String given) {
      String name = given.strip();
      boolean star = name.startsWith("*");
      String entryName = star ? name.substring(1).strip() : name;
      return new RequestedQueueManager(given, entryName, !star && !entryName.isEmpty());
    }
  }

  /** An address of an entry. */
  public record Candidate(CcdtEntry entry, Address address) {

    /** Channel, address and place in the table, in words. */
    public String describe() {
      return entry.channel() + "  " + address + "  " + entry.place();
    }
  }

  public CcdtRoute {
    entries = List.copyOf(entries);
  }

  /** The route that a table gives. */
  public static CcdtRoute of(Ccdt table, RequestedQueueManager requested) {
    return new CcdtRoute(requested, table.entriesOf(requested.entryName()));
  }

  /**
   * {@link Affinity#NONE} if every connection draws again. Empty if the entries differ: then that
   * of the entry holds which comes first in an order made of the weights and the name of this host.
   */
  public Optional<Affinity> affinity() {
    List<Affinity> different =
        entries.stream().map(CcdtEntry::effectiveAffinity).distinct().toList();
    return different.size() == 1 ? Optional.of(different.get(0)) : Optional.empty();
  }

  /**
   * The addresses of the entries of weight 0, always tried first: by channel name, those of one
   * name in the order of the table. With affinity none they are tried again after each of the
   * others.
   */
  public List<Candidate> first() {
    return entries.stream()
        .filter(entry -> entry.effectiveWeight() == 0)
        .sorted(Comparator.comparing(CcdtEntry::channel))
        .flatMap(CcdtRoute::candidates)
        .toList();
  }

  /** The other addresses, in the order of the table; each is drawn with the weight of its entry. */
  public List<Candidate> drawn() {
    return entries.stream()
        .filter(entry -> entry.effectiveWeight() != 0)
        .flatMap(CcdtRoute::candidates)
        .toList();
  }

  /** The chance of a drawn address to be the first of them, from 0 to 1. */
  public double chanceToBeDrawnFirst(Candidate candidate) {
    long sum = drawn().stream().mapToLong(each -> each.entry().effectiveWeight()).sum();
    return candidate.entry().effectiveWeight() / (double) sum;
  }

  private static Stream<Candidate> candidates(CcdtEntry entry) {
    return entry.addresses().stream().map(address -> new Candidate(entry, address));
  }
}
