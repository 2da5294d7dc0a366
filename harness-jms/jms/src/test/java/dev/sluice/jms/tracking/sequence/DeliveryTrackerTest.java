package dev.sluice.jms.tracking.sequence;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.core.stats.DeliveryCounts;
import dev.sluice.core.stats.DeliveryFigure;
import dev.sluice.jms.tracking.sequence.Arrival.Integrity;
import dev.sluice.jms.tracking.sequence.SentTotals.Sent;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DeliveryTrackerTest {

  private static final String SENDER = "sender";

  private final SentTotals sentHere = new SentTotals();
  private final DeliveryTracker tracker =
      new DeliveryTracker(sentHere, Set.of(), Set.of(), 100, 100_000);
  private final DeliveryCounter counter = new DeliveryCounter(tracker);

  /** Numbers dropped, doubled and moved at random, of several senders at several workloads. */
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10})
  void findsWhatOneFindsWhoKeepsEverything(long seed) {
    Random random = new Random(seed);
    List<Arrival> arrivals = faulty(random);
    NaiveTracker naive = new NaiveTracker();
    List<DeliveryCounter> workloads =
        List.of(counter, new DeliveryCounter(tracker), new DeliveryCounter(tracker));
    List<Map<String, Long>> highest = List.of(new HashMap<>(), new HashMap<>(), new HashMap<>());

    for (Arrival arrival : arrivals) {
      int receiver = random.nextInt(highest.size());
      long before = highest.get(receiver).getOrDefault(arrival.sender(), 0L);
      workloads.get(receiver).enter(arrival, before, false);
      naive.enter(arrival.sender(), arrival.number(), before);
      highest.get(receiver).merge(arrival.sender(), arrival.number(), Math::max);

      assertThat(sum(workloads, DeliveryCounter::counts).lost()).isEqualTo(naive.lost());
      assertThat(workloads).allMatch(workload -> workload.counts().lost() >= 0);
    }

    DeliveryCounts counts = sum(workloads, DeliveryCounter::counts);
    assertThat(counts.get(DeliveryFigure.CHECKED)).isEqualTo(arrivals.size());
    assertThat(counts.get(DeliveryFigure.DUPLICATES)).isEqualTo(naive.duplicates()).isPositive();
    assertThat(counts.get(DeliveryFigure.OUT_OF_ORDER)).isEqualTo(naive.outOfOrder()).isPositive();
    assertThat(counts.lost()).isPositive();
    assertThat(sum(workloads, DeliveryCounter::finalCounts)).isEqualTo(counts);
  }

  @Test
  void whatAnotherWorkloadReceivedIsNotLost() {
    DeliveryCounter other = new DeliveryCounter(tracker);
    enter(1, 3);
    assertThat(counter.counts().lost()).isOne();

    other.enter(intact(2), 0, false);
    other.enter(intact(4), 2, false);
    assertThat(counter.counts()).isEqualTo(DeliveryCounts.of(Map.of(DeliveryFigure.CHECKED, 2L)));
    assertThat(other.counts()).isEqualTo(DeliveryCounts.of(Map.of(DeliveryFigure.CHECKED, 2L)));
  }

  @Test
  void aDuplicateIsOneOfTheWorkloadThatGotItSecond() {
    DeliveryCounter other = new DeliveryCounter(tracker);
    enter(1, 2);
    other.enter(intact(2), 0, false);

    assertThat(counter.counts().get(DeliveryFigure.DUPLICATES)).isZero();
    assertThat(other.counts().get(DeliveryFigure.DUPLICATES)).isOne();
  }

  @Test
  void theLastMessagesAreMissedOnceByTheirLastReceiver() {
    DeliveryCounter other = new DeliveryCounter(tracker);
    Sent sent = sentHere.begin(SENDER, SENDER, "");
    enter(1);
    other.enter(intact(2), 0, false);
    sent.committed(5);
    Sent renamed = sentHere.begin(SENDER + ".1", SENDER, "");
    renamed.committed(2);
    renamed.inDoubt(1);

    assertThat(counter.finalCounts())
        .isEqualTo(DeliveryCounts.of(Map.of(DeliveryFigure.CHECKED, 1L)));
    assertThat(other.finalCounts())
        .isEqualTo(
            DeliveryCounts.of(
                Map.of(
                    DeliveryFigure.CHECKED,
                    1L,
                    DeliveryFigure.LOST,
                    5L,
                    DeliveryFigure.POSSIBLY_LOST,
                    1L)));
  }

  /** However little it remembers, arrivals are those sent, less the lost, plus the duplicates. */
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 5, 20})
  void givesUpGapsWithoutLosingCount(int gapLimit) {
    DeliveryTracker account = new DeliveryTracker(sentHere, Set.of(), Set.of(), 100, gapLimit);
    DeliveryCounter small = new DeliveryCounter(account);
    List<Long> numbers = new ArrayList<>();
    for (long number = 1; number <= 1000; number++) {
      numbers.add(number);
    }
    Collections.shuffle(numbers, new Random(gapLimit));

    for (long number : numbers) {
      small.enter(intact(number), 0, false);
      assertThat(account.gaps()).isLessThanOrEqualTo(gapLimit);
    }

    DeliveryCounts counts = small.counts();
    assertThat(counts.lost()).isPositive();
    assertThat(1000 - counts.lost() + counts.get(DeliveryFigure.DUPLICATES))
        .isEqualTo(counts.get(DeliveryFigure.CHECKED));
  }

  @Test
  void countsLossExactlyHoweverManyGapsThereAre() {
    DeliveryTracker account = new DeliveryTracker(sentHere, Set.of(), Set.of(), 100, 10);
    DeliveryCounter small = new DeliveryCounter(account);
    for (long number = 1; number <= 30_001; number += 3) {
      small.enter(intact(number), 0, false);
    }

    assertThat(small.counts().lost()).isEqualTo(20_000);
    assertThat(account.gaps()).isEqualTo(10);
  }

  @Test
  void aMessageThatComesLateIsNotLost() {
    enter(1, 2, 5);
    assertThat(counter.counts().lost()).isEqualTo(2);

    enter(4);
    assertThat(counter.counts().lost()).isEqualTo(1);
    enter(3);
    assertThat(counter.counts().lost()).isZero();
    assertThat(tracker.gaps()).isZero();
    assertThat(counter.counts().clean()).isTrue();
  }

  @Test
  void whatAnotherProcessSentBeforeTheFirstArrivalIsNotMissed() {
    enter(500, 501);
    assertThat(counter.counts().lost()).isZero();

    enter(497); // by another receiver; now two between are missing
    assertThat(counter.counts().lost()).isEqualTo(2);
  }

  @Test
  void aSenderInThisProcessIsKnownToBeginWithOne() {
    sentHere.begin(SENDER, SENDER, "");
    enter(3);

    assertThat(counter.counts().lost()).isEqualTo(2);
  }

  @Test
  void theLastMessagesOfASenderInThisProcessAreLostWhenNothingMoreComes() {
    Sent sent = sentHere.begin(SENDER, SENDER, "");
    enter(1, 2, 4);
    sent.committed(10);

    assertThat(counter.counts().lost()).isEqualTo(1);
    assertThat(counter.finalCounts().lost()).isEqualTo(7);
  }

  @Test
  void whatIsInDoubtIsPossiblyLostUntilItArrives() {
    Sent sent = sentHere.begin(SENDER, SENDER, "");
    sent.committed(4);
    sent.inDoubt(3);
    enter(1, 2, 3, 4);
    assertThat(counter.finalCounts().get(DeliveryFigure.POSSIBLY_LOST)).isEqualTo(3);
    assertThat(counter.finalCounts().lost()).isZero();

    enter(5, 6, 7);
    assertThat(counter.finalCounts().get(DeliveryFigure.POSSIBLY_LOST)).isZero();
    assertThat(counter.finalCounts().clean()).isTrue();
  }

  @Test
  void aNewNameOfAKnownSenderIsMissedEvenIfNothingOfItArrives() {
    sentHere.begin(SENDER, SENDER, "").committed(1);
    enter(1);
    sentHere.begin(SENDER + ".1", SENDER, "").committed(5);
    sentHere.begin("other", "other", "").committed(5); // sends to somebody else

    assertThat(counter.counts().lost()).isZero();
    assertThat(counter.finalCounts().lost()).isEqualTo(5);
  }

  @Test
  void aSubscriberMissesNothingThatWasSentBeforeItCame() {
    Sent early = sentHere.begin(SENDER, SENDER, "");
    early.committed(6);
    sentHere.begin(SENDER + ".1", SENDER, "");
    DeliveryCounter late = DeliveryTracker.ofSubscriber(sentHere, Set.of()).newCounter();
    late.enter(intact(9), 0, false);
    early.committed(11);
    assertThat(late.finalCounts().lost()).isEqualTo(2); // 10 and 11

    late.enter(intact(SENDER + ".1", 2), 0, false);
    assertThat(late.counts().lost()).isOne(); // it was there before that name
  }

  @Test
  void aSubscriberMissesNothingUnderNamesThatWereGivenUpBeforeItCame() {
    sentHere.begin(SENDER, SENDER, "").committed(6);
    Sent now = sentHere.begin(SENDER + ".1", SENDER, "");
    DeliveryCounter late = DeliveryTracker.ofSubscriber(sentHere, Set.of()).newCounter();
    late.enter(intact(SENDER + ".1", 1), 0, false);
    now.committed(1);

    assertThat(late.finalCounts().lost()).isZero();
    assertThat(DeliveryTracker.ofQueue(sentHere, Set.of()).newCounter().finalCounts().lost())
        .isZero(); // of nobody yet
  }

  @Test
  void whatWasReceivedInDoubtMayComeOnceMore() {
    counter.enter(intact(1), 0, true);
    enter(1);
    assertThat(counter.counts().get(DeliveryFigure.DUPLICATES)).isZero();

    enter(1);
    assertThat(counter.counts().get(DeliveryFigure.DUPLICATES)).isEqualTo(1);
  }

  @Test
  void conditionsAreCountedApart() {
    counter.enter(new Arrival(Integrity.DAMAGED, SENDER, 1, false), 0, false);
    counter.enter(Arrival.nameless(Integrity.UNREADABLE, false), 0, false);
    counter.enter(Arrival.nameless(Integrity.UNSTAMPED, true), 0, false);
    enter(2);

    assertThat(counter.counts())
        .isEqualTo(
            DeliveryCounts.of(
                Map.of(
                    DeliveryFigure.CHECKED,
                    3L,
                    DeliveryFigure.UNCHECKED,
                    1L,
                    DeliveryFigure.CORRUPT,
                    2L,
                    DeliveryFigure.REDELIVERED,
                    1L)));
  }

  @Test
  void theSenderThatHasBeenSilentLongestIsForgotten() {
    DeliveryTracker account = new DeliveryTracker(sentHere, Set.of(), Set.of(), 2, 100);
    DeliveryCounter small = new DeliveryCounter(account);
    small.enter(intact("a", 1), 0, false);
    small.enter(intact("b", 1), 0, false);
    small.enter(intact("b", 3), 0, false);
    small.enter(intact("a", 2), 0, false);
    small.enter(intact("c", 1), 0, false);

    assertThat(account.senders()).isEqualTo(2);
    assertThat(account.gaps()).isZero();
    assertThat(small.counts().lost()).isEqualTo(1); // b's, for good
    small.enter(intact("a", 4), 0, false);
    assertThat(small.counts().lost()).isEqualTo(2);
  }

  @Test
  void manyReceiversEnterAtOnce() throws InterruptedException, ExecutionException {
    int receivers = 8;
    int each = 20_000;
    ExecutorService threads = Executors.newFixedThreadPool(receivers);
    List<Future<?>> done = new ArrayList<>();
    for (int receiver = 0; receiver < receivers; receiver++) {
      long first = 1L + receiver;
      done.add(
          threads.submit(
              () -> {
                for (int i = 0; i < each; i++) {
                  long number = first + (long) i * receivers;
                  if (number % 1000 != 0) {
                    counter.enter(intact(number), 0, false);
                  }
                  if (number % 500 == 1) {
                    counter.enter(intact(number), 0, false);
                  }
                }
              }));
    }
    for (Future<?> receiver : done) {
      receiver.get();
    }
    threads.shutdown();

    int sent = receivers * each;
    assertThat(counter.counts().get(DeliveryFigure.DUPLICATES)).isEqualTo(sent / 500);
    assertThat(counter.counts().lost()).isEqualTo(sent / 1000 - 1); // the last one nobody misses
  }

  private static List<Arrival> faulty(Random random) {
    List<Arrival> arrivals = new ArrayList<>();
    for (int sender = 0; sender < 3; sender++) {
      for (long number = 1; number <= 100; number++) {
        int fate = random.nextInt(10);
        for (int copies = fate == 0 ? 0 : fate == 1 ? 2 : 1; copies > 0; copies--) {
          arrivals.add(intact("sender" + sender, number));
        }
      }
    }
    for (int swaps = 0; swaps < 200; swaps++) {
      Collections.swap(arrivals, random.nextInt(arrivals.size()), random.nextInt(arrivals.size()));
    }
    return arrivals;
  }

  private static DeliveryCounts sum(
      List<DeliveryCounter> workloads, Function<DeliveryCounter, DeliveryCounts> counts) {
    return workloads.stream().map(counts).reduce(DeliveryCounts.NONE, DeliveryCounts::plus);
  }

  private void enter(long... numbers) {
    for (long number : numbers) {
      counter.enter(intact(number), 0, false);
    }
  }

  private static Arrival intact(long number) {
    return intact(SENDER, number);
  }

  private static Arrival intact(String sender, long number) {
    return new Arrival(Integrity.INTACT, sender, number, false);
  }
}
