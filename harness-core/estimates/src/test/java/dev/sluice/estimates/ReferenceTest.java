package dev.sluice.estimates;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Formulas against SciPy; reference.py beside the values made them. */
class ReferenceTest {

  static List<String> rows() throws IOException {
    try (InputStream in = ReferenceTest.class.getResourceAsStream("/reference.csv");
        BufferedReader lines =
            new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8))) {
      return lines.lines().filter(line -> !line.startsWith("#")).toList();
    }
  }

  @ParameterizedTest
  @MethodSource("rows")
  void agrees(String row) {
    String[] parts = row.split(";");
    double[] first = numbers(parts[1]);
    double[] last = numbers(parts[parts.length - 1]);
    switch (parts[0]) {
      case "welch" ->
          assertTest(
              Estimate.ofSamples(numbers(parts[2])).minus(Estimate.ofSamples(first)), 0.95, last);
      case "paired" -> assertTest(Estimate.ofPairs(first, numbers(parts[2])), 0.99, last);
      case "series" -> {
        Series found = Series.of(first);
        assertThat(
                new double[] {
                  found.estimate().value(),
                  found.estimate().standardError(),
                  found.estimate().freedom(),
                  found.skewness()
                })
            .containsExactly(last, within(1e-8));
      }
      case "swing" -> {
        assertThat(Swing.of(first).turns).isCloseTo(last[0], within(2e-5));
        Swing swing = Swing.at(numbers(parts[2])[0], first);
        Series found = Series.of(swing, 0);
        assertThat(
                new double[] {
                  last[0],
                  swing.rest[0],
                  swing.rest[first.length - 1],
                  found.estimate().value(),
                  found.estimate().standardError(),
                  found.estimate().freedom(),
                  found.skewness()
                })
            .containsExactly(last, within(1e-8));
      }
      case "bent" -> {
        Interval found = Series.of(first).interval(0.95);
        assertThat(new double[] {found.low(), found.high()}).containsExactly(last, within(1e-8));
      }
      case "warm" -> assertThat(Stationarity.of(first).warmUp()).isEqualTo((int) last[0]);
      case "found" -> assertThat(Swing.of(first).turns > 0).isEqualTo(last[0] == 1);
      case "line" -> {
        Estimate found = Stationarity.change(first);
        assertThat(
                new double[] {
                  found.value(), found.standardError(), found.freedom(), found.pValue()
                })
            .containsExactly(last, within(1e-8));
      }
      case "seconds" -> {
        double[] values = numbers(parts[2]);
        List<Ranks> seconds =
            IntStream.range(0, values.length / 50)
                .mapToObj(i -> ranks(Arrays.copyOfRange(values, 50 * i, 50 * i + 50)))
                .toList();
        Interval found = Percentile.of(first[0], ranks(values), seconds, 0.95);
        assertThat(new double[] {found.value(), found.low(), found.high()})
            .containsExactly(last, within(1e-6));
      }
      default -> throw new AssertionError(row);
    }
  }

  private static void assertTest(Estimate found, double level, double[] expected) {
    Interval interval = found.interval(level);
    assertThat(
            new double[] {
              found.value(), found.freedom(), found.pValue(), interval.low(), interval.high()
            })
        .containsExactly(expected, within(1e-8));
  }

  private static Ranks ranks(double[] values) {
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    long[] once = new long[sorted.length];
    Arrays.fill(once, 1);
    return new Counted(sorted, once);
  }

  private static double[] numbers(String text) {
    return Arrays.stream(text.split(" ")).mapToDouble(Double::parseDouble).toArray();
  }
}
