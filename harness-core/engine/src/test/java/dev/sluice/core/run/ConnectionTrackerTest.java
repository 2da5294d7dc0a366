package dev.sluice.core.run;

import static dev.sluice.core.time.Nanos.SECOND;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.core.worker.ConnectionWatch.ConnectionChange;
import dev.sluice.core.worker.ConnectionWatch.ConnectionChange.Transition;
import java.util.SplittableRandom;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ConnectionTrackerTest {

  private static final int SECONDS = 500;

  /** Losses of many workers that overlap, each told at its beginning, in between, or at its end. */
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10})
  void theTimeInWhichAnybodyWasLostIsTheUnionOfAllLosses(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    ConnectionTracker tally = new ConnectionTracker();
    boolean[] lost = new boolean[SECONDS];
    int workers = random.nextInt(1, 6);
    int[] backAt = new int[workers];
    int[] toldAt = new int[workers];
    int[] lostAt = new int[workers];
    for (int second = 0; second < SECONDS; second++) {
      for (int worker = 0; worker < workers; worker++) {
        if (second == toldAt[worker] && second > 0) {
          tally.add(
              "w" + worker, change(Transition.LOST, second - lostAt[worker]), second * SECOND);
        }
        if (second == backAt[worker] && second > 0) {
          tally.add(
              "w" + worker, change(Transition.BACK, second - lostAt[worker]), second * SECOND);
        }
        if (second >= backAt[worker] && random.nextInt(30) == 0) {
          lostAt[worker] = second + 1;
          backAt[worker] = second + 1 + random.nextInt(1, 20);
          toldAt[worker] = lostAt[worker] + random.nextInt(backAt[worker] - lostAt[worker] + 1);
        }
        if (second >= lostAt[worker] && second < backAt[worker]) {
          lost[second] = true;
        }
      }
    }
    long end = SECONDS + 30;
    for (int worker = 0; worker < workers; worker++) {
      for (int second = SECONDS; second <= backAt[worker]; second++) {
        if (second == toldAt[worker]) {
          tally.add(
              "w" + worker, change(Transition.LOST, second - lostAt[worker]), second * SECOND);
        }
        if (second == backAt[worker]) {
          tally.add(
              "w" + worker, change(Transition.BACK, second - lostAt[worker]), second * SECOND);
        }
      }
    }
    long expected = 0;
    boolean[] all = new boolean[SECONDS + 30];
    System.arraycopy(lost, 0, all, 0, SECONDS);
    for (int worker = 0; worker < workers; worker++) {
      for (int second = Math.max(SECONDS, lostAt[worker]); second < backAt[worker]; second++) {
        all[second] = true;
      }
    }
    for (boolean each : all) {
      expected += each ? 1 : 0;
    }
    assertThat(tally.lostNanos(end * SECOND)).isEqualTo(expected * SECOND);
  }

  private static ConnectionChange change(Transition transition, int downSeconds) {
    return new ConnectionChange(transition, "A", "B", downSeconds * SECOND);
  }
}
