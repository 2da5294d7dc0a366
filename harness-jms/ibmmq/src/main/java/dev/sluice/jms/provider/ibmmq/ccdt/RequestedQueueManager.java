package dev.sluice.jms.provider.ibmmq.ccdt;

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
