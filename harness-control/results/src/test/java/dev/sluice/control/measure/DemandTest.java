package dev.sluice.control.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.control.format.Finding;
import dev.sluice.control.format.SweepLaw;
import dev.sluice.control.format.SweepLaw.LatencyPoint;
import dev.sluice.estimates.Interval;
import dev.sluice.estimates.law.Capacity;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The answer is the law's, or says why there is none. */
class DemandTest {

  /**
   * Each queue manager carries 20,000/s within 5 %; 12 were measured, of which the last is late.
   */
  private static final SweepLaw LAW =
      new SweepLaw(
          "n",
          "queue managers",
          "linear",
          IntStream.rangeClosed(1, 24)
              .mapToObj(n -> new Capacity(n, new Interval(20e3 * n, 19e3 * n, 21e3 * n, 0.95, 9)))
              .toList(),
          List.of(
              new LatencyPoint(4, Map.of("p99", 5)),
              new LatencyPoint(8, Map.of("p99", 10)),
              new LatencyPoint(12, Map.of("p99", 30.25))));

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      nullValues = "-",
      value = {
        "50000/s | p99=20ms  | 50,000/s at p99 < 20 ms: 3 queue managers (95 %: 3 to 3), 20 % headroom",
        "19500/s | -         | 19,500/s: 1 queue manager (95 %: 1 to 2), 2 % headroom",
        "200000  | p99<=30ms | 200,000/s at p99<=30 ms: cannot tell: it may take 11 queue managers, and p99 was 30.3ms at 12 queue managers; let find-max search under p99<=30ms",
        "50000   | p99.9=1s  | 50,000/s at p99.9 < 1 s: cannot tell: it may take 3 queue managers, and p99.9 was not measured at 4 queue managers; let find-max search under p99.9 < 1s",
        "470000  | -         | 470,000/s: cannot tell: 24 queue managers by the law, but its errors set no upper end up to twice the 12 queue managers measured; measure more rounds",
        "500000  | -         | 500,000/s: cannot tell: up to twice the 12 queue managers measured the law gives at most 480,000/s (456,000 to 504,000); measure more, or ask sluice explain"
      })
  void theAnswerIsASentence(String rate, String under, String sentence) {
    Finding peak = new Finding(Finding.Topic.PEAK, "w", 1, "peak", Optional.of(LAW));
    assertThat(Demand.parse(rate, under == null ? "" : under).answers(List.of(peak)))
        .containsExactly(sentence);
  }

  @Test
  void withoutALawItSaysWhatWouldTell() {
    assertThat(Demand.parse("0.5/s", "").answers(List.of()))
        .singleElement()
        .asString()
        .startsWith("0.50/s: cannot tell: no steps have a law; ");
  }

  @ParameterizedTest
  @CsvSource({"0/s, p99=20ms", "many, p99=20ms", "'', p99=20ms", "5/s, p99>20ms", "5/s, errors=0"})
  void whatIsNoDemandIsRefused(String rate, String under) {
    assertThatThrownBy(() -> Demand.parse(rate, under))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
