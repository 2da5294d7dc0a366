package dev.sluice.control.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.control.process.ExitCode;
import dev.sluice.control.sink.folder.RunFolder;
import dev.sluice.control.sink.folder.TestRun;
import dev.sluice.core.result.Snapshot;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.json.JSONObject;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The results of a run, and the commands that work on them. */
class ResultsCommandsTest {

  private static final String NOBODY_LISTENS = "tcp://127.0.0.1:1";

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
    execution.ended(ExitCode.OK);
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
    Execution.of("report", folder.toString()).ended(ExitCode.OK);
    assertThat(folder.resolve("report.html")).hasContent(made);
  }

  /** Text that is JSON, but holds something else than a run writes. */
  @ParameterizedTest
  @CsvSource({
    "'\"state\": \"done\"', '\"state\": 1', report",
    "'\"verdict\": \"kept\"', '\"verdict\": \"odd\"', report",
    "'\"verdict\": \"kept\"', '\"verdict\": \"odd\"', compare",
    "'\"intervalSeconds\"', '\"intervals\"', merge",
    "'\"operatingSystem\"', '\"system\"', merge",
    "'\"explanation\"', '\"explained\"', merge"
  })
  void damagedTextIsReportedWithTheNameOfItsFile(String good, String bad, String command)
      throws IOException {
    Path a = run("a");
    Path b = run("b");
    Path damaged = b.resolve("run.json");
    String text = Files.readString(damaged);
    assertThat(text).contains(good);
    Files.writeString(damaged, text.replace(good, bad));
    Execution execution =
        switch (command) {
          case "report" -> Execution.of("report", b.toString());
          case "compare" ->
              Execution.of(
                  "compare",
                  a.toString(),
                  b.toString(),
                  "--html",
                  temporary.resolve("c.html").toString());
          default ->
              Execution.of(
                  "merge", temporary.resolve("out").toString(), a.toString(), b.toString());
        };
    execution.ended(ExitCode.USAGE);
    assertThat(execution.err())
        .startsWith("sluice: " + damaged + " is damaged: ")
        .doesNotContain("Exception");
  }

  /** A gate tells "nothing got worse" from "that cannot be said". */
  @ParameterizedTest
  @CsvSource({"kept, 0", "harness_limited, 5"})
  void aGateOfWhichARunWasHarnessLimitedHasACodeOfItsOwn(String verdict, int code)
      throws IOException {
    List<Snapshot> intervals = TestRun.intervals(TestRun.STARTED, 12, 2, 1);
    List<String> line = new ArrayList<>(List.of("compare"));
    for (String name : List.of("before", "before-2", "--", "after", "after-2")) {
      if (name.equals("--")) {
        line.add(name);
        continue;
      }
      Path folder = temporary.resolve(name);
      try (RunFolder writer = TestRun.folder(folder, name)) {
        intervals.forEach(writer::interval);
        writer.summary(TestRun.summary(intervals));
      }
      line.add(folder.toString());
    }
    Path after = temporary.resolve("after").resolve("run.json");
    Files.writeString(after, Files.readString(after).replace("\"kept\"", '"' + verdict + '"'));
    Execution.of(line.toArray(String[]::new)).ended(code);
  }

  @Test
  void runsAreComparedAndJoined() throws IOException {
    Path a = run("a");
    Path b = run("b");
    Path page = temporary.resolve("page.html");
    Execution compared =
        Execution.of(
            "compare", a.toString(), a.toString().replace("/a", "/./a"), "--html", page.toString());
    assertThat(compared.exitCode())
        .as("one run a side confirms nothing")
        .isEqualTo(ExitCode.OBJECTIVES_NOT_JUDGED);
    assertThat(compared.out()).contains("not judged");
    assertThat(page).content().contains("<title>sluice: ");
    Path out = temporary.resolve("out");
    Execution.of("merge", out.toString(), a.toString(), b.toString()).ended(ExitCode.OK);
    assertThat(
            new JSONObject(Files.readString(out.resolve("run.json")))
                .getJSONObject("summary")
                .getJSONArray("workloads")
                .getJSONObject(0)
                .getLong("totalIterations"))
        .isEqualTo(400);
  }

  /** A command and a scenario tell it alike: on the console, in run.json and in the report. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void whyWorkersDidNotComeUpIsInTheFolder(boolean scenario) throws IOException {
    Execution execution =
        scenario
            ? play("{type: artemis, url: \"" + NOBODY_LISTENS + "\"}", "")
            : Execution.of(
                "send", "--provider=artemis", "--url=" + NOBODY_LISTENS, "--out=" + failed());
    execution.ended(ExitCode.NO_CONNECTION);
    assertThat(execution.complaint()).isEqualTo("sluice: " + failure());
    assertThat(failure()).startsWith("a worker of senders could not start: ");
    assertThat(failed().resolve("report.html"))
        .content()
        .contains("a worker of senders could not start");
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void aPortThatIsTakenIsNamedInTheFolder(boolean scenario) throws IOException {
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      int port = taken.getLocalPort();
      Execution execution =
          scenario
              ? play("{type: \"null\"}", "control: " + port)
              : Execution.of("send", "--provider=null", "--control=" + port, "--out=" + failed());
      execution.ended(ExitCode.USAGE);
      assertThat(execution.complaint()).contains(failure());
      assertThat(failure()).startsWith("cannot listen on 127.0.0.1 port " + port + ": ");
    }
  }

  private Execution play(String provider, String run) throws IOException {
    return Execution.ofPlan(
        temporary,
        """
        providers: {only: %s}
        workloads: {senders: {type: send}}
        run: {%s}
        """
            .formatted(provider, run),
        "--out=" + failed());
  }

  private Path failed() {
    return temporary.resolve("failed");
  }

  private String failure() throws IOException {
    JSONObject description = new JSONObject(Files.readString(failed().resolve("run.json")));
    assertThat(description.getString("state")).isEqualTo("failed");
    return description.getString("failure");
  }

  @Test
  void aFolderThatHoldsARunIsRejectedBeforeAnythingRuns() {
    Path folder = run("a");
    Execution execution =
        Execution.of("send", "--provider", "null", "--count", "1", "--out", folder.toString());
    execution.ended(ExitCode.USAGE);
    assertThat(execution.complaint())
        .isEqualTo(
            "sluice: Invalid value for option '--out': "
                + folder
                + " already holds a run; name a new or empty folder");
    assertThat(execution.out()).isEmpty();
  }

  @Test
  void anInvalidRunFolderIsRejected() {
    for (String command : new String[] {"report", "compare", "merge"}) {
      Execution execution =
          command.equals("report")
              ? Execution.of(command, temporary.toString())
              : Execution.of(
                  command, temporary.resolve("out").toString(), temporary.toString(), "nowhere");
      execution.ended(ExitCode.USAGE);
      assertThat(execution.complaint()).as(command).contains("is not a run folder");
    }
  }
}
