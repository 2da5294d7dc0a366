package dev.sluice.it.results;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.it.cli.SluiceProcess;
import dev.sluice.it.cluster.ClusterRehearsal;
import dev.sluice.it.run.PackagedProgram;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.json.JSONArray;
import org.json.JSONObject;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The page of the experiment that grows a uniform cluster: its small scenario without its later
 * steps, with shorter windows.
 */
@Tag("soak")
class UniformClusterReportIT {

  private static final int QUEUE_MANAGERS = 3;
  private static final Pattern LATER_STEP = Pattern.compile(" *- \\{n: (\\d+), .*");
  private static final String SENDERS = "senders";
  private static final String RECEIVERS = "receivers";

  @TempDir static Path temporary;

  @AutoClose private static RunPage page;

  @BeforeAll
  static void openThePageOfTheExperiment() throws Exception {
    Path folder = temporary.resolve("e1");
    grow(folder);
    page = RunPage.open(folder, temporary);
  }

  @Test
  void itIsCompleteAndAlone() throws Exception {
    page.assertSilent();
    page.assertAlone();
    assertThat(page.drawings())
        .allSatisfy(RunPage.Drawing::assertNotBlank)
        .extracting(RunPage.Drawing::chart)
        .contains(
            "rate",
            "latency-0",
            "curve-0",
            "heat-0",
            "latency-1",
            "curve-1",
            "heat-1",
            "connections-0",
            "connections-1",
            "cpu");
  }

  @Test
  void theFiguresDrawnAreThoseOfTheTable() throws Exception {
    page.assertDrawn("rate", SENDERS, "since_start_s", "target_per_s");
    // the first workload is drawn last, over the others
    page.assertLine("rate", 2, RECEIVERS, "achieved_per_s");
    page.assertLine("rate", 3, SENDERS, "achieved_per_s");
    page.assertDrawn("latency-0", SENDERS, RunPage.LATENCIES);
    assertThat(page.drawn("latency-1", 5))
        .containsExactlyElementsOf(page.column(RECEIVERS, "service_max_ms"));
  }

  @Test
  void theConnectionsOfEachQueueManagerAreThoseOfTheTable() throws Exception {
    for (int workload = 0; workload < 2; workload++) {
      JSONObject shown =
          new JSONArray(page.evaluate("JSON.stringify(report.data.workloads)").toString())
              .getJSONObject(workload);
      List<Map<String, Integer>> tabled = new ArrayList<>();
      for (String cell : page.cells(shown.getString("name"), "connections")) {
        tabled.add(connections(cell));
      }
      JSONObject peers = shown.getJSONObject("peers");
      assertThat(peers.keySet()).contains("UC01QM01", "UC01QM0" + QUEUE_MANAGERS);
      for (String peer : peers.keySet()) {
        assertThat(peers.getJSONArray(peer).toList())
            .as(peer)
            .isEqualTo(tabled.stream().map(each -> each.getOrDefault(peer, 0)).toList());
      }
    }
  }

  @Test
  void theStartsAndTheRatesAreMarked() throws Exception {
    String marks = page.evaluate("JSON.stringify(report.data.shown.map(e => e.text))").toString();
    for (int n = 2; n <= QUEUE_MANAGERS; n++) {
      assertThat(marks).contains("start UC01QM0" + n);
    }
    assertThat(page.evaluate("report.data.shown.filter(e => e.kind === 'rate').length"))
        .isEqualTo(QUEUE_MANAGERS - 1);
  }

  @Test
  void theStepsAreThoseOfTheirFile() throws Exception {
    List<List<String>> steps = new ArrayList<>();
    for (String line : Files.readAllLines(page.folder().resolve("steps.csv"))) {
      steps.add(List.of(line.split(",", -1)));
    }
    assertThat(steps).hasSize(1 + QUEUE_MANAGERS);
    JSONArray shown = new JSONArray(page.evaluate("JSON.stringify(report.data.steps)").toString());
    assertThat(shown.toList()).isEqualTo(steps);
    int target = steps.get(0).indexOf("target_per_second");
    assertThat(steps.subList(1, steps.size()))
        .extracting(row -> new BigDecimal(row.get(target)).intValueExact())
        .containsExactly(300, 600, 900);
  }

  private static Map<String, Integer> connections(String cell) {
    Map<String, Integer> connections = new TreeMap<>();
    for (String each : cell.split(";")) {
      if (!each.isBlank()) {
        String[] parts = each.strip().split("=");
        connections.put(parts[0], Integer.valueOf(parts[1]));
      }
    }
    return connections;
  }

  /**
   * Whether each step met its objective is not asked here, nor whether each connection ended in
   * time: another program may have the machine, and the cluster may move connections at the end.
   */
  private static void grow(Path folder) throws Exception {
    Path root = PackagedProgram.root();
    Path plan = temporary.resolve("plan.yaml");
    Files.write(
        plan,
        Files.readAllLines(root.resolve("config").resolve("e1-uniform-cluster/e1-small.yaml"))
            .stream()
            .takeWhile(line -> !line.equals("  - pause: senders")) // whose target is not drawn
            .filter(line -> !isLaterStep(line) && !line.contains("tries: "))
            .filter(line -> !line.startsWith("published: ")) // of more steps than are played here
            .map(line -> line.replaceFirst("(for|settle): [56]s", "$1: 2s"))
            .toList());
    SluiceProcess sluice = ClusterRehearsal.play(temporary, plan, folder);
    assertThat(sluice.exitCode()).as(String.join("\n", sluice.lines())).isIn(0, 1, 4);
    assertThat(sluice.lines()).anyMatch(line -> line.contains("ended: the scenario has ended"));
  }

  private static boolean isLaterStep(String line) {
    var step = LATER_STEP.matcher(line);
    return step.matches() && Integer.parseInt(step.group(1)) > QUEUE_MANAGERS;
  }
}
