package dev.sluice.control.fleet.protocol;

import dev.sluice.control.fleet.protocol.FleetMessage.Heartbeat;
import dev.sluice.control.fleet.protocol.FleetMessage.Inquiry;
import dev.sluice.control.fleet.protocol.FleetMessage.Presence;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/**
 * Asks all members of a fleet how they are, some times, and measures how far their wall clocks are
 * from this one's: of the exchanges with an agent the quickest counts. Takes no part in the fleet.
 * For the protocol's thread.
 */
public final class MembershipProbe implements FleetLink.Listener {

  private static final int EXCHANGES = 4;
  private static final long ASK_NANOS = TimeUnit.MILLISECONDS.toNanos(200);

  /** How long it waits for members that do not answer, such as controllers, once one has. */
  private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(2);

  private final FleetLink link;
  private final BooleanSupplier refused;
  private final Map<String, Entry> answered = new TreeMap<>();
  private final Map<String, ClockOffset> clocks = new HashMap<>();
  private final Map<String, Integer> exchanges = new TreeMap<>();
  private final CompletableFuture<List<Entry>> result = new CompletableFuture<>();
  private Set<String> members = Set.of();
  private long askedNanos = Long.MIN_VALUE;
  private long lastNewsNanos;

  /**
   * @param refused whether a member has refused this process
   */
  public MembershipProbe(FleetLink link, BooleanSupplier refused) {
    this.link = link;
    this.refused = refused;
  }

  /**
   * An agent, and its clock.
   *
   * @param member its name among the members
   * @param heartbeat what it says of itself
   * @param clockAheadNanos its wall clock less this host's
   * @param clockErrorNanos how wrong that may be
   */
  public record Entry(
      String member, Heartbeat heartbeat, long clockAheadNanos, long clockErrorNanos) {}

  /** All agents by name, when all of them have answered; none if this process is refused by all. */
  public CompletableFuture<List<Entry>> result() {
    return result;
  }

  @Override
  public void received(long nowNanos, String from, FleetMessage message) {
    if (!(message instanceof Presence presence)) {
      return;
    }
    Heartbeat heartbeat = presence.heartbeat();
    ClockOffset clock = clocks.computeIfAbsent(from, name -> new ClockOffset());
    clock.exchanged(
        presence.inquirySentNanos(), presence.receivedNanos(), heartbeat.sentNanos(), nowNanos);
    long ahead = clock.aheadNanos() + heartbeat.wallAheadNanos() - link.wallAheadNanos();
    Entry before =
        answered.put(from, new Entry(from, heartbeat, ahead, clock.errorNanos(nowNanos)));
    if (before == null) {
      lastNewsNanos = nowNanos;
    }
    exchanges.merge(from, 1, Integer::sum);
  }

  @Override
  public void view(long nowNanos, Set<String> now) {
    members = new HashSet<>(now);
    members.remove(link.self());
    lastNewsNanos = nowNanos;
  }

  @Override
  public void tick(long nowNanos) {
    if (complete(nowNanos) || refusedByAll(nowNanos)) {
      result.complete(List.copyOf(answered.values()));
    } else if (askedNanos == Long.MIN_VALUE || nowNanos - askedNanos >= ASK_NANOS) {
      askedNanos = nowNanos;
      members.stream()
          .filter(member -> exchanges.getOrDefault(member, 0) < EXCHANGES)
          .forEach(member -> link.send(member, new Inquiry(nowNanos)));
    }
  }

  private boolean refusedByAll(long nowNanos) {
    return refused.getAsBoolean()
        && members.isEmpty()
        && nowNanos - lastNewsNanos >= PATIENCE_NANOS;
  }

  private boolean complete(long nowNanos) {
    boolean all =
        members.stream().allMatch(member -> exchanges.getOrDefault(member, 0) >= EXCHANGES);
    return !answered.isEmpty() && (all || nowNanos - lastNewsNanos >= PATIENCE_NANOS);
  }
}
