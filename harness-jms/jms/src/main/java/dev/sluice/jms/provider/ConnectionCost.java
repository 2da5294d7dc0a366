package dev.sluice.jms.provider;

import dev.sluice.core.worker.ProcessLimits;
import java.util.Locale;

/**
 * What a client takes of its process for each connection with one session: as counted with a
 * thousand idle ones, worker threads and what it takes but once left out.
 *
 * @param client whose it is, as in a sentence
 * @param files descriptors
 * @param threads of the operating system
 * @param heapBytes live
 */
public record ConnectionCost(String client, Range files, Range threads, Range heapBytes) {

  /** Those of the run folder, of the page, and of connections that come back. */
  private static final int SPARE_FILES = 100;

  /** The least and the most that it may be. */
  public record Range(double least, double most) {

    /** The same for each. */
    public static Range of(double exactly) {
      return new Range(exactly, exactly);
    }
  }

  /** What so many of them take, for people. */
  public String of(int connections) {
    return String.format(
        Locale.ROOT,
        "%,d of %s take %s open files, %s threads, %s MB of heap",
        connections,
        client,
        text(files, connections),
        text(threads, connections),
        text(heapBytes, connections / 1e6));
  }

  private static String text(Range each, double times) {
    String least = String.format(Locale.ROOT, "%,.0f", each.least() * times);
    return each.least() == each.most()
        ? least
        : String.format(Locale.ROOT, "%s to %,.0f", least, each.most() * times);
  }

  /**
   * Refuses more of them than a process can have, by the least that they take.
   *
   * @throws ConfigurationException if it has no room for so many
   */
  public void requireRoomFor(int connections, ProcessLimits limits) {
    double ofFiles = files.least() * connections + limits.files().open();
    if (limits.files().most() > 0 && ofFiles > limits.files().most()) {
      double enough = files.most() * connections + limits.files().open() + SPARE_FILES;
      throw tooMany(
          connections,
          String.format(Locale.ROOT, "%,d open files", limits.files().most()),
          String.format(Locale.ROOT, "set 'ulimit -n %.0f'", enough));
    }
    double ofThreads = threads.least() * connections;
    if (ofThreads > limits.threads()) {
      throw tooMany(
          connections,
          String.format(Locale.ROOT, "%,d threads", limits.threads()),
          "raise " + limits.threadsSetBy());
    }
    double ofHeap = heapBytes.least() * connections;
    if (ofHeap > limits.heapBytes()) {
      throw tooMany(
          connections,
          String.format(Locale.ROOT, "%,d MB of heap", limits.heapBytes() / 1_000_000),
          "give more (" + ProcessLimits.moreHeap(2 * ofHeap) + ")");
    }
  }

  private ConfigurationException tooMany(int connections, String limit, String remedy) {
    return new ConfigurationException(
        "too many connections: "
            + of(connections)
            + ", and this process may have "
            + limit
            + ": "
            + remedy
            + ", or use fewer workers");
  }
}
