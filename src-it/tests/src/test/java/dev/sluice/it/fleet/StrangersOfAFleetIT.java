package dev.sluice.it.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.it.legacy.LiveProcess;
import dev.sluice.it.run.RunSummary;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import org.json.JSONObject;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Strangers call the hub of three agents and a controller, four processes, while a run goes on.
 * More of them with {@code -Dsoak=true} or by {@code -Dfleet.strangers=100000}, and then the run
 * keeps its rate, too.
 */
class StrangersOfAFleetIT {

  private static final int STRANGERS =
      Integer.getInteger("fleet.strangers", Boolean.getBoolean("soak") ? 2_000 : 400);
  private static final int MANY = 100_000;
  private static final int SILENT = 80;
  private static final double LINES_PER_MINUTE = 24; // 20, one that says how many more, and others

  @TempDir Path directory;

  @Test
  void theyChangeNothingAndKeepNobodyOut() throws Exception {
    List<String> agents = List.of("a1", "a2", "a3");
    Path end = directory.resolve("end");
    Path plan =
        Files.writeString(
            directory.resolve("plan.yaml"),
            """
            providers: {nothing: {type: 'null'}}
            workloads:
              senders: {type: send, threads: 9, total-rate: 90, catch-up: 5s}
            run: {interval: 500ms}
            steps:
              - exec: while [ ! -e %s ]; do sleep 0.2; done
                timeout: 1h
            """
                .formatted(end));
    Path out = directory.resolve("out");
    List<Socket> silent = new ArrayList<>();
    try (LiveFleet fleet = new LiveFleet(directory, agents);
        Stranger stranger = new Stranger(1)) {
      for (String name : agents) {
        LiveFleet.awaitLine(fleet.agent(name), "waits for work");
      }
      try (LiveProcess controller = fleet.run(plan, out, "")) {
        LiveFleet.awaitLine(controller, "the schedule starts");
        int port = fleet.port();
        Map<String, Integer> before = lines(fleet, agents, controller);
        long startNanos = System.nanoTime();
        for (int i = 0; i < STRANGERS / 2; i++) {
          stranger.call(port);
        }
        for (int i = 0; i < SILENT; i++) {
          silent.add(Stranger.connect(port));
        }
        long comesNanos = System.nanoTime();
        LiveFleet.awaitLine(fleet.start("late"), "waits for work");
        long waitsNanos = System.nanoTime();
        LiveFleet.awaitLine(controller, "agent late has come");
        long heardNanos = System.nanoTime();
        for (int i = STRANGERS / 2; i < STRANGERS; i++) {
          stranger.call(port);
        }
        double minutes = (System.nanoTime() - startNanos) / 60e9;
        Map<String, Integer> after = lines(fleet, agents, controller);
        Files.createFile(end);
        assertThat(controller.exitCode(LiveFleet.PATIENCE)).as("%s", controller).isZero();

        JSONObject account = RunSummary.read(out).workload("senders").getJSONObject("wholeAccount");
        double achieved =
            account.getDouble("done")
                / (account.getLong("due")
                    - account.getLong("inFlight")
                    - account.getLong("overdue"));
        after.replaceAll((name, count) -> count - before.get(name));
        System.out.printf(
            Locale.ROOT,
            "%d strangers in %.0f s; achieved/target %.5f, %d dropped; new lines %s; a new agent"
                + " waited for work %.1f s after the start of its process, and the controller knew"
                + " it %.1f s later%n",
            STRANGERS,
            minutes * 60,
            achieved,
            account.getLong("dropped"),
            after,
            (waitsNanos - comesNanos) / 1e9,
            (heardNanos - waitsNanos) / 1e9);
        if (STRANGERS
            >= MANY) { // a second in which a busy host stands still is more of a short run
          assertThat(achieved).as("%s", account).isGreaterThanOrEqualTo(0.999);
        }
        assertThat(after.values())
            .as("%s", controller)
            .allMatch(count -> count <= LINES_PER_MINUTE * (1 + minutes));
        assertThat(controller.lines())
            .noneMatch(line -> line.contains("has come") && !line.contains("agent late "));
      }
    } finally {
      for (Socket socket : silent) {
        socket.close();
      }
    }
  }

  /** How many lines each process has printed, but for those of the run itself. */
  private static Map<String, Integer> lines(
      LiveFleet fleet, List<String> agents, LiveProcess controller) {
    Map<String, Integer> lines = new LinkedHashMap<>();
    agents.forEach(name -> lines.put(name, fleet.agent(name).lines().size()));
    lines.put("controller", (int) messages(controller).count());
    return lines;
  }

  /** A table of the run has a line for each interval. */
  private static Stream<String> messages(LiveProcess controller) {
    return controller.lines().stream().filter(line -> !line.matches(" *[\\d:.]+ .*"));
  }
}
