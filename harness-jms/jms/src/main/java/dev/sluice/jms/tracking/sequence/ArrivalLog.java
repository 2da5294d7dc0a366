package dev.sluice.jms.tracking.sequence;

import dev.sluice.core.stats.DeliveryCounts;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The arrivals at receivers of this process, for an account of all receivers that another process
 * keeps. It keeps them until it is asked for them. It finds only what a message shows by itself,
 * because missing messages and duplicates cannot be recognised here. Any thread; an entry takes a
 * short lock.
 */
public final class ArrivalLog implements DeliveryCounter.Account {

  /**
   * Numbers of a sender that arrived one after the other.
   *
   * @param outOfOrder whether the receiver had got a later one before
   * @param mayComeAgain whether it is in doubt that they were received for good
   */
  public record NumberRange(long first, long last, boolean outOfOrder, boolean mayComeAgain) {

    private boolean goesOnWith(long number, boolean after, boolean again) {
      return number == last + 1 && after == outOfOrder && again == mayComeAgain;
    }
  }

  private Map<String, List<NumberRange>> bySender = new LinkedHashMap<>(); // guarded by this

  @Override
  public synchronized boolean enter(
      DeliveryCounter at, Arrival arrival, long highestBefore, boolean mayComeAgain) {
    at.arrived(arrival);
    if (arrival.identified()) {
      add(
          bySender.computeIfAbsent(arrival.sender(), added -> new ArrayList<>()),
          arrival.number(),
          arrival.number() < highestBefore,
          mayComeAgain);
    }
    return false;
  }

  private static void add(
      List<NumberRange> runs, long number, boolean outOfOrder, boolean mayComeAgain) {
    int last = runs.size() - 1;
    if (last >= 0 && runs.get(last).goesOnWith(number, outOfOrder, mayComeAgain)) {
      runs.set(last, new NumberRange(runs.get(last).first(), number, outOfOrder, mayComeAgain));
    } else {
      runs.add(new NumberRange(number, number, outOfOrder, mayComeAgain));
    }
  }

  @Override
  public synchronized DeliveryCounts counts(DeliveryCounter counter, boolean last) {
    return counter.with(0, 0);
  }

  /** The arrivals since the last call, by sender, in their order. */
  public synchronized Map<String, List<NumberRange>> take() {
    Map<String, List<NumberRange>> taken = bySender;
    bySender = new LinkedHashMap<>();
    return taken;
  }
}
