package dev.sluice.it.observe;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.it.cli.SluiceProcess;
import dev.sluice.it.cluster.ClusterRehearsal;
import dev.sluice.it.run.PackagedProgram;
import dev.sluice.it.run.StepsTable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.json.JSONObject;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The small uniform cluster, with its queue managers observed beside its clients. */
class ObservedClusterIT {

  private static final String HERE = " (here)";

  @TempDir Path directory;

  @Test
  @Tag("soak")
  void bothViewsAgreeWhereNothingMoves() throws Exception {
    String text =
        Files.readString(PackagedProgram.root().resolve("config/e1-uniform-cluster/e1-small.yaml"))
            .replace("threads: 180", "threads: 12")
            .replace("total-rate: 300", "total-rate: 60")
            .replaceAll("(?m)^ *- \\{n: (4|5|6|7|8|9|10|11|12), .*\\R", "")
            .replaceAll("total: (\\d+)0}", "total: $1}")
            .replace("settle: 5s", "settle: 1s")
            .replace("within: 30s", "within: 3m") // on a busy host moves take long
            .replace("within: 20s", "within: 2s") // so few workers do not saturate it
            .replaceFirst("published: .*", "")
            .replace("every: 10s", "every: 1s");
    Path plan = Files.writeString(directory.resolve("plan.yaml"), text);
    Path out = directory.resolve("out");

    SluiceProcess process = ClusterRehearsal.play(directory, plan, out);

    assertThat(process.exitCode()).as("%s", process).isIn(0, 1); // objectives are of a quiet host
    assertThat(process.lines())
        .anyMatch(line -> line.matches(" +members: [\\d,]+ calls in \\d+ times, .* ms/s .*"))
        .noneMatch(line -> line.contains("instances have differed"));
    assertViewsAgree(out, 5);
    List<String> measures = measures(out);
    assertThat(measures)
        .contains("depth", "balanced", "connections", "instances as the cluster knows them");
  }

  /**
   * In each reading before and after which clients counted the same. Readings are taken in their
   * order: on a busy host two may be in one second, and none in the next.
   */
  private static void assertViewsAgree(Path out, int least) throws IOException {
    TreeMap<Long, Map<String, Integer>> here = new TreeMap<>();
    TreeMap<Long, Map<String, Integer>> there = new TreeMap<>();
    for (String line : Files.readAllLines(out.resolve("observations.jsonl"))) {
      JSONObject each = new JSONObject(line);
      if (each.getString("measure").equals("instances")) {
        String subject = each.getString("subject");
        boolean own = subject.endsWith(HERE);
        (own ? here : there)
            .computeIfAbsent(each.getLong("sinceStartNanos"), at -> new TreeMap<>())
            .put(
                own ? subject.substring(0, subject.length() - HERE.length()) : subject,
                each.getInt("value"));
      }
    }
    List<Map<String, Integer>> counts = List.copyOf(here.values());
    List<Long> times = List.copyOf(here.keySet());
    int compared = 0;
    for (int i = 1; i + 2 < counts.size(); i++) {
      Map<String, Integer> quiet = counts.get(i);
      if (counts.subList(i - 1, i + 3).stream().allMatch(quiet::equals)) {
        Map<String, Integer> seen = new TreeMap<>();
        there.subMap(times.get(i - 1), false, times.get(i), true).values().forEach(seen::putAll);
        if (!seen.isEmpty()) {
          assertThat(seen).as("until %d ns", times.get(i)).isEqualTo(quiet);
          compared++;
        }
      }
    }
    assertThat(compared).as("of %s", times).isGreaterThanOrEqualTo(least);
  }

  private static List<String> measures(Path out) throws IOException {
    List<String> measures = new ArrayList<>();
    for (String line : Files.readAllLines(out.resolve("observations.jsonl"))) {
      measures.add(new JSONObject(line).getString("measure"));
    }
    return measures.stream().distinct().toList();
  }

  @Test
  void eachReasonWhyAnInstanceStaysIsNamed() throws Exception {
    Path plan =
        Files.writeString(
            directory.resolve("plan.yaml"),
            """
            vars: {mqsim: m, ccdt: c, admin-port: "0", base-port: "0"}
            processes:
              cluster:
                command: >-
                  java -XX:+UseSerialGC -jar ${mqsim} --group UC01QM --queue-managers UC01QM01..UC01QM02
                  --base-port ${base-port} --admin ${admin-port} --start 1 --ccdt-out ${ccdt}
                ready-line: commands on port
                ready-within: 3m
            providers:
              fixed: {type: ibmmq, ccdt: "${ccdt}", qmgr: "*UC01QM", reconnect: disabled, app-name: fixed}
              working: {type: ibmmq, ccdt: "${ccdt}", qmgr: "*UC01QM", reconnect: any, app-name: working}
              asking:
                type: ibmmq
                ccdt: ${ccdt}
                qmgr: "*UC01QM"
                reconnect: any
                app-name: asking
                property: [WMQ_BALANCING_APPLICATION_TYPE=WMQ_BALANCING_APPLICATION_TYPE_REQUEST_REPLY]
            workloads:
              fixed: {type: send, provider: fixed, rate: 2}
              working: {type: send, provider: working, rate: 2, transacted: true, commit-every: 1000}
              asking: {type: request, provider: asking, receive-timeout: 60s}
            observers:
              members: {broker: fixed, what: [applications], every: 1s}
            run: {interval: 1s}
            steps:
              - wait: 8s
              - {admin: hold working APPLNAME_CHANGED, at: "127.0.0.1:${admin-port}"}
              - wait: 2s
              - {admin: hold working NO_REDIRECT, at: "127.0.0.1:${admin-port}"}
              - wait: 2s
              - {admin: hold working MOVING, at: "127.0.0.1:${admin-port}"}
              - wait: 2s
              - {admin: hold working NOT_CLIENT, at: "127.0.0.1:${admin-port}"}
              - wait: 6s
            """);
    Path out = directory.resolve("out");
    SluiceProcess process = ClusterRehearsal.play(directory, plan, out);
    assertThat(measures(out))
        .as("%s", process)
        .contains(
            "immovable: NOT_RECONNECTABLE",
            "immovable: IN_TRANSACTION",
            "immovable: AWAITS_REPLY",
            "immovable: APPLNAME_CHANGED",
            "immovable: NO_REDIRECT",
            "immovable: MOVING",
            "immovable: NOT_CLIENT");
    assertViewsAgree(out, 2);
  }

  @Test
  @Tag("soak")
  void aTableHasTheTimeToBalanceAgainstRequestsThatLoseTheirReply() throws Exception {
    String text =
        Files.readString(
                PackagedProgram.root().resolve("config/e1-uniform-cluster/balancing-small.yaml"))
            .replace("type: [default, simple, request-reply]", "type: [simple, request-reply]")
            .replace("timeout: [\"0\", \"1\", \"5\"]", "timeout: [\"5\"]")
            .replace("within: 20s", "within: 3m");
    Path plan = Files.writeString(directory.resolve("plan.yaml"), text);
    Path out = directory.resolve("out");

    SluiceProcess process = ClusterRehearsal.play(directory, plan, out);

    StepsTable steps = StepsTable.read(out.resolve("steps.csv"));
    assertThat(steps.column("queue_managers")).as("%s", process).contains("2");
    assertThat(steps.figure("request-reply, 5 s", "balanced_requesters_seconds")).isPositive();
    assertThat(steps.figure("request-reply, 5 s", "failed")).isLessThanOrEqualTo(6);
  }
}
