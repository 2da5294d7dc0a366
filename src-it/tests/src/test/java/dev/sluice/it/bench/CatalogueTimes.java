package dev.sluice.it.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.json.JSONArray;
import org.json.JSONObject;

/**
 * Makes many run folders out of one, and times what a person waits for in their catalogue: the
 * list, a filter.
 */
final class CatalogueTimes {

  private static final Instant FIRST = Instant.parse("2024-01-01T00:00:00Z");
  private static final Duration APART = Duration.ofMinutes(97);
  private static final int IN_A_FOLDER = 500;
  private static final int TURNS = 7;

  private CatalogueTimes() {}

  /**
   * Makes folders where there are none, and measures.
   *
   * @param args how many folders; the folder for them; a run folder to copy; the words that run the
   *     program
   */
  public static void main(String[] args) throws Exception {
    int count = Integer.parseInt(args[0]);
    Path root = Path.of(args[1]);
    if (Files.notExists(root)) {
      make(count, root, Path.of(args[2]));
    }
    Program program = new Program("sluice", List.of(args).subList(3, args.length));
    print("list", median(program, "runs", args[1]));
    print(
        "filter",
        median(program, "runs", args[1], "--where", "p99<6ms", "--where", "label.team=core"));
    print("search", median(program, "runs", args[1], "--search", "app7 sat"));
    print("version alone", median(program, "--version"));
  }

  private static void make(int count, Path root, Path model) throws IOException {
    String description = Files.readString(model.resolve("run.json"));
    String intervals = Files.readString(model.resolve("intervals.jsonl"));
    SplittableRandom random = new SplittableRandom(1);
    for (int i = 0; i < count; i++) {
      Path folder = root.resolve("batch-" + i / IN_A_FOLDER).resolve("run-" + i);
      Files.createDirectories(folder);
      String text = run(new JSONObject(description), i, random).toString(2);
      boolean damaged = i % 1000 == 999;
      Files.writeString(
          folder.resolve("run.json"), damaged ? text.substring(0, text.length() / 2) : text);
      Files.writeString(folder.resolve("intervals.jsonl"), intervals);
    }
  }

  private static JSONObject run(JSONObject run, int number, SplittableRandom random) {
    run.put("id", "run " + number);
    run.put("created", FIRST.plus(APART.multipliedBy(number)).toString());
    run.getJSONObject("host").put("name", "app" + random.nextInt(20));
    run.put(
        "labels",
        new JSONObject()
            .put("team", random.nextInt(3) == 0 ? "core" : "edge")
            .put("build", Integer.toString(number / 10)));
    JSONArray workloads = run.getJSONObject("summary").getJSONArray("workloads");
    for (Object each : workloads) {
      JSONObject workload = (JSONObject) each;
      double achieved = 1_150 * (1 - random.nextDouble() * random.nextDouble() / 5);
      workload.put("targetPerSecond", 1_150);
      workload.put("achievedPerSecond", achieved);
      workload.put("verdict", achieved < 1_140 ? "saturated" : "kept");
      workload
          .getJSONObject("latencyMillis")
          .getJSONObject("latency")
          .put("p99", 5 + 20 * random.nextDouble());
    }
    return run;
  }

  private static Elapsed median(Program program, String... args) throws Exception {
    List<Elapsed> readings = new ArrayList<>();
    for (int i = 0; i < TURNS; i++) {
      readings.add(program.untilExit(args));
    }
    return Elapsed.median(readings);
  }

  private static void print(String what, Elapsed elapsed) {
    System.out.println(what + ": " + elapsed + " ms");
  }
}
