package dev.sluice.control.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import dev.sluice.control.process.ExitCode;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What an exporter says is in the table of steps, and conditions can be about it. */
class ExporterFiguresTest {

  private final AtomicLong reads = new AtomicLong();
  private HttpServer server;
  @TempDir Path folder;

  /** Each reading finds the queue one message shorter, and ten more commits. */
  @BeforeEach
  void start() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/metrics",
        exchange -> {
          long read = reads.getAndIncrement();
          byte[] page =
              "# TYPE depth gauge\ndepth{queue=\"A\"} %d\n# TYPE commits counter\ncommits_total %d\n"
                  .formatted(Math.max(0, 5 - read), 10 * read)
                  .getBytes(UTF_8);
          exchange.sendResponseHeaders(200, page.length);
          exchange.getResponseBody().write(page);
          exchange.close();
        });
    server.start();
  }

  @AfterEach
  void stop() {
    server.stop(0);
  }

  private Execution play(String steps) throws IOException {
    String plan =
        """
        providers: {none: {type: "null"}}
        workloads: {senders: {type: send, rate: 50}}
        run: {interval: 100ms}
        observers:
          exporter:
            prometheus: http://127.0.0.1:PORT/metrics
            metrics: ['depth{queue="A"}', commits_total]
            every: 100ms
        steps:
        """
            + steps;
    return Execution.ofPlan(
        folder,
        plan.replace("PORT", "" + server.getAddress().getPort()),
        "--out=" + folder.resolve("out"));
  }

  @Test
  void areColumnsOfTheSteps() throws IOException {
    Execution run =
        play(
            """
              - wait: {observer: 'exporter depth{queue="A"}', below: 1}
              - measure: one
                for: 1s
                objectives: [{observer: exporter commits_total, above: 0}]
            """);
    run.ended(ExitCode.OK);
    assertThat(run.out()).contains("PASS one: exporter commits_total above 0: ");
    List<String> lines = Files.readAllLines(folder.resolve("out/steps.csv"));
    assertThat(lines.get(0)).contains("exporter depth", "exporter commits_total");
    List<String> header = List.of(lines.get(0).replaceAll("\"[^,]*\"", "depth").split(",", -1));
    List<String> row = List.of(lines.get(1).split(",", -1));
    assertThat(row.get(header.indexOf("depth"))).isEqualTo("0");
    assertThat(row.get(header.indexOf("exporter commits_total"))).isNotEmpty().isNotEqualTo("0");
  }

  @Test
  void aFigureThatItWasNotAskedForIsNamedWithThoseThatItWas() throws IOException {
    Execution run = play("  - wait: {observer: exporter messages, below: 1}\n").ended(2);
    assertThat(run.complaint()).contains("'exporter messages'", "exporter commits_total");
    assertThat(reads).hasValue(0);
  }
}
