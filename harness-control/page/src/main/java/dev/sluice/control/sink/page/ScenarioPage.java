package dev.sluice.control.sink.page;

import dev.sluice.control.format.Json;
import dev.sluice.control.format.RunFiles;
import dev.sluice.control.format.ScenarioDocument;
import dev.sluice.control.recorded.RecordedRun;
import dev.sluice.control.recorded.RecordedScenario;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The page of a scenario that had several runs. */
public final class ScenarioPage {

  private static final List<String> SCRIPTS = Page.scripts("sweep.js", "scenario.js");

  private ScenarioPage() {}

  /** The whole page, made from the files of the folder alone. */
  public static String of(RecordedScenario scenario) throws IOException {
    ScenarioDocument document = scenario.document();
    String id = document.id().isEmpty() ? "" : " · " + document.id();
    String name = document.scenario() + id;
    List<List<String>> steps = scenario.steps();
    List<Json> runs = new ArrayList<>();
    for (Map.Entry<String, RecordedRun> each : scenario.runs().entrySet()) {
      RecordedRun run = each.getValue();
      runs.add(
          new Json()
              .put("name", each.getKey())
              .put("page", run.has(RunFiles.REPORT) ? each.getKey() + "/" + RunFiles.REPORT : null)
              .put("verdict", PageVerdict.of(run, run.intervalCount()).json()));
    }
    return Page.of(
        "sluice: " + name,
        SCRIPTS,
        new Json()
            .put("name", name)
            .put("scenario", document)
            .put("verdict", PageVerdict.ofScenario(scenario, steps).json())
            .put("runs", runs)
            .put("steps", steps)
            .put("sweeps", SweepCurves.of(steps, scenario.variables())));
  }
}
