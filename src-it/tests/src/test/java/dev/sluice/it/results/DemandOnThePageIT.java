package dev.sluice.it.results;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.control.format.Finding;
import dev.sluice.control.format.Json;
import dev.sluice.control.format.SweepLaw;
import dev.sluice.control.format.SweepLaw.LatencyPoint;
import dev.sluice.control.measure.Demand;
import dev.sluice.control.sink.page.ReportPage;
import dev.sluice.estimates.Interval;
import dev.sluice.estimates.law.Capacity;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whatever the law and the demand, the page answers as the console does. */
class DemandOnThePageIT {

  @TempDir Path temporary;

  @Test
  void thePageAnswersAsTheConsoleDoes() throws Exception {
    SplittableRandom random = new SplittableRandom(3);
    try (Chromium browser = Chromium.start(temporary);
        DevTools page = new DevTools(browser.pages())) {
      page.evaluate(script("text.js") + script("sweep.js") + "globalThis.answer = sweep.sizing");
      for (int i = 0; i < 300; i++) {
        SweepLaw law = law(random);
        String rate = random.nextInt(1, 50_000) + "/s";
        String under = List.of("", "p99=20ms", "p50=1.5ms", "mean=1s").get(random.nextInt(4));
        Finding peak = new Finding(Finding.Topic.PEAK, "", 1, "", Optional.of(law));
        assertThat(page.evaluate("answer(%s, '%s %s')".formatted(Json.file(law), rate, under)))
            .isEqualTo(Demand.parse(rate, under).answers(List.of(peak)).get(0));
      }
    }
  }

  private static String script(String name) throws IOException {
    try (InputStream in = ReportPage.class.getResourceAsStream(name)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  private static SweepLaw law(SplittableRandom random) {
    int each = random.nextInt(100, 3_000);
    double error = random.nextDouble(0.5);
    return new SweepLaw(
        "n",
        "queue managers",
        "",
        IntStream.rangeClosed(1, 16)
            .mapToObj(n -> new Capacity(n, capacity(Math.min(n, 13) * each, error)))
            .toList(),
        IntStream.rangeClosed(1, 8).mapToObj(n -> new LatencyPoint(n, latency(random))).toList());
  }

  private static Interval capacity(double rate, double error) {
    return new Interval(
        rate, Math.rint(rate * (1 - error)), Math.rint(rate * (1 + error)), 0.95, 9);
  }

  private static Map<String, Number> latency(SplittableRandom random) {
    return Map.of("p50", random.nextInt(4) / 2.0, "p99", random.nextInt(12, 22));
  }
}
