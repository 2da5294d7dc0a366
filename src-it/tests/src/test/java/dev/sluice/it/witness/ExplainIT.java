package dev.sluice.it.witness;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.it.cli.SluiceProcess;
import dev.sluice.it.witness.Witness.Relaying;
import dev.sluice.mqsim.cluster.ClusterBuilder;
import dev.sluice.mqsim.cluster.SimulatedCluster;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.json.JSONObject;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Explanations of real runs against brokers whose limit is known. */
class ExplainIT {

  private static final String PLAN =
      """
      providers:
        mq: {type: ibmmq, host: 127.0.0.1, port: %d, channel: APP.SVRCONN, qmgr: QM1}
      workloads:
        pairs: {type: put-get, queue: DEV.QUEUE.1, threads: 4, total-rate: 20}
      run: {interval: 250ms, warmup: 500ms}
      """;

  @TempDir Path folder;

  @Test
  void aRateThatIsKeptIsLimitedByNothingElse() throws Exception {
    try (SimulatedCluster cluster = started(SimulatedCluster.builder())) {
      SluiceProcess process = explain(cluster.port("QM1"), "--seconds", "2");
      assertThat(process.exitCode()).as("%s", process).isZero();
      assertThat(process.lines())
          .anyMatch(line -> line.contains("the rate that was asked for, which is kept"));
      assertThat(folder.resolve("out/screen/as-planned/run.json")).exists();
    }
  }

  @Test
  @Tag("soak") // it takes fourteen runs
  void whatComesLateIsBoundByLatency() throws Exception {
    try (SimulatedCluster cluster = started(SimulatedCluster.builder())) {
      Relaying relay =
          new Witness(Files.createDirectory(folder.resolve("witness")))
              .relay("mq", cluster.port("QM1"), "late=100,0");
      SluiceProcess process =
          explain(relay.port(), "--unlimited", "--json", "--vary", "requesters,size");
      relay.end();
      assertThat(process.exitCode()).as("%s", process).isZero();
      JSONObject answer = answer();
      assertThat(answer.getString("answer")).as("%s", process).isEqualTo("latency");
      assertThat(answer.getDouble("perSecond")).isBetween(5.0, 4 / 0.2);
      assertThat(answer.getString("sentence"))
          .contains("each requester adds ")
          .endsWith("; more requesters, or a shorter way to the broker");
      assertThat(folder.resolve("out/round-2/8-requesters/report.html")).exists();
    }
  }

  @Test
  @Tag("soak")
  void aLimitInTheBrokerThatNobodyObservesIsNotNamed() throws Exception {
    try (SimulatedCluster cluster = started(SimulatedCluster.builder().capacity(100))) {
      SluiceProcess process =
          explain(cluster.port("QM1"), "--unlimited", "--json", "--vary", "requesters,size");
      assertThat(process.exitCode()).as("%s", process).isEqualTo(5);
      JSONObject answer = answer();
      assertThat(answer.getString("answer")).isEqualTo("cannot tell");
      assertThat(answer.getJSONArray("possible").toList())
          .as("%s", answer)
          .contains("processors", "queue")
          .doesNotContain("log", "connections");
      assertThat(answer.getString("sentence")).contains("observe the broker's processors");
    }
  }

  private static SimulatedCluster started(ClusterBuilder builder) throws Exception {
    SimulatedCluster cluster = builder.queueManagers("QM1").build();
    cluster.start("QM1");
    return cluster;
  }

  private SluiceProcess explain(int port, String... more) throws Exception {
    Files.writeString(folder.resolve("plan.yaml"), PLAN.formatted(port));
    List<String> line = new ArrayList<>(List.of("explain", "plan.yaml", "--out", "out"));
    line.addAll(List.of(more));
    return SluiceProcess.run(folder, line);
  }

  private JSONObject answer() throws Exception {
    return new JSONObject(Files.readString(folder.resolve("out/explanation.json")));
  }
}
