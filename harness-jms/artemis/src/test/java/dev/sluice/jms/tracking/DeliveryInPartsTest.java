package dev.sluice.jms.tracking;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.core.stats.DeliveryCounts;
import dev.sluice.core.stats.DeliveryFigure;
import dev.sluice.core.time.NanoClock;
import dev.sluice.jms.destination.DestinationPlan;
import dev.sluice.jms.tracking.Delivery.WorkloadArrivalCheck;
import dev.sluice.jms.tracking.sequence.Arrival;
import dev.sluice.jms.tracking.sequence.Arrival.Integrity;
import dev.sluice.jms.tracking.sequence.ArrivalLog.NumberRange;
import dev.sluice.jms.tracking.sequence.DeliveryCounter;
import dev.sluice.jms.tracking.sequence.DeliveryTracker;
import dev.sluice.jms.tracking.sequence.SentTotals;
import dev.sluice.jms.tracking.sequence.SentTotals.Sent;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * An account of what several processes sent and received: however messages are split over them, it
 * finds what the account of one process finds.
 */
class DeliveryInPartsTest {

  private static final Receivers QUEUE = Receivers.ofQueues(DestinationPlan.of("Q"));
  private static final int WORKLOADS = 2;

  static IntStream seeds() {
    return IntStream.range(0, 200);
  }

  /** A process with senders and with receivers of all workloads. */
  private static final class Part {
    private final SentTotals totals = new SentTotals();
    private final Delivery delivery = delivery(totals, Delivery.Role.PART);
    private final List<DeliveryCounter> receivers =
        checks(delivery).stream().map(each -> each.counters().ofReceiver(0)).toList();
    private final Map<String, Long> highest = new HashMap<>(); // by receiver and sender
  }

  private static Delivery delivery(SentTotals totals, Delivery.Role role) {
    return new Delivery(
        totals, new Random(1), new WallClock(InstantSource.system(), NanoClock.SYSTEM, 1), role);
  }

  private static List<WorkloadArrivalCheck> checks(Delivery delivery) {
    return IntStream.range(0, WORKLOADS)
        .mapToObj(each -> (WorkloadArrivalCheck) delivery.checking(CheckedQueue.VERIFY, QUEUE))
        .toList();
  }

  /** A message on its way, or a copy of it. */
  private record Copy(String sender, long number) {}

  /** What another process tells may be anything; nothing of it counts then. */
  @ParameterizedTest
  @ValueSource(ints = {-1, WORKLOADS, Integer.MAX_VALUE})
  void aReportOfAnUnknownWorkloadIsRejectedAsAWhole(int workload) {
    SentTotals totals = new SentTotals();
    Delivery account = delivery(totals, Delivery.Role.ACCOUNT);
    checks(account);
    Map<String, Sent> sent = Map.of("S", new Sent("S/1", "queue Q", 1, 0));
    DeliveryReport arrived =
        new DeliveryReport(
            sent,
            Map.of(workload, Map.of("S", List.of(new NumberRange(1, 1, false, false)))),
            Map.of());
    DeliveryReport stranded = new DeliveryReport(sent, Map.of(), Map.of(workload, Map.of("Q", 1L)));
    for (DeliveryReport report : List.of(arrived, stranded)) {
      assertThatThrownBy(() -> account.enter(List.of(report.text())))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("workload " + (workload + 1L) + " of " + WORKLOADS);
    }
    assertThat(totals.all()).isEmpty();
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void findsWhatOneProcessFinds(int seed) {
    Random random = new Random(seed);
    List<Part> parts = IntStream.range(0, 1 + random.nextInt(4)).mapToObj(i -> new Part()).toList();
    SentTotals sentOfAll = new SentTotals();
    DeliveryTracker whole = DeliveryTracker.ofQueue(sentOfAll, Set.of("queue Q"));
    List<DeliveryCounter> counters =
        List.of(new DeliveryCounter(whole), new DeliveryCounter(whole));
    Delivery account = delivery(new SentTotals(), Delivery.Role.ACCOUNT);
    List<WorkloadArrivalCheck> checks = checks(account);

    List<Copy> copies = sent(random, parts, sentOfAll);
    boolean copied = copies.stream().distinct().count() < copies.size();
    for (Copy copy : copies) {
      int at = random.nextInt(parts.size());
      int workload = random.nextInt(WORKLOADS);
      Part part = parts.get(at);
      String receiver = workload + copy.sender();
      long before = part.highest.getOrDefault(receiver, 0L);
      part.highest.merge(receiver, copy.number(), Math::max);
      Arrival arrival = new Arrival(Integrity.INTACT, copy.sender(), copy.number(), false);
      part.receivers.get(workload).enter(arrival, before, false);
      counters.get(workload).enter(arrival, before, false);
      if (random.nextInt(40) == 0) {
        account.enter(parts.stream().map(each -> each.delivery.told(false)).toList());
        assertThat(found(parts, checks).get(DeliveryFigure.CHECKED))
            .isEqualTo(found(counters, false).get(DeliveryFigure.CHECKED));
      }
    }
    List<String> last = new ArrayList<>();
    parts.forEach(each -> last.add(each.delivery.told(true)));
    Collections.shuffle(last, random);
    account.enter(last);

    DeliveryCounts expected = found(counters, true);
    DeliveryCounts sum =
        checks.stream()
            .map(each -> each.finalCounts().orElseThrow())
            .reduce(locally(parts), DeliveryCounts::plus);
    assertThat(sum.get(DeliveryFigure.CHECKED)).isEqualTo(copies.size());
    for (DeliveryFigure figure :
        List.of(DeliveryFigure.LOST, DeliveryFigure.DUPLICATES, DeliveryFigure.POSSIBLY_LOST)) {
      assertThat(sum.get(figure)).as("%s", figure).isEqualTo(expected.get(figure));
    }
    if (!copied) { // else it depends on which of two copies is said to come again
      assertThat(sum).isEqualTo(expected);
    }
  }

  /** What senders on all parts sent and what became of it: lost, delivered again, moved. */
  private static List<Copy> sent(Random random, List<Part> parts, SentTotals sentOfAll) {
    List<Copy> copies = new ArrayList<>();
    boolean again = random.nextBoolean();
    for (int sender = 0; sender < 1 + random.nextInt(4); sender++) {
      SentTotals totals = parts.get(random.nextInt(parts.size())).totals;
      String worker = "sender" + sender;
      for (int renames = 0; renames < 1 + random.nextInt(3); renames++) {
        String name = renames == 0 ? worker : worker + "." + renames;
        int committed = random.nextInt(100);
        int inDoubt = random.nextInt(3);
        for (Sent each :
            List.of(
                totals.begin(name, worker, "queue Q"), sentOfAll.begin(name, worker, "queue Q"))) {
          each.committed(committed);
          each.inDoubt(inDoubt);
        }
        for (long number = 1; number <= committed + inDoubt; number++) {
          if (random.nextInt(10) > 0) {
            copies.add(new Copy(name, number));
          }
          if (again && random.nextInt(20) == 0) {
            copies.add(new Copy(name, number));
          }
        }
      }
    }
    for (int swaps = 0; swaps < copies.size(); swaps++) {
      int one = random.nextInt(copies.size());
      Collections.swap(copies, one, Math.min(copies.size() - 1, one + random.nextInt(20)));
    }
    return copies;
  }

  private static DeliveryCounts locally(List<Part> parts) {
    return parts.stream()
        .flatMap(each -> each.receivers.stream())
        .map(DeliveryCounter::counts)
        .reduce(DeliveryCounts.NONE, DeliveryCounts::plus);
  }

  private static DeliveryCounts found(List<Part> parts, List<WorkloadArrivalCheck> checks) {
    return checks.stream()
        .map(each -> each.counts().orElseThrow())
        .reduce(locally(parts), DeliveryCounts::plus);
  }

  private static DeliveryCounts found(List<DeliveryCounter> counters, boolean last) {
    return counters.stream()
        .map(each -> last ? each.finalCounts() : each.counts())
        .reduce(DeliveryCounts.NONE, DeliveryCounts::plus);
  }

  @Test
  void whatOneReceivedInDoubtAnotherMayReceiveAgain() {
    Part one = new Part();
    Part other = new Part();
    Delivery account = delivery(new SentTotals(), Delivery.Role.ACCOUNT);
    List<WorkloadArrivalCheck> checks = checks(account);
    Arrival arrival = new Arrival(Integrity.INTACT, "sender", 1, false);
    one.receivers.get(0).enter(arrival, 0, true);
    other.receivers.get(0).enter(arrival, 0, false);
    account.enter(List.of(other.delivery.told(false), one.delivery.told(false)));
    assertThat(found(List.of(one, other), checks).clean()).isTrue();

    other.receivers.get(0).enter(arrival, 0, false);
    account.enter(List.of(other.delivery.told(false)));
    assertThat(found(List.of(one, other), checks).get(DeliveryFigure.DUPLICATES)).isOne();
  }

  @Test
  void aSenderOfWhichTheAccountHearsLaterIsKnownToBeginWithOne() {
    Part receiving = new Part();
    Part sending = new Part();
    Delivery account = delivery(new SentTotals(), Delivery.Role.ACCOUNT);
    List<WorkloadArrivalCheck> checks = checks(account);
    sending.totals.begin("sender", "sender", "queue Q").committed(4);
    receiving.receivers.get(0).enter(new Arrival(Integrity.INTACT, "sender", 3, false), 0, false);
    account.enter(List.of(receiving.delivery.told(false)));
    assertThat(found(List.of(receiving), checks).lost()).isZero();

    account.enter(List.of(sending.delivery.told(true), receiving.delivery.told(true)));
    assertThat(found(List.of(receiving), checks).lost()).isEqualTo(2);
    assertThat(checks.get(0).finalCounts().orElseThrow().lost()).isEqualTo(3);
  }

  /** Two processes that share a queue evenly: a bit or two of each message have to be told. */
  @Test
  void theReportOfASharedQueueIsSmall() {
    Part part = new Part();
    Random random = new Random(1);
    int messages = 0;
    for (int number = 1; number <= 20_000; number++) {
      if (random.nextBoolean()) {
        messages++;
        part.receivers
            .get(0)
            .enter(new Arrival(Integrity.INTACT, "sender", number, false), 0, false);
      }
    }
    assertThat(part.delivery.told(false).length()).isLessThan(messages);
    assertThat(part.delivery.told(false)).isEmpty();
  }

  @Test
  void whatIsNoReportIsRefused() {
    Delivery account = delivery(new SentTotals(), Delivery.Role.ACCOUNT);
    List<String> told = List.of("AAAA");
    assertThatThrownBy(() -> account.enter(told)).isInstanceOf(IllegalArgumentException.class);
  }
}
