package dev.sluice.control.scenario.outside;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.entry;

import com.sun.net.httpserver.HttpServer;
import dev.sluice.jms.provider.BrokerView.Aggregation;
import dev.sluice.jms.provider.BrokerView.Meaning;
import dev.sluice.jms.provider.BrokerView.Measure;
import dev.sluice.jms.provider.BrokerView.Readout;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Pages of a server here, read by a clock that the test sets. */
class MetricsViewTest {

  private static final String PAGE =
      """
      # HELP depth Messages, by queue.
      # TYPE depth gauge
      depth{queue="A",member="1"} 5
      depth{queue="A",member="2"} 2.5 1395066363000
      depth{queue="B }\\"",member="1"} 100
      depth_other{queue="A"} 7777
      # TYPE puts_total counter
      puts_total 1e3
      # TYPE seconds histogram
      seconds_bucket{le="0.1"} 10
      seconds_bucket{le="+Inf"} 20
      seconds_count 20
      seconds_sum 2
      untyped_total 9
      nothing NaN
      """;

  private HttpServer server;
  private volatile String page = PAGE;
  private volatile int status = 200;

  private final SetClock clock = new SetClock();

  @BeforeEach
  void start() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/metrics",
        exchange -> {
          byte[] bytes = page.getBytes(UTF_8);
          exchange.sendResponseHeaders(status, bytes.length);
          exchange.getResponseBody().write(bytes);
          exchange.close();
        });
    server.start();
  }

  @AfterEach
  void stop() {
    server.stop(0);
  }

  private MetricsView view(String... metrics) {
    return view(server.getAddress().getPort(), Duration.ofSeconds(30), metrics);
  }

  private MetricsView view(int port, Duration within, String... metrics) {
    URI url = URI.create("http://127.0.0.1:" + port + "/metrics");
    List<Measure> measures =
        Stream.of(metrics)
            .map(name -> new Measure("metrics", name, "", Aggregation.AMOUNT, Meaning.OTHER))
            .toList();
    return new MetricsView(url, Optional.empty(), measures, within, clock);
  }

  private static Map<String, Double> values(Readout readout) {
    Map<String, Double> values = new LinkedHashMap<>();
    readout.readings().forEach(each -> values.put(each.measure().name(), each.value()));
    return values;
  }

  @Test
  void valuesAreAddedUpOverTheSeriesWithTheWantedLabels() {
    MetricsView view =
        view("depth", "depth{queue=\"A\"}", "depth{queue=\"B }\\\"\"}", "untyped_total");
    Readout readout = view.ask();
    assertThat(values(readout))
        .containsExactly(
            entry("depth", 107.5),
            entry("depth{queue=\"A\"}", 7.5),
            entry("depth{queue=\"B }\\\"\"}", 100.0),
            entry("untyped_total", 9.0));
    assertThat(readout.gaps()).isEmpty();
    assertThat(readout.calls()).isEqualTo(1);
  }

  @Test
  void whatIsCountedIsARateUntilItIsReset() {
    MetricsView view = view("puts_total", "seconds_count", "seconds_bucket{le=\"0.1\"}");
    assertThat(view.ask().readings()).as("nothing to compare with").isEmpty();
    page =
        PAGE.replace("1e3", "1500")
            .replace("count 20", "count 30")
            .replace("0.1\"} 10", "0.1\"} 12");
    clock.nowNanos += 10_000_000_000L;
    assertThat(values(view.ask()).values()).containsExactly(50.0, 1.0, 0.2);
    page = PAGE.replace("1e3", "3");
    clock.nowNanos += 10_000_000_000L;
    assertThat(values(view.ask())).doesNotContainKey("puts_total");
  }

  /** As of an exporter whose figures are there only once each time they are published. */
  @Test
  void whatIsPublishedNowAndThenStaysForAMinute() {
    MetricsView view = view("depth{queue=\"A\"}", "untyped_total");
    view.ask();
    page = PAGE.replaceAll("(?m)^(depth|untyped).*$", "");
    for (int second = 10; second < 60; second += 10) {
      clock.nowNanos += 10_000_000_000L;
      Readout readout = view.ask();
      assertThat(readout.gaps()).isEmpty();
      assertThat(values(readout).values()).containsExactly(7.5, 9.0);
      assertThat(readout.readings()).allMatch(each -> each.nanos() < clock.nowNanos);
    }
    clock.nowNanos += 10_000_000_000L;
    assertThat(view.ask().gaps().get("")).contains("no number for untyped_total");
    page = PAGE;
    assertThat(view.ask().gaps()).isEmpty();
  }

  /** Its rate is over the time between two publications, not between two readings. */
  @Test
  void aCountThatIsPublishedNowAndThenIsARateOfThatTime() {
    MetricsView view = view("puts_total");
    view.ask();
    page = "";
    clock.nowNanos += 10_000_000_000L;
    assertThat(view.ask()).matches(each -> each.gaps().isEmpty() && each.readings().isEmpty());
    page = PAGE.replace("1e3", "1500");
    clock.nowNanos += 10_000_000_000L;
    assertThat(values(view.ask())).containsExactly(entry("puts_total", 25.0));
  }

  @ParameterizedTest
  @CsvSource({"3, -1, 3", "-1, 3, 3", "-1, -1, -2", "-1, 0, 0", "-2, 3, 1"})
  void aValueThatIsNotKnownIsNotAddedUp(int one, int other, double all) {
    page = "age{queue=\"A\"} %d\nage{queue=\"B\"} %d\n".formatted(one, other);
    assertThat(values(view("age").ask())).containsExactly(entry("age", all));
  }

  @Test
  void whatIsNotThereIsAGap() {
    MetricsView view = view("depth", "none", "nothing", "depth{queue=\"C\"}");
    Readout readout = view.ask();
    assertThat(values(readout)).containsOnlyKeys("depth");
    assertThat(readout.gaps().get(""))
        .endsWith(
            "/metrics: no number for depth{queue=\"C\"}; no number for none; no number for nothing");
    status = 503;
    assertThat(view.ask().gaps().get("")).endsWith("/metrics: it answers with status 503");
  }

  /** As a port for gRPC does. */
  @Test
  void whatDoesNotSpeakHttpIsAGap() throws Exception {
    try (ServerSocket other = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      Thread server =
          new Thread(
              () -> {
                try (Socket asks = other.accept()) {
                  asks.getOutputStream().write("\0\0\6\4 hello\r\n".getBytes(UTF_8));
                  asks.shutdownOutput();
                  asks.getInputStream().readAllBytes();
                } catch (IOException e) {
                  throw new UncheckedIOException(e);
                }
              });
      server.start();
      assertThat(view(other.getLocalPort(), Duration.ofSeconds(30), "depth").ask().gaps().get(""))
          .endsWith("/metrics: it does not answer by HTTP");
      server.join();
    }
  }

  @Test
  void aPageThatDoesNotComeOrDoesNotEndIsAGap() throws IOException {
    try (ServerSocket silent = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      assertThat(view(silent.getLocalPort(), Duration.ofMillis(50), "depth").ask().gaps().get(""))
          .endsWith("no answer within 50ms");
    }
    page = "x".repeat(17 << 20);
    assertThat(view("depth").ask().gaps().get(""))
        .endsWith("it has more than 4 MiB; give the exporter fewer series");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "1a", "a{", "a{b=\"c}", "a b", "a{b=c}"})
  void whatNamesNoSeriesIsRefused(String text) {
    assertThatThrownBy(() -> MetricsView.Series.parse(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("NAME{label=\"value\"}");
  }
}
