package dev.sluice.control.sink.folder;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.control.format.Finding;
import dev.sluice.control.format.Json;
import dev.sluice.control.format.ObjectiveResult;
import dev.sluice.control.format.ObjectiveResult.Judgement;
import dev.sluice.control.format.RunDocument;
import dev.sluice.control.format.RunFiles;
import dev.sluice.control.format.RunFolderException;
import dev.sluice.core.stats.Counter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.json.JSONArray;
import org.json.JSONObject;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The content of {@code run.json} is read as it was written. */
class RunDocumentTest {

  private Path file;

  @BeforeEach
  void nameFile(@TempDir Path folder) {
    file = folder.resolve(RunFiles.RUN);
  }

  private static RunDocument whole() {
    RunRecord record = new RunRecord(TestRun.description("r"), TestRun.STARTED);
    var intervals = TestRun.intervals(TestRun.STARTED, 20, 2, 1);
    record.ended(TestRun.summary(intervals));
    for (Judgement judgement : Judgement.values()) {
      record.objectives(List.of(new ObjectiveResult("p99 < 1ms", judgement, "2ms")));
    }
    for (double rate : new double[] {1234.5, Double.NaN}) {
      record.found(new Finding(Finding.Topic.PEAK, "senders", rate, "peak"));
    }
    record.variables(List.of("size"));
    record.failed("broken");
    return record.document();
  }

  private RunDocument read(String text) throws Exception {
    Files.writeString(file, text);
    return RunFiles.document(RunDocument.class, file);
  }

  /** Byte for byte but for the order in maps, which JSON does not keep. */
  @Test
  void whatIsWrittenIsReadBack() throws Exception {
    RunDocument whole = whole();
    String text = Json.file(whole);
    RunDocument again = read(text);
    assertThat(sorted(Json.file(again))).isEqualTo(sorted(text));
    assertThat(again.objectives()).isEqualTo(whole.objectives());
    assertThat(again.findings()).isEqualTo(whole.findings());
    assertThat(again.summary().orElseThrow().workloads().get(0).counts())
        .isEqualTo(whole.summary().orElseThrow().workloads().get(0).counts());
  }

  private static List<String> sorted(String text) {
    return text.lines().map(line -> line.replaceAll(",$", "")).sorted().toList();
  }

  /** But for what it was told, and counts, which are 0 then. */
  @Test
  void noMemberIsSomethingElse() throws Exception {
    JSONObject sound = new JSONObject(Json.file(whole()));
    List<String> accepted = new ArrayList<>();
    for (String pointer : pointers("", sound)) {
      JSONObject changed = new JSONObject(sound.toString());
      int last = pointer.lastIndexOf('/');
      ((JSONObject) changed.query(pointer.substring(0, last)))
          .put(pointer.substring(last + 1), new JSONArray().put(7));
      try {
        read(changed.toString());
        accepted.add(pointer);
      } catch (RunFolderException e) {
        assertThat(e).hasMessageStartingWith(file + " is damaged: ");
      }
    }
    accepted.removeIf(
        each ->
            each.matches("/configuration/.*|.*/delivery/.*|.*/catchUpSeconds|/objectives/0/met")
                || Stream.of(Counter.values()).anyMatch(c -> each.endsWith("/" + c.fileKey())));
    assertThat(accepted).isEmpty();
  }

  @Test
  void aMemberThatEveryRunHasIsNamedWhereItIsMissing() {
    for (String name : List.of("id", "state", "created", "host", "clock", "configuration")) {
      JSONObject without = new JSONObject(Json.file(whole()));
      without.remove(name);
      assertThatThrownBy(() -> read(without.toString())).hasMessageContaining(name);
    }
  }

  /** All members, of each array those of its first element. */
  private static List<String> pointers(String at, JSONObject json) {
    List<String> pointers = new ArrayList<>();
    for (String key : json.keySet()) {
      String pointer = at + "/" + key;
      pointers.add(pointer);
      if (json.get(key) instanceof JSONObject inner) {
        pointers.addAll(pointers(pointer, inner));
      } else if (json.get(key) instanceof JSONArray all && all.opt(0) instanceof JSONObject first) {
        pointers.addAll(pointers(pointer + "/0", first));
      }
    }
    return pointers;
  }
}
