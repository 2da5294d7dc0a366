package dev.sluice.jms.provider.ibmmq.ccdt;

import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * The entries that the client tries for a queue manager, as measured with client 9.4.5.1: those of
 * weight 0 come first, ordered by channel name, those of one name as they stand in the table. The
 * others are drawn by weight. The affinity of the entry that is last by channel name holds for all
 * of them.
 *
 * @param requested what the application asks for
 * @param affinity {@link CcdtEntry.Affinity#NONE} if every connection draws again
 * @param first entries of weight 0, always tried first and in this order; with affinity none, again
 *     after each of the others
 * @param drawn the other entries, in the order of the table
 */
public record CcdtRoute(
    RequestedQueueManager requested,
    CcdtEntry.Affinity affinity,
    List<CcdtEntry> first,
    List<CcdtEntry> drawn) {

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

  private static final Comparator<CcdtEntry> BY_NAME = Comparator.comparing(CcdtEntry::channel);

  public CcdtRoute {
    first = List.copyOf(first);
    drawn = List.copyOf(drawn);
  }

  /** The route that a table gives. */
  public static CcdtRoute of(Ccdt table, RequestedQueueManager requested) {
    List<CcdtEntry> entries = table.entriesOf(requested.entryName());
    List<CcdtEntry> byName = entries.stream().sorted(BY_NAME).toList();
    return new CcdtRoute(
        requested,
        byName.isEmpty()
            ? CcdtEntry.Affinity.DEFAULT
            : byName.get(byName.size() - 1).effectiveAffinity(),
        byName.stream().filter(entry -> entry.effectiveWeight() == 0).toList(),
        entries.stream().filter(entry -> entry.effectiveWeight() != 0).toList());
  }

  /** All entries: those of a fixed order, then those that are drawn. */
  public List<CcdtEntry> entries() {
    return Stream.concat(first.stream(), drawn.stream()).toList();
  }

  /** The chance of a drawn entry to be the first of them, from 0 to 1. */
  public double chanceToBeDrawnFirst(CcdtEntry entry) {
    long sum = drawn.stream().mapToLong(CcdtEntry::effectiveWeight).sum();
    return entry.effectiveWeight() / (double) sum;
  }
}
