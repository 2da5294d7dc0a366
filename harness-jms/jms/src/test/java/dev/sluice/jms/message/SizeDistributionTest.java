package dev.sluice.jms.message;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import dev.sluice.core.pacing.IterationTimes;
import dev.sluice.jms.message.SizeDistribution.Uniform;
import dev.sluice.jms.message.SizeDistribution.Weighted;
import dev.sluice.jms.message.SizeDistribution.Zipf;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SizeDistributionTest {

  private static final int DRAWS = 200_000;

  @Test
  void formsAreRead() {
    assertThat(SizeDistribution.parse("2KiB")).isEqualTo(SizeDistribution.of(2048));
    assertThat(SizeDistribution.parse("0")).isEqualTo(SizeDistribution.of(0));
    assertThat(SizeDistribution.parse("uniform:1KiB..64KiB")).isEqualTo(new Uniform(1024, 65_536));
    assertThat(SizeDistribution.parse("zipf:1KiB..1MiB"))
        .isEqualTo(new Zipf(1024, 1 << 20, Zipf.USUAL_EXPONENT));
    assertThat(SizeDistribution.parse("zipf:1..100,1.5")).isEqualTo(new Zipf(1, 100, 1.5));
    assertThat(SizeDistribution.parse("weighted:1KiB=80,64KiB=20"))
        .isEqualTo(
            new Weighted(
                List.of(
                    new Weighted.WeightedSize(1024, 80), new Weighted.WeightedSize(65_536, 20))));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "2XiB                 | is not a size",
        "-1                   | is not a size",
        "101MiB               | more than 100 MiB",
        "normal:1..2          | the distribution is unknown",
        "uniform:5            | a range needs '..'",
        "uniform:5..1         | ends before it begins",
        "uniform:1..x         | 'x' is not a size",
        "zipf:0..10           | must be 1 or more",
        "zipf:1..10,x         | 'x' is not an exponent",
        "zipf:1..10,0         | exponent must be above 0",
        "zipf:1..10,NaN       | exponent must be above 0",
        "weighted:            | has no weight",
        "weighted:1KiB        | '1KiB' has no weight",
        "weighted:1KiB=x      | 'x' is not a weight",
        "weighted:1KiB=0      | a weight must be above 0",
        "weighted:1KiB=1,     | has no weight",
      })
  void anInvalidDistributionIsRejectedInOneLine(String text, String complaint) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> SizeDistribution.parse(text))
        .withMessageContaining(text)
        .withMessageContaining(complaint)
        .withMessageNotContaining("\n");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "7",
        "uniform:3..5",
        "uniform:5..5",
        "zipf:1..3",
        "zipf:1..1MiB,0.5",
        "zipf:1..1MiB,3",
        "zipf:2..100MiB",
        "weighted:1=1,2=1e-9,3=5"
      })
  void everySizeIsWithinTheRangeAndTheSameAgainForTheSameSeed(String text) {
    SizeDistribution sizes = SizeDistribution.parse(text);
    int[] drawn = draw(sizes, 7);

    assertThat(drawn).isEqualTo(draw(sizes, 7));
    IntStream.of(drawn).forEach(size -> assertThat(size).isBetween(1, ByteSize.LARGEST_BYTES));
    if (sizes instanceof Uniform uniform) {
      assertThat(IntStream.of(drawn).min()).hasValue(uniform.leastBytes());
      assertThat(IntStream.of(drawn).max()).hasValue(uniform.mostBytes());
    }
    if (sizes instanceof Zipf zipf) {
      IntStream.of(drawn)
          .forEach(size -> assertThat(size).isBetween(zipf.leastBytes(), zipf.mostBytes()));
    }
  }

  @Test
  void uniformSizesAreEvenlySpread() {
    int[] drawn = draw(new Uniform(0, 9), 1);
    for (int size = 0; size < 10; size++) {
      assertThat(share(drawn, size, size)).isCloseTo(0.1, within(0.005));
    }
  }

  /** Each doubling of the size has the same share at exponent 1, half of the last one's at 2. */
  @Test
  void zipfSizesFallWithTheirPower() {
    int[] once = draw(new Zipf(1024, 16 * 1024 - 1, 1), 1);
    assertThat(share(once, 1024, 2047)).isCloseTo(0.25, within(0.01));
    assertThat(share(once, 2048, 4095)).isCloseTo(0.25, within(0.01));
    assertThat(share(once, 8192, 16_383)).isCloseTo(0.25, within(0.01));

    int[] squared = draw(new Zipf(1024, 16 * 1024 - 1, 2), 1);
    double first = share(squared, 1024, 2047);
    assertThat(share(squared, 2048, 4095)).isCloseTo(first / 2, within(0.01));
    assertThat(share(squared, 4096, 8191)).isCloseTo(first / 4, within(0.01));
  }

  @Test
  void weightsAreShares() {
    int[] drawn = draw(SizeDistribution.parse("weighted:1KiB=80,64KiB=15,1MiB=5"), 1);
    assertThat(share(drawn, 1024, 1024)).isCloseTo(0.80, within(0.01));
    assertThat(share(drawn, 65_536, 65_536)).isCloseTo(0.15, within(0.01));
    assertThat(share(drawn, 1 << 20, 1 << 20)).isCloseTo(0.05, within(0.01));
  }

  @Test
  void onlyAFixedSizeIsFixed() {
    assertThat(SizeDistribution.of(1).fixed()).isTrue();
    assertThat(new Uniform(1, 2).fixed()).isFalse();
  }

  private static int[] draw(SizeDistribution sizes, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    return IntStream.range(0, DRAWS)
        .map(i -> sizes.nextBytes(random, IterationTimes.NONE))
        .toArray();
  }

  private static double share(int[] drawn, int from, int to) {
    return (double) IntStream.of(drawn).filter(size -> size >= from && size <= to).count()
        / drawn.length;
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "2KiB",
        "uniform:1KiB..64KiB",
        "zipf:1KiB..1MiB",
        "zipf:100..1MiB,1.5",
        "zipf:1KiB..64KiB,2",
        "weighted:1KiB=80,64KiB=20"
      })
  void theMeanIsThatOfWhatIsDrawn(String text) {
    SizeDistribution sizes = SizeDistribution.parse(text);
    SplittableRandom random = new SplittableRandom(1);
    double mean =
        IntStream.range(0, 400_000)
            .mapToLong(i -> sizes.nextBytes(random, IterationTimes.NONE))
            .average()
            .orElseThrow();
    assertThat(sizes.meanBytes()).isCloseTo(mean, Percentage.withPercentage(3));
  }
}
