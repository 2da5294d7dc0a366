package dev.sluice.core.pacing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.sluice.core.pacing.BacklogCauses.LargestRemainder;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;

class LargestRemainderTest {

  @Test
  void whatIsLeftGoesToTheLargestRemainders() {
    assertThat(shared(7, 1, 2, 3)).containsExactly(1, 2, 4);
    assertThat(shared(10, 60, 40)).containsExactly(6, 4);
    assertThat(shared(6, 6, 0, 0, 4)).containsExactly(4, 0, 0, 2);
  }

  @Test
  void ofEqualRemaindersEachGetsOneFromTheFirstOn() {
    assertThat(shared(5, 1, 1, 1)).containsExactly(2, 2, 1);
    assertThat(shared(1, 0.2, 0.2)).containsExactly(1, 0);
  }

  @Test
  void withoutAnyWeightTheLastGetsAll() {
    assertThat(shared(5, 0, 0, 0)).containsExactly(0, 0, 5);
    assertThat(shared(0, 1, 2)).containsExactly(0, 0);
  }

  @RepeatedTest(200)
  void allIsSharedOutAndNobodyIsOffByOne(RepetitionInfo seed) {
    SplittableRandom random = new SplittableRandom(seed.getCurrentRepetition());
    double[] weights = random.doubles(2 + random.nextInt(6), 0, 10).toArray();
    weights[random.nextInt(weights.length)] = 0;
    long total = random.nextLong(1000);
    double sum = Arrays.stream(weights).sum();

    long[] shares = shared(total, weights);

    assertThat(Arrays.stream(shares).sum()).isEqualTo(total);
    for (int i = 0; i < shares.length; i++) {
      assertThat((double) shares[i]).isCloseTo(total * weights[i] / sum, within(1.0));
    }
  }

  private static long[] shared(long total, double... weights) {
    long[] shares = new long[weights.length];
    Arrays.fill(shares, 77); // of the last use
    LargestRemainder.share(total, weights.clone(), shares);
    return shares;
  }
}
