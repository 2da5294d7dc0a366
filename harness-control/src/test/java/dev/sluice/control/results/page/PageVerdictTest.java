package dev.sluice.control.results.page;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.control.results.TestRun;
import dev.sluice.control.results.folder.RecordedRun;
import dev.sluice.control.results.folder.RunFolder;
import dev.sluice.control.results.merge.Merge;
import dev.sluice.core.run.Snapshot;
import dev.sluice.core.run.Verdict;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.json.JSONArray;
import org.json.JSONObject;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PageVerdictTest {

  @TempDir Path temporary;

  private static JSONObject description(Verdict.Kind... kinds) {
    JSONArray workloads = new JSONArray();
    for (Verdict.Kind kind : kinds) {
      workloads.put(
          new JSONObject()
              .put("name", "w")
              .put("verdict", kind.name().toLowerCase(Locale.ROOT))
              .put("explanation", "why"));
    }
    return new JSONObject()
        .put("state", "done")
        .put("summary", new JSONObject().put("clean", true).put("workloads", workloads));
  }

  @ParameterizedTest
  @CsvSource({
    "UNLIMITED, UNLIMITED, Completed",
    "UNLIMITED, KEPT, Target kept",
    "KEPT, IDLE, Idle in part",
    "IDLE, IDLE, Idle",
    "IDLE, SATURATED, Saturated",
    "KEPT, HARNESS_LIMITED, Limited by the harness",
  })
  void theWorstVerdictIsTheHeadline(Verdict.Kind one, Verdict.Kind other, String headline) {
    assertThat(PageVerdict.of(description(one, other), 1).headline()).isEqualTo(headline);
    assertThat(PageVerdict.of(description(other, one), 1).headline()).isEqualTo(headline);
  }

  @Test
  void everyKindHasAHeadline() {
    for (Verdict.Kind kind : Verdict.Kind.values()) {
      assertThat(PageVerdict.of(description(kind), 1).headline()).isNotBlank();
    }
  }

  /** What two runs came to, their workloads judged so, joined into one. */
  @ParameterizedTest
  @CsvSource({
    "IDLE, IDLE, idle",
    "IDLE, KEPT, idle",
    "UNLIMITED, IDLE, idle",
    "IDLE, SATURATED, saturated",
    "HARNESS_LIMITED, KEPT, harness_limited",
  })
  void aMergeKeepsTheWorstVerdict(Verdict.Kind one, Verdict.Kind other, String joined)
      throws Exception {
    try (Merge merge = Merge.open(List.of(source("a", one), source("b", other)))) {
      merge.into(temporary.resolve("out"));
    }
    JSONObject summary =
        RecordedRun.open(temporary.resolve("out")).description().getJSONObject("summary");
    assertThat(summary.getJSONArray("workloads").getJSONObject(0).getString("verdict"))
        .isEqualTo(joined);
  }
}
