package dev.sluice.jms.tracking.sequence;

import dev.sluice.core.stats.DeliveryCounts;
import dev.sluice.core.stats.DeliveryFigure;
import dev.sluice.jms.tracking.sequence.SentTotals.Sent;
import java.util.Collection;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/**
 * Knows which numbers of each sender arrived, are missing, or came twice. The receivers of a queue
 * share one tracker, because each gets a part of the messages, and each workload counts by a {@link
 * DeliveryCounter} of its own; a subscriber has a tracker to itself. Any thread; an entry takes a
 * short lock, which costs next to nothing beside a receive.
 *
 * <p>The count of lost messages is exact however many there are. Memory is bounded: by the number
 * of senders, beyond which the one that has been silent longest is forgotten, and by the number of
 * gaps (runs of missing numbers) of all senders together, beyond which it forgets a sender's oldest
 * gap: those messages stay lost, and count as duplicates if they come later.
 *
 * <p>A sender's numbers begin with 1, but a receiver may have come later. So nothing is missing
 * before the lowest number that arrived, unless it is known that the receiver came first: of
 * senders in this process, a queue keeps all for its receivers; a subscriber gets what is sent from
 * its subscription on. Who sends to where it receives from, and of whom nothing arrived, is missed
 * by the first receiver.
 */
public final class DeliveryTracker implements DeliveryCounter.Account {

  public static final int SENDER_LIMIT = 50_000;
  private static final int GAP_LIMIT = 200_000;

  private final SentTotals sentHere;
  private final Set<String> begunBefore;
  private final Set<String> sources;
  private final int senderLimit;
  private final int gapLimit;

  // guarded by this
  private final Map<String, SenderRecord> senders = new LinkedHashMap<>(16, 0.75f, true);
  private boolean forgotSenders;
  private DeliveryCounter firstReceiver; // null before there is one
  private int gaps;

  /**
   * @param sentHere what is known of senders in this process
   * @param begunBefore names of those of them that the receiver has come too late for
   * @param sources where its messages are sent to
   * @param senderLimit how many senders are remembered, at least 1
   * @param gapLimit how many gaps are remembered, at least 1
   */
  public DeliveryTracker(
      SentTotals sentHere,
      Set<String> begunBefore,
      Set<String> sources,
      int senderLimit,
      int gapLimit) {
    this.sentHere = sentHere;
    this.begunBefore = Set.copyOf(begunBefore);
    this.sources = Set.copyOf(sources);
    this.senderLimit = senderLimit;
    this.gapLimit = gapLimit;
  }

  /** The account of receivers who share what a queue or a subscription keeps for them. */
  public static DeliveryTracker ofQueue(SentTotals sentHere, Set<String> sources) {
    return new DeliveryTracker(sentHere, Set.of(), sources, SENDER_LIMIT, GAP_LIMIT);
  }

  /** The account of a subscriber who subscribes now. */
  public static DeliveryTracker ofSubscriber(SentTotals sentHere, Set<String> sources) {
    return new DeliveryTracker(sentHere, sentHere.begun(), sources, SENDER_LIMIT, GAP_LIMIT);
  }

  /** The part of one more workload's receivers, or of the subscriber. */
  public synchronized DeliveryCounter newCounter() {
    DeliveryCounter added = new DeliveryCounter(this);
    firstReceiver = firstReceiver == null ? added : firstReceiver;
    return added;
  }

  @Override
  public synchronized boolean enter(
      DeliveryCounter at, Arrival arrival, long highestBefore, boolean mayComeAgain) {
    at.arrived(arrival);
    return arrival.identified()
        && place(
            at, arrival.sender(), arrival.number(), arrival.number() < highestBefore, mayComeAgain);
  }

  /** Enters what a counter's receivers in another process got, and counted there. */
  public synchronized void enter(DeliveryCounter at, String sender, ArrivalLog.NumberRange run) {
    for (long number = run.first(); number <= run.last(); number++) {
      place(at, sender, number, run.outOfOrder(), run.mayComeAgain());
    }
  }

  /** A sender is known from now on, which may have begun before it was known. */
  public synchronized void begun(String sender) {
    SenderRecord known = senders.get(sender);
    if (known != null && !begunBefore.contains(sender)) {
      int gapsBefore = known.gaps();
      known.beginsWithOne();
      gaps += known.gaps() - gapsBefore;
    }
  }

  @Override
  public synchronized DeliveryCounts counts(DeliveryCounter counter, boolean last) {
    Map<String, Sent> sent = sentHere.all(); // one copy for both
    long ofOtherRuns = ofOtherRuns(counter, sent.values());
    Missing missing = missing(counter, sent);
    return counter
        .with(last ? missing.sent() : 0, missing.inDoubt())
        .plus(DeliveryCounts.of(Map.of(DeliveryFigure.OF_OTHER_RUNS, ofOtherRuns)));
  }

  /** Arrivals from others, where senders of this run feed these receivers, too. */
  private long ofOtherRuns(DeliveryCounter at, Collection<Sent> sent) {
    boolean fed = sent.stream().anyMatch(each -> sources.contains(each.place()));
    return fed
        ? senders.entrySet().stream()
            .filter(each -> each.getValue().highestAt() == at && !sentHere.areOf(each.getKey()))
            .mapToLong(each -> each.getValue().arrivals())
            .sum()
        : 0;
  }

  /** How many senders are remembered. */
  public synchronized int senders() {
    return senders.size();
  }

  /** How many gaps are remembered. */
  public synchronized int gaps() {
    return gaps;
  }

  /** Returns whether it is a duplicate. */
  private boolean place(
      DeliveryCounter at, String from, long number, boolean outOfOrder, boolean mayComeAgain) {
    SenderRecord sender = recordOf(from, number);
    int gapsBefore = sender.gaps();
    boolean first = sender.arrived(number, at);
    boolean duplicate = !first && !sender.cameAgainAsFeared(number);
    if (first && outOfOrder) {
      at.add(DeliveryFigure.OUT_OF_ORDER, 1);
    } else if (duplicate) {
      at.add(DeliveryFigure.DUPLICATES, 1);
    }
    if (mayComeAgain) {
      sender.mayComeAgain(number);
    }
    gaps += sender.gaps() - gapsBefore;
    if (gaps > gapLimit) {
      sender.giveUpOldestGap();
      gaps--;
    }
    return duplicate;
  }

  private SenderRecord recordOf(String from, long number) {
    SenderRecord known = senders.get(from);
    if (known != null) {
      return known;
    }
    if (senders.size() == senderLimit) {
      Iterator<SenderRecord> silentLongest = senders.values().iterator();
      gaps -= silentLongest.next().gaps();
      silentLongest.remove();
      forgotSenders = true;
    }
    boolean knownFromOne = sentHere.under(from).isPresent() && !begunBefore.contains(from);
    SenderRecord sender = new SenderRecord(knownFromOne ? 1 : number);
    senders.put(from, sender);
    return sender;
  }

  /** Messages of senders in this process that did not arrive, nor anything that came after them. */
  private record Missing(long sent, long inDoubt) {

    static final Missing NONE = new Missing(0, 0);

    Missing plus(Sent sent, long highestArrived) {
      long sentUpTo = sent.committed();
      long maySentUpTo = sentUpTo + sent.inDoubt();
      return new Missing(
          this.sent + Math.max(0, sentUpTo - highestArrived),
          inDoubt + Math.max(0, maySentUpTo - Math.max(sentUpTo, highestArrived)));
    }
  }

  /**
   * Each is missed by who received the last one of its sender before; if nothing of it came, by who
   * receives from where it sends to.
   *
   * @param notSeen all that is known of what was sent, by name; those seen here are taken out
   */
  private Missing missing(DeliveryCounter by, Map<String, Sent> notSeen) {
    Missing missing = Missing.NONE;
    Map<String, DeliveryCounter> lastAt = new HashMap<>(); // by worker
    for (Map.Entry<String, SenderRecord> sender : senders.entrySet()) {
      Sent sent = notSeen.remove(sender.getKey());
      if (sent != null) {
        lastAt.put(sent.worker(), sender.getValue().highestAt());
        if (sender.getValue().highestAt() == by) {
          missing = missing.plus(sent, sender.getValue().highest());
        }
      }
    }
    if (forgotSenders) {
      return missing; // who was not seen cannot be told any more
    }
    notSeen.keySet().removeAll(begunBefore);
    for (Sent sent : notSeen.values()) {
      DeliveryCounter expects = sources.contains(sent.place()) ? firstReceiver : null;
      if (lastAt.getOrDefault(sent.worker(), expects) == by) {
        missing = missing.plus(sent, 0);
      }
    }
    return missing;
  }
}
