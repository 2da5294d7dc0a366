package dev.sluice.control.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.control.catalogue.RunFoldersOnDisk;
import dev.sluice.control.process.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.json.JSONObject;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The catalogue on the command line. */
class RunsCommandTest {

  @TempDir Path root;

  private Execution runs(String... options) {
    String[] line = new String[options.length + 2];
    line[0] = "runs";
    line[1] = root.toString();
    System.arraycopy(options, 0, line, 2, options.length);
    return Execution.of(line);
  }

  private void run(String id, String... more) {
    List<String> line =
        new ArrayList<>(List.of("send", "--provider", "null", "--count", "50", "--rate", "500"));
    line.addAll(List.of("--interval", "20ms", "--id", id, "--out", root.resolve(id).toString()));
    line.addAll(List.of(more));
    Execution.of(line.toArray(String[]::new)).ended(ExitCode.OK);
  }

  @Test
  void labelsOfARunAreFound() throws IOException {
    run("a", "--label", "team=core", "--label", "note=as = it is");
    JSONObject description =
        new JSONObject(Files.readString(root.resolve("a").resolve("run.json")));
    assertThat(description.getJSONObject("labels").toMap())
        .isEqualTo(Map.of("team", "core", "note", "as = it is"));
    JSONObject found = new JSONObject(runs("--where", "label.note~it is", "--json").out());
    assertThat(found.getString("id")).isEqualTo("a");
    assertThat(found.getString("state")).isEqualTo("done");
    assertThat(runs("--where", "label.team=other", "--json").out()).isEmpty();
    assertThat(Execution.of("send", "--provider", "null", "--label", "no value").complaint())
        .contains("'--label'", "'no value' is not KEY=VALUE");
  }

  @Test
  void labelsOfTheLineJoinThoseOfTheScenario() throws IOException {
    Path out = root.resolve("labelled");
    Execution execution =
        Execution.ofPlan(
            root,
            """
            providers: {nothing: {type: "null"}}
            workloads: {w: {type: send, provider: nothing, rate: 500}}
            run: {interval: 20ms, label: team=core}
            steps: [{wait: 50ms}]
            """,
            "--out=" + out,
            "--label=build=4711",
            "--label=team=edge");
    execution.ended(ExitCode.OK);
    assertThat(
            new JSONObject(Files.readString(out.resolve("run.json")))
                .getJSONObject("labels")
                .toMap())
        .isEqualTo(Map.of("team", "edge", "build", "4711"));
  }

  @Test
  void listedRunsAreCompared() {
    run("a");
    run("b");
    Execution compared = runs("--sort", "id", "--compare", "--html", root + "/compare.html");
    assertThat(compared.err()).isEmpty();
    assertThat(compared.out()).startsWith("baseline a\n").contains("against  b\n");
    assertThat(root.resolve("compare.html")).exists();
    assertThat(runs("--limit", "1", "--compare").complaint())
        .contains("'--compare' takes two or more runs");
  }

  @Test
  void nothingIsAFormulaInASpreadsheet() throws IOException {
    RunFoldersOnDisk.write(
        root.resolve("=1+1"), RunFoldersOnDisk.done("@SUM(A1)", "2026-11-01T10:00:00Z", -1, 1));
    List<String> lines = runs("--csv").out().lines().toList();
    assertThat(lines).hasSize(2);
    assertThat(lines.get(1)).startsWith("'=1+1,'@SUM(A1),done,2026-11-01T10:00:00Z,");
  }

  @Test
  void aListSaysWhatItLeftOut() throws IOException {
    for (int i = 0; i < 3; i++) {
      RunFoldersOnDisk.write(
          root.resolve("r" + i), RunFoldersOnDisk.done("id" + i, "2026-11-01T10:00:00Z", 1, 1));
    }
    assertThat(runs("--limit", "2").out().lines().toList())
        .hasSize(5)
        .endsWith("", "2 of 3 runs; --limit 0 lists all");
    assertThat(runs("--limit", "0").out().lines()).hasSize(4);
  }

  @Test
  void mistakesAreExplained() {
    assertThat(runs("--where", "colour=red").complaint()).contains("'colour' is not a column");
    assertThat(runs("--sort", "colour").complaint()).contains("'colour' is not one of path, id");
    runs("--where", "p99<20").ended(ExitCode.USAGE);
    assertThat(runs("--html", "x").complaint()).contains("requires '--compare'");
    assertThat(runs("--csv", "--json").complaint()).contains("cannot be used together");
    assertThat(Execution.of("runs", root.resolve("nowhere").toString()).complaint())
        .contains("does not exist");
  }
}
