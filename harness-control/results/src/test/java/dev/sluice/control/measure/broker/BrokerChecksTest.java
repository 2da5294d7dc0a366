package dev.sluice.control.measure.broker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.control.measure.broker.BrokerChecks.Approximation;
import dev.sluice.control.measure.broker.BrokerChecks.Counted;
import dev.sluice.control.measure.broker.BrokerChecks.Depth;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/**
 * Each law holds in a simulated system that obeys it, over many seeds, and not where it is broken.
 */
class BrokerChecksTest {

  private static final int SEEDS = Boolean.getBoolean("soak") ? 1_000 : 50;
  private static final long SECOND = 1_000_000_000L;
  private static final long CLOCK_ERROR = 20_000_000L;
  private static final int SECONDS = 120;

  /** What came of a system of three members, a queue, and chance. */
  private record Played(
      Tally sent, Tally received, List<Counted> puts, List<Counted> bytes, List<Depth> depths) {

    /**
     * Plays it.
     *
     * @param lost of 100 puts, those that no member counts
     * @param bytesMore the part by which messages cost the log more in the second half
     */
    static Played of(SplittableRandom random, int lost, double bytesMore) {
      Tally sent = new Tally();
      Tally received = new Tally();
      List<Counted> puts = new ArrayList<>();
      List<Counted> bytes = new ArrayList<>();
      TreeMap<Long, Integer> depth = new TreeMap<>();
      long[] published = new long[3];
      long[] counted = new long[3];
      for (int member = 0; member < 3; member++) {
        published[member] = random.nextLong(10 * SECOND) - 10 * SECOND;
      }
      double perTick = random.nextDouble(2, 10);
      int inQueue = 0;
      long inInterval = 0;
      long gotInInterval = 0;
      sent.add(0, 0);
      received.add(0, 0);
      for (long tick = 1; tick <= SECONDS * 100L; tick++) { // of 10 ms
        long now = tick * SECOND / 100;
        int puttedHere = (int) Math.round(perTick + random.nextGaussian() * Math.sqrt(perTick));
        puttedHere = Math.max(0, puttedHere);
        int got = Math.min(inQueue, random.nextInt(2 * (int) perTick + 2));
        inQueue += puttedHere - got;
        inInterval += puttedHere;
        gotInInterval += got;
        for (int i = 0; i < puttedHere; i++) {
          if (random.nextInt(100) >= lost) {
            counted[random.nextInt(3)]++;
          }
        }
        if (tick % 100 == 0) {
          sent.add(now, (double) inInterval);
          received.add(now, (double) gotInInterval);
          inInterval = 0;
          gotInInterval = 0;
        }
        if (tick % 500 == 250) {
          depth.put(now, inQueue);
        }
        for (int member = 0; member < 3; member++) {
          if (now - published[member] >= 10 * SECOND) {
            long seen = now + random.nextLong(-CLOCK_ERROR, CLOCK_ERROR);
            long covered = now - published[member];
            if (now > 10 * SECOND) { // the first one is dropped
              puts.add(
                  new Counted("" + member, seen, CLOCK_ERROR, covered, (double) counted[member]));
              boolean odd = now > SECONDS * SECOND / 2;
              bytes.add(
                  new Counted(
                      "" + member,
                      seen,
                      CLOCK_ERROR,
                      covered,
                      counted[member] * (odd ? 300 * (1 + bytesMore) : 300.0)));
            }
            published[member] = now;
            counted[member] = 0;
          }
        }
      }
      List<Depth> depths = new ArrayList<>();
      depth.forEach(
          (at, messages) ->
              depths.add(
                  new Depth(
                      at + random.nextLong(-CLOCK_ERROR, CLOCK_ERROR), CLOCK_ERROR, messages)));
      return new Played(sent, received, puts, bytes, depths);
    }
  }

  @Test
  void putsThatAreCountedAreThoseThatWereSent() {
    int found = 0;
    for (int seed = 0; seed < SEEDS; seed++) {
      Played sound = Played.of(new SplittableRandom(seed), 0, 0);
      assertThat(BrokerChecks.counted("puts", sound.puts(), sound.sent(), 0))
          .as("seed %d", seed)
          .isEmpty();
      Played lossy = Played.of(new SplittableRandom(seed), 5, 0);
      found += BrokerChecks.counted("puts", lossy.puts(), lossy.sent(), 0).isPresent() ? 1 : 0;
    }
    assertThat(found).as("of one lost in twenty").isGreaterThan(SEEDS * 9 / 10);
  }

  @Test
  void whatIsInTheQueuesIsWhatWasSentAndNotReceived() {
    for (int seed = 0; seed < SEEDS; seed++) {
      Played played = Played.of(new SplittableRandom(seed), 0, 0);
      assertThat(BrokerChecks.depth(played.depths(), played.sent(), played.received(), 1))
          .as("seed %d", seed)
          .isEmpty();
      List<Depth> more = new ArrayList<>(played.depths());
      Depth last = more.remove(more.size() - 1);
      more.add(new Depth(last.nanos(), last.errorNanos(), last.messages() + 1_000));
      assertThat(BrokerChecks.depth(more, played.sent(), played.received(), 1)).isPresent();
    }
  }

  @Test
  void aMessageCostsTheLogTheSame() {
    for (int seed = 0; seed < SEEDS; seed++) {
      Played same = Played.of(new SplittableRandom(seed), 0, 0);
      assertThat(BrokerChecks.logBytes(same.bytes(), same.puts())).as("seed %d", seed).isEmpty();
      Played more = Played.of(new SplittableRandom(seed), 0, 0.5);
      assertThat(BrokerChecks.logBytes(more.bytes(), more.puts())).as("seed %d", seed).isPresent();
    }
  }

  @Test
  void asManyAreInsideAsComeInTheTimeThatOneStays() {
    int wrong = 0;
    for (int seed = 0; seed < SEEDS; seed++) {
      SplittableRandom random = new SplittableRandom(seed);
      double perSecond = random.nextDouble(10, 1_000);
      double micros = random.nextDouble(100, 50_000);
      double inside = perSecond * micros / 1e6;
      List<Double> depths = new ArrayList<>();
      List<Double> times = new ArrayList<>();
      double level = random.nextGaussian(); // a depth is much like the one before it
      for (int i = 0; i < 50; i++) {
        level = 0.8 * level + 0.6 * random.nextGaussian();
        depths.add(inside * Math.exp(level / 2 - 1 / 8.0));
        times.add(micros * (1 + random.nextGaussian() / 10));
      }
      Approximation stay = Approximation.mean(times);
      wrong += little(Approximation.mean(depths), perSecond, stay).isPresent() ? 1 : 0;
      assertThat(little(new Approximation(3 * inside, inside / 10), perSecond, stay)).isPresent();
    }
    assertThat(wrong).isLessThan(SEEDS / 50 + 1);
  }

  private static Optional<String> little(
      Approximation inside, double perSecond, Approximation micros) {
    return BrokerChecks.little("messages", inside, new Approximation(perSecond, 0), micros);
  }

  @Test
  void aMessageIsOnItsWayWhileItIsPutLiesThereAndIsBrought() {
    for (double part = 0; part <= 2; part += 0.1) { // of a put, on the way there and back
      assertThat(BrokerChecks.way(known(500 + part * 100), known(500), known(100))).isEmpty();
    }
    assertThat(BrokerChecks.way(known(800), known(500), known(100)))
        .hasValue(
            "end to end: messages took 800 µs, of which 500 on the queue; a put takes 100, so 0 to"
                + " 200 µs should be left, and not 300 (may differ by 40)");
    assertThat(BrokerChecks.way(known(400), known(500), known(100))).isPresent();
  }

  private static Approximation known(double micros) {
    return new Approximation(micros, 10);
  }

  @Test
  void whatIsMissingIsNotJudged() {
    Tally tally = new Tally();
    assertThat(BrokerChecks.counted("puts", List.of(), tally, 0)).isEmpty();
    tally.add(0, 0);
    tally.add(100 * SECOND, 1_000);
    Counted one = new Counted("", 20 * SECOND, 0, 10 * SECOND, 5);
    assertThat(BrokerChecks.counted("puts", List.of(one), tally, 0)).isEmpty();
    assertThat(BrokerChecks.depth(List.of(), tally, tally, 0)).isEmpty();
    assertThat(BrokerChecks.logBytes(List.of(one), List.of(one))).isEmpty();
    assertThat(little(Approximation.mean(List.of()), 1, known(1))).isEmpty();
    assertThat(BrokerChecks.way(known(900), Approximation.mean(List.of(1.0)), known(1))).isEmpty();
  }

  @Test
  void aTallyIsExactAtItsPointsAndEvenInBetween() {
    Tally tally = new Tally();
    tally.add(10, 0);
    tally.add(20, 4);
    tally.add(40, 8);
    assertThat(tally.at(0)).isZero();
    assertThat(tally.at(15)).isEqualTo(2);
    assertThat(tally.between(20, 30)).isEqualTo(4);
    assertThat(tally.at(99)).isEqualTo(12);
    assertThat(tally.largestStep()).isEqualTo(8);
  }
}
