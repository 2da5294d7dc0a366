package dev.sluice.jms.tracking.sequence;

import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The messages that senders of this process have sent, by the names in their stamps: so that
 * receivers in the same process also miss messages that nothing came after. Any thread; senders
 * come here only when they take a name.
 */
public final class SentTotals {

  private static final int NAME_LIMIT = 20_000;

  private final int nameLimit;
  private final Set<String> workloads = new HashSet<>(); // by the names of their workers; guarded
  private final Map<String, Sent> byName = new LinkedHashMap<>(); // guarded by this

  public SentTotals() {
    this(NAME_LIMIT);
  }

  /**
   * @param nameLimit how many names are remembered; beyond, the oldest is forgotten
   */
  public SentTotals(int nameLimit) {
    this.nameLimit = nameLimit;
  }

  /**
   * A sender begins to send under a name.
   *
   * @param place where it sends to; empty if that is not known
   */
  public synchronized Sent begin(String name, String worker, String place) {
    if (byName.size() == nameLimit) {
      Iterator<Sent> oldest = byName.values().iterator();
      oldest.next();
      oldest.remove();
    }
    workloads.add(workloadOf(worker));
    Sent sent = new Sent(worker, place, 0, 0);
    byName.put(name, sent);
    return sent;
  }

  /**
   * Takes note of what another process sent under a name.
   *
   * @return whether the name is new here
   */
  public synchronized boolean told(String name, Sent told) {
    Sent known = byName.get(name);
    Sent sent = known == null ? begin(name, told.worker(), told.place()) : known;
    sent.committed(Math.max(sent.committed(), told.committed()));
    sent.inDoubt(Math.max(sent.inDoubt(), told.inDoubt()));
    return known == null;
  }

  /** The number of messages sent under a name, if that is known. */
  public synchronized Optional<Sent> under(String name) {
    return Optional.ofNullable(byName.get(name));
  }

  /** Whether one of these workloads took such a name, also if it is forgotten. */
  public synchronized boolean areOf(String name) {
    return workloads.contains(workloadOf(name));
  }

  private static String workloadOf(String name) {
    return name.substring(0, name.lastIndexOf('/') + 1);
  }

  /** The names under which something has been sent. */
  public synchronized Set<String> begun() {
    return byName.entrySet().stream()
        .filter(sent -> sent.getValue().begun())
        .map(Map.Entry::getKey)
        .collect(Collectors.toUnmodifiableSet());
  }

  /** All that is known, by name. */
  public synchronized Map<String, Sent> all() {
    return new LinkedHashMap<>(byName);
  }

  /**
   * How much was sent under one name. Written by the sender's thread alone, read by any; a reader
   * may see one of the two numbers a little before the other.
   */
  public static final class Sent {

    private final String worker;
    private final String place;
    private volatile long committed;
    private volatile long inDoubt;

    /**
     * @param worker the sender's name, apart from how often it has taken a new one
     * @param place where it sends to; empty if that is not known
     */
    public Sent(String worker, String place, long committed, long inDoubt) {
      this.worker = worker;
      this.place = place;
      this.committed = committed;
      this.inDoubt = inDoubt;
    }

    public String worker() {
      return worker;
    }

    public String place() {
      return place;
    }

    /** The numbers 1 to this were sent. */
    public long committed() {
      return committed;
    }

    /** So many numbers after those may have been sent. */
    public long inDoubt() {
      return inDoubt;
    }

    /** Whether anything was, or may have been. */
    public boolean begun() {
      return committed > 0 || inDoubt > 0;
    }

    public void committed(long highest) {
      committed = highest;
    }

    public void inDoubt(long count) {
      inDoubt = count;
    }
  }
}
