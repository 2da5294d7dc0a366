package dev.sluice.jms.tracking;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.core.stats.DeliveryCounts;
import dev.sluice.core.stats.DeliveryFigure;
import dev.sluice.jms.destination.DestinationPlan;
import dev.sluice.jms.tracking.sequence.Arrival;
import dev.sluice.jms.tracking.sequence.Arrival.Integrity;
import dev.sluice.jms.tracking.sequence.DeliveryCounter;
import dev.sluice.jms.tracking.sequence.SentTotals;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Which workloads of a run share an account of what they receive. */
class DeliveryCountersTest {

  private static final Receivers SUBSCRIBERS =
      Receivers.ofTopics(DestinationPlan.of("T").asTopics());

  private final DeliveryTrackers trackers = new DeliveryTrackers(new SentTotals());

  @Test
  void workloadsOfOneQueueShare() {
    assertThat(shared(queues(1, 1), queues(1, 1))).isTrue();
    assertThat(shared(queues(1, 3), queues(3, 5))).isTrue();
  }

  @Test
  void workloadsOfTwoQueuesDoNot() {
    assertThat(shared(queues(1, 1), queues(2, 2))).isFalse();
    assertThat(shared(queues(1, 1), Receivers.REQUESTERS)).isFalse();
  }

  @Test
  void aWorkloadOfTwoQueuesSharesWithThoseOfEach() {
    DeliveryCounters one = new DeliveryCounters(queues(1, 1), trackers, Optional.empty());
    DeliveryCounters two = new DeliveryCounters(queues(2, 2), trackers, Optional.empty());
    DeliveryCounters both = new DeliveryCounters(queues(1, 2), trackers, Optional.empty());
    one.ofReceiver(0).enter(intact(1), 0, false);
    both.ofReceiver(0).enter(intact(2), 0, false);
    two.ofReceiver(0).enter(intact(3), 0, false);

    assertThat(one.finalCounts().plus(two.finalCounts()).plus(both.finalCounts()))
        .isEqualTo(DeliveryCounts.of(Map.of(DeliveryFigure.CHECKED, 3L)));
  }

  @Test
  void requestersShareWhateverTheyAsk() {
    assertThat(shared(Receivers.REQUESTERS, Receivers.REQUESTERS)).isTrue();
  }

  @Test
  void workloadsOfOneSharedSubscriptionShare() {
    assertThat(shared(subscription("S", "T"), subscription("S", "T"))).isTrue();
    assertThat(shared(subscription("S", "T"), subscription("S2", "T"))).isFalse();
    assertThat(shared(subscription("S", "T"), subscription("S", "T2"))).isFalse();
    assertThat(shared(subscription("S", "T"), Receivers.ofQueues(DestinationPlan.of("T"))))
        .isFalse();
  }

  /** Each subscriber of each workload gets all messages. */
  @Test
  void subscribersDoNotShare() {
    assertThat(shared(SUBSCRIBERS, SUBSCRIBERS)).isFalse();
    DeliveryCounters subscribers = new DeliveryCounters(SUBSCRIBERS, trackers, Optional.empty());

    assertThat(subscribers.ofReceiver(0)).isNotSameAs(subscribers.ofReceiver(0));
  }

  @Test
  void theReceiversOfAWorkloadHaveOneTally() {
    DeliveryCounters receivers = new DeliveryCounters(queues(1, 2), trackers, Optional.empty());

    assertThat(receivers.ofReceiver(0)).isSameAs(receivers.ofReceiver(0));
  }

  /** Whether one of two misses nothing that the other got. */
  private static boolean shared(Receivers one, Receivers two) {
    DeliveryTrackers ofRun = new DeliveryTrackers(new SentTotals());
    DeliveryCounters first = new DeliveryCounters(one, ofRun, Optional.empty());
    DeliveryCounters second = new DeliveryCounters(two, ofRun, Optional.empty());
    DeliveryCounter receiver = first.ofReceiver(0);
    receiver.enter(intact(1), 0, false);
    second.ofReceiver(0).enter(intact(2), 0, false);
    receiver.enter(intact(3), 0, false);
    return receiver.counts().lost() == 0;
  }

  private static Arrival intact(long number) {
    return new Arrival(Integrity.INTACT, "sender", number, false);
  }

  private static Receivers queues(int first, int last) {
    return Receivers.ofQueues(DestinationPlan.numbered("Q", first, last));
  }

  private static Receivers subscription(String name, String topic) {
    return Receivers.ofSubscription(name, DestinationPlan.of(topic).asTopics());
  }
}
