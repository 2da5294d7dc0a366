package dev.sluice.control.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.json.JSONObject;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a run leaves, and the commands that work on it. */
class ResultsCommandsTest {

  @TempDir Path temporary;

  private Path run(String name) {
    Path folder = temporary.resolve(name);
    Execution execution =
        Execution.of(
            "send",
            "--provider",
            "null",
            "--count",
            "200",
            "--rate",
            "500",
            "--interval",
            "50ms",
            "--out",
            folder.toString());
    assertThat(execution.exitCode()).as(execution.err()).isZero();
    assertThat(execution.out()).contains("results in " + folder);
    return folder;
  }

  @Test
  void aRunLeavesAFolderThatExplainsIt() throws IOException {
    Path folder = run("a");
    assertThat(folder)
        .isDirectoryContaining("glob:**/run.json")
        .isDirectoryContaining("glob:**/intervals.csv")
        .isDirectoryContaining("glob:**/intervals.jsonl")
        .isDirectoryContaining("glob:**/events.jsonl")
        .isDirectoryContaining("glob:**/latency.hlog")
        .isDirectoryContaining("glob:**/report.html");
    JSONObject description = new JSONObject(Files.readString(folder.resolve("run.json")));
    assertThat(description.getString("state")).isEqualTo("done");
    JSONObject configuration = description.getJSONObject("configuration");
    assertThat(configuration.getString("command")).isEqualTo("sluice send");
    assertThat(configuration.getString("--rate")).as("given").isEqualTo("500");
    assertThat(configuration.getString("--threads")).as("the default").isEqualTo("1");
    assertThat(description.getJSONObject("versions").keySet())
        .contains("sluice", "JVM", "IBM MQ client");
    assertThat(description.getJSONObject("versions").getString("sluice"))
        .as("put in by the build")
        .doesNotContain("$");
  }

  @Test
  void aReportIsMadeFromTheFilesAlone() throws IOException {
    Path folder = run("a");
    String made = Files.readString(folder.resolve("report.html"));
    Files.delete(folder.resolve("report.html"));
    Execution execution = Execution.of("report", folder.toString());
    assertThat(execution.exitCode()).as(execution.err()).isZero();
    assertThat(folder.resolve("report.html")).hasContent(made);
  }

  @Test
  void runsAreComparedAndJoined() throws IOException {
    Path a = run("a");
    Path b = run("b");
    Path page = temporary.resolve("page.html");
    Execution compared =
        Execution.of(
            "compare", a.toString(), a.toString().replace("/a", "/./a"), "--html", page.toString());
    assertThat(compared.exitCode()).isEqualTo(ExitCode.OK);
    assertThat(compared.out()).contains("no regression");
    assertThat(page).content().contains("<title>sluice: ");
    Path out = temporary.resolve("out");
    Execution merged = Execution.of("merge", out.toString(), a.toString(), b.toString());
    assertThat(merged.exitCode()).as(merged.err()).isZero();
    assertThat(
            new JSONObject(Files.readString(out.resolve("run.json")))
                .getJSONObject("summary")
                .getJSONArray("workloads")
                .getJSONObject(0)
                .getLong("totalIterations"))
        .isEqualTo(400);
  }

  @Test
  void aFolderThatHoldsARunIsRefusedBeforeAnythingRuns() {
    Path folder = run("a");
    Execution execution =
        Execution.of("send", "--provider", "null", "--count", "1", "--out", folder.toString());
    assertThat(execution.exitCode()).isEqualTo(ExitCode.USAGE);
    assertThat(execution.complaint())
        .isEqualTo(
            "sluice: Invalid value for option '--out': "
                + folder
                + " holds a run already; name a folder that is new or empty");
    assertThat(execution.out()).isEmpty();
  }

  @Test
  void whatIsNoRunFolderIsRefused() {
    for (String command : new String[] {"report", "compare", "merge"}) {
      Execution execution =
          command.equals("report")
              ? Execution.of(command, temporary.toString())
              : Execution.of(
                  command, temporary.resolve("out").toString(), temporary.toString(), "nowhere");
      assertThat(execution.exitCode()).as(command).isEqualTo(ExitCode.USAGE);
      assertThat(execution.complaint()).as(command).contains("is no run folder");
    }
  }
}
