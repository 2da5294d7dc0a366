package dev.sluice.control.catalogue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.control.format.RunFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import org.json.JSONObject;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CatalogueTest {

  @TempDir Path root;
  private Catalogue catalogue;

  @BeforeEach
  void open() throws Exception {
    catalogue = Catalogue.open(root);
  }

  private void threeRuns() throws IOException {
    RunFoldersOnDisk.write(
        root.resolve("a"),
        RunFoldersOnDisk.done("one", "2026-11-01T10:00:00Z", 100, 5)
            .put("labels", Map.of("team", "core", "build", "7")));
    RunFoldersOnDisk.write(
        root.resolve("deep/er/b"), RunFoldersOnDisk.done("two", "2026-11-02T10:00:00Z", 80, 50));
    RunFoldersOnDisk.write(
        root.resolve("c"),
        RunFoldersOnDisk.done("three_3", "2026-11-03T10:00:00Z", 99.5, 20)
            .put("labels", Map.of("team", "edge")));
  }

  private List<String> listed(String... filters) throws Exception {
    List<Predicate<RunEntry>> parsed = new ArrayList<>();
    for (String filter : filters) {
      parsed.add(RunFilter.parse(filter));
    }
    return listed(meeting(parsed));
  }

  private static RunQuery meeting(List<Predicate<RunEntry>> filters) {
    return new RunQuery(filters, RunColumn.CREATED, true, 0, 0);
  }

  private List<String> listed(RunQuery query) throws Exception {
    catalogue.refresh(Catalogue.Progress.NONE);
    List<RunEntry> runs = catalogue.list(query);
    assertThat(runs).as("counted").hasSize((int) catalogue.count(query));
    return runs.stream().map(RunEntry::path).toList();
  }

  @Test
  void theListFollowsTheFolders() throws Exception {
    assertThat(listed()).isEmpty();
    threeRuns();
    assertThat(listed()).as("the newest first").containsExactly("c", "deep/er/b", "a");
    Files.delete(root.resolve("c").resolve(RunFiles.RUN));
    Files.delete(root.resolve("c").resolve(RunFiles.INTERVALS_JSON));
    RunFoldersOnDisk.write(
        root.resolve("a"), RunFoldersOnDisk.done("longer-id", "2026-11-09T10:00:00Z", 100, 5));
    assertThat(listed()).containsExactly("a", "deep/er/b");
    assertThat(listed("id=longer-id")).containsExactly("a");
    assertThat(listed("label.team=core")).as("labels of what it was before").isEmpty();
  }

  @Test
  void onlyWhatHasChangedIsReadAgain() throws Exception {
    threeRuns();
    for (int i = 0; i < 998; i++) {
      RunFoldersOnDisk.write(root.resolve("many/r" + i), new JSONObject());
    }
    List<String> read = new ArrayList<>();
    Catalogue.Progress progress = (done, all) -> read.add(done + " of " + all);
    catalogue.refresh(progress);
    catalogue.refresh(progress);
    RunFoldersOnDisk.write(
        root.resolve("c"), RunFoldersOnDisk.done("changed", "2026-11-03T10:00:00Z", 1, 2));
    catalogue.refresh(progress);
    assertThat(read).containsExactly("500 of 1001", "1000 of 1001", "1001 of 1001", "1 of 1");
    assertThat(catalogue.count(RunQuery.ALL)).isEqualTo(1001);
  }

  @Test
  void figuresAreTakenFromTheSummary() throws Exception {
    threeRuns();
    catalogue.refresh(Catalogue.Progress.NONE);
    JSONObject run = new JSONObject(catalogue.list(RunQuery.ALL).get(1).json().toString());
    assertThat(run.toMap())
        .containsEntry("path", "deep/er/b")
        .containsEntry("created", "2026-11-02T10:00:00Z")
        .containsEntry("host", "host-two")
        .containsEntry("workloads", "senders")
        .containsEntry("targetPerSecond", 100)
        .containsEntry("achievedPerSecond", 80)
        .containsEntry("p99Millis", 50)
        .containsEntry("verdict", "saturated");
    assertThat(catalogue.labels())
        .isEqualTo(Map.of("build", Set.of("7"), "team", Set.of("core", "edge")));
    assertThat(
            catalogue
                .trend(RunQuery.ALL, WorkloadFigure.named("latency_p99_ms").orElseThrow())
                .stream()
                .map(Catalogue.TrendPoint::value))
        .as("the oldest first")
        .containsExactly(5.0, 50.0, 20.0);
    assertThat(
            catalogue.trend(RunQuery.ALL, WorkloadFigure.named("count_rolled_back").orElseThrow()))
        .hasSize(3)
        .allSatisfy(point -> assertThat(point.value()).isEqualTo(7));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "id=TWO                 | deep/er/b",
        "id!=two                | c a z",
        "p99<20ms               | a",
        "p99 <= 20ms            | c a",
        "p99_ms>20              | deep/er/b",
        "p99 >= 20ms            | c deep/er/b",
        "p99=20ms               | c",
        "p99!=20ms              | deep/er/b a",
        "damage!=               | z",
        "created>=2026-11-02    | c deep/er/b",
        "created<2026-11-02T10:00:00Z | a",
        "provider~QM1           | c deep/er/b a",
        "id~%                   | ''",
        "id~_                   | c",
        "label.team=core        | a",
        "label.team!=core       | c deep/er/b z",
        "labels~build=7         | a",
        "verdict=kept           | c a",
        "labels=                | deep/er/b z"
      })
  void aFilterChooses(String filter, String expected) throws Exception {
    threeRuns();
    RunFoldersOnDisk.write(root.resolve("z"), new JSONObject()); // damaged, without any figure
    assertThat(String.join(" ", listed(filter))).isEqualTo(expected);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "p99",
        "nothing=1",
        "p99<fast",
        "p99<20",
        "measured>30",
        "p99~1",
        "created>soon",
        "host>a",
        "=1"
      })
  void anotherFormIsRefused(String filter) {
    assertThatThrownBy(() -> RunFilter.parse(filter)).isInstanceOf(BadFilterException.class);
  }

  @Test
  void wordsAreSearchedForEverywhere() throws Exception {
    threeRuns();
    assertThat(listed(meeting(RunFilter.search("CORE qm1")))).containsExactly("a");
    assertThat(listed(meeting(RunFilter.search("core edge")))).isEmpty();
    assertThat(listed(meeting(RunFilter.search("  ")))).hasSize(3);
  }

  @Test
  void runsAreSortedAndCutToPages() throws Exception {
    threeRuns();
    Files.createDirectories(root.resolve("z"));
    Files.writeString(root.resolve("z").resolve(RunFiles.RUN), "{");
    assertThat(listed(new RunQuery(List.of(), RunColumn.P99, true, 0, 0)))
        .as("without a value at the end")
        .containsExactly("deep/er/b", "c", "a", "z");
    assertThat(catalogue.list(new RunQuery(List.of(), RunColumn.P99, false, 2, 1)))
        .extracting(RunEntry::path)
        .containsExactly("c", "deep/er/b");
  }

  @Test
  void aDamagedFolderIsListedWithTheReason() throws Exception {
    JSONObject sound = RunFoldersOnDisk.done("x", "2026-11-01T10:00:00Z", 1, 1);
    Path torn = RunFoldersOnDisk.write(root.resolve("torn"), sound);
    Files.writeString(torn.resolve(RunFiles.RUN), sound.toString().substring(0, 100));
    Path lost = RunFoldersOnDisk.write(root.resolve("lost"), sound);
    Files.delete(lost.resolve(RunFiles.RUN));
    Path empty = RunFoldersOnDisk.write(root.resolve("no-intervals"), sound);
    Files.delete(empty.resolve(RunFiles.INTERVALS_JSON));
    RunFoldersOnDisk.write(root.resolve("later"), new JSONObject(sound.toMap()).put("format", 99));
    RunFoldersOnDisk.write(
        root.resolve("date"), new JSONObject(sound.toMap()).put("created", "yesterday"));
    Files.createDirectories(root.resolve("folder").resolve(RunFiles.RUN));
    RunFoldersOnDisk.write(root.resolve("sound"), sound);
    Map<String, String> found = new HashMap<>();
    catalogue.refresh(Catalogue.Progress.NONE);
    catalogue.list(RunQuery.ALL).forEach(run -> found.put(run.path(), run.text(RunColumn.DAMAGE)));
    assertThat(found.get("torn")).startsWith("torn/run.json is damaged");
    assertThat(found.get("lost")).contains("run.json");
    assertThat(found.get("no-intervals")).isEqualTo("intervals.jsonl is missing");
    assertThat(found.get("later")).contains("format 99");
    assertThat(found.get("date")).contains("yesterday");
    assertThat(found.get("folder")).contains("not a regular file");
    assertThat(found.get("sound")).isEmpty();
    assertThat(found).hasSize(7);
  }

  @Test
  void aRunThatHasNotEndedHasNoFigures() throws Exception {
    JSONObject running = RunFoldersOnDisk.done("x", "2026-11-01T10:00:00Z", 1, 1);
    running.remove("summary");
    RunFoldersOnDisk.write(root.resolve("r"), running.put("state", "running"));
    catalogue.refresh(Catalogue.Progress.NONE);
    RunEntry run = catalogue.list(RunQuery.ALL).get(0);
    assertThat(run.text(RunColumn.STATE)).isEqualTo("running");
    assertThat(run.values()).doesNotContainKeys(RunColumn.P99, RunColumn.ACHIEVED);
    assertThat(RunTable.of(List.of(run)).get(1)).contains("  r  ", "running");
  }

  /** Whatever stands in a folder, it is listed, and so are the others. */
  @Test
  void noFolderHidesTheOthers() throws Exception {
    int made = RunFoldersOnDisk.hostile(root);
    RunFoldersOnDisk.write(
        root.resolve("sound"), RunFoldersOnDisk.done("sound", "2026-11-01T10:00:00Z", 1, 1));
    assertThat(listed()).hasSize(made + 1);
    assertThat(listed("damage=", "path=sound")).containsExactly("sound");
    assertThat(listed("path~link", "damage~not a regular file")).hasSize(2 * 4);
    RunFoldersOnDisk.removeLinks(root);
  }

  @Test
  void nothingOfARunCommandsTheTerminal() throws Exception {
    RunFoldersOnDisk.write(
        root.resolve("r"),
        RunFoldersOnDisk.done("\u001b[2Jred", "2026-11-01T10:00:00Z", 1, 1)
            .put("provider", "\u009b31m\r\n\u0007"));
    RunFoldersOnDisk.write(root.resolve("s"), new JSONObject().put("format", "\u001b[31m"));
    catalogue.refresh(Catalogue.Progress.NONE);
    assertThat(RunTable.of(catalogue.list(RunQuery.ALL)))
        .hasSize(4)
        .allSatisfy(line -> assertThat(line).doesNotContainPattern("[\\p{Cntrl}\u0080-\u009f]"));
  }
}
