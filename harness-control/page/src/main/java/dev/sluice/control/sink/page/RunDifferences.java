package dev.sluice.control.sink.page;

import dev.sluice.control.format.Json;
import dev.sluice.control.format.RunDocument.RunSetup;
import dev.sluice.control.recorded.RecordedRun;
import dev.sluice.core.bus.RunEvent;
import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.json.JSONArray;
import org.json.JSONObject;

/** In what runs differed: options, versions, hosts, and what was changed while they ran. */
final class RunDifferences {

  /** They name the run and its results, which differ always. */
  private static final Set<String> NAMES = Set.of("configuration.--out", "configuration.--id");

  /** What a person or a plan changes of a run that goes on. */
  private static final Set<RunEvent.Kind> CHANGES =
      EnumSet.of(
          RunEvent.Kind.RATE, RunEvent.Kind.WORKERS, RunEvent.Kind.PAUSED, RunEvent.Kind.RESUMED);

  private RunDifferences() {}

  /** A row for each setting that not all runs have alike: its name, and its value in each run. */
  static List<Json> of(List<RecordedRun> runs) throws IOException {
    List<Map<String, String>> settings = new ArrayList<>();
    for (RecordedRun run : runs) {
      Map<String, String> its = settings(run.document().setup());
      its.put("changed while it ran", changes(run.events().run()));
      settings.add(its);
    }
    Set<String> names = new LinkedHashSet<>();
    settings.forEach(each -> names.addAll(each.keySet()));
    return names.stream()
        .filter(name -> !NAMES.contains(name))
        .filter(name -> settings.stream().map(each -> value(each, name)).distinct().count() > 1)
        .map(
            name ->
                new Json()
                    .put("name", name.replaceFirst("^configuration\\.", ""))
                    .put("values", settings.stream().map(each -> value(each, name)).toList()))
        .toList();
  }

  /** Without their times: those of a plan's steps differ always. */
  private static String changes(List<RunEvent> events) {
    String changes =
        events.stream()
            .filter(each -> each.sinceStartNanos() > 0 && CHANGES.contains(each.kind()))
            .map(each -> each.workload() + ": " + each.text())
            .collect(Collectors.joining("; "));
    return changes.isEmpty() ? "nothing" : changes;
  }

  private static String value(Map<String, String> settings, String name) {
    return settings.getOrDefault(name, "\u2013");
  }

  private static Map<String, String> settings(RunSetup setup) {
    Map<String, String> settings = new TreeMap<>();
    Json all =
        new Json()
            .put("configuration", setup.configuration())
            .put("versions", setup.versions().orElse(null))
            .put("host", setup.host())
            .put("provider", setup.provider().orElse(null))
            .put("ccdt", setup.ccdt().orElse(null))
            .put("durationSeconds", setup.durationSeconds().orElse(null))
            .put("warmupSeconds", setup.warmupSeconds().orElse(null))
            .put("intervalSeconds", setup.intervalSeconds())
            .put("workloads", setup.workloads());
    JSONObject members = new JSONObject(all.toString());
    members.keySet().forEach(name -> add(settings, name, members.get(name)));
    return settings;
  }

  private static void add(Map<String, String> settings, String name, Object value) {
    if (value instanceof JSONObject object) {
      object.keySet().forEach(key -> add(settings, name + "." + key, object.get(key)));
    } else if (value instanceof JSONArray array) {
      for (int i = 0; i < array.length(); i++) {
        Object each = array.get(i);
        String label = each instanceof JSONObject named ? named.optString("name") : "";
        add(settings, name + "." + (label.isEmpty() ? Integer.toString(i + 1) : label), each);
      }
    } else if (value != null && !value.equals(JSONObject.NULL)) {
      settings.put(name, value.toString());
    }
  }
}
