package dev.sluice.control.format;

import dev.sluice.core.bus.ConnectionEvent;
import dev.sluice.core.bus.RunEvent;
import dev.sluice.core.result.Hindrance;
import dev.sluice.core.worker.ConnectionWatch.ConnectionChange;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.json.JSONException;
import org.json.JSONObject;

/**
 * {@code events.jsonl}: what happened, one JSON object a line, and back. What happened to a
 * connection is of the kind {@code connection} and has members of its own, as has what kept the
 * harness from working. Pure functions.
 */
public final class EventJson {

  private static final String CONNECTION = RunEvent.Kind.CONNECTION.name().toLowerCase(Locale.ROOT);

  private EventJson() {}

  public static String line(RunEvent event) {
    Json json =
        event(event.time(), event.sinceStartNanos(), event.kind(), event.workload(), event.text());
    event
        .hindrance()
        .ifPresent(
            each ->
                json.put("hindrance", each.kind())
                    .put("fromNanos", each.fromNanos())
                    .put("toNanos", each.toNanos())
                    .put("nanos", each.nanos())
                    .put("longestNanos", each.longestNanos())
                    .put("output", each.output()));
    return json + "\n";
  }

  public static String line(ConnectionEvent event) {
    ConnectionChange change = event.change();
    return event(
                event.time(),
                event.sinceStartNanos(),
                RunEvent.Kind.CONNECTION,
                event.workload(),
                event.text())
            .put("worker", event.worker())
            .put("change", change.transition())
            .put("from", change.from())
            .put("to", change.to())
            .put("downNanos", change.downNanos())
        + "\n";
  }

  /**
   * Reads one line.
   *
   * @throws JSONException if it is not an event
   */
  public static void parse(String line, RecordedEvents events) {
    JSONObject json = new JSONObject(line);
    Instant time = Instant.parse(json.getString("time"));
    long sinceStartNanos = json.getLong("sinceStartNanos");
    String workload = json.getString("workload");
    String kind = json.getString("kind");
    if (kind.equals(CONNECTION)) {
      events
          .connections()
          .add(
              new ConnectionEvent(
                  time, sinceStartNanos, workload, json.getString("worker"), change(json)));
    } else {
      events
          .run()
          .add(
              new RunEvent(
                  time,
                  sinceStartNanos,
                  Json.word(json, "kind", RunEvent.Kind.class),
                  workload,
                  json.getString("text"),
                  hindrance(json)));
    }
  }

  /** Empty also in files of versions that told it as text only. */
  private static Optional<Hindrance> hindrance(JSONObject json) {
    return json.has("hindrance")
        ? Optional.of(
            new Hindrance(
                Json.word(json, "hindrance", Hindrance.Kind.class),
                json.getLong("fromNanos"),
                json.getLong("toNanos"),
                json.getLong("nanos"),
                json.getLong("longestNanos"),
                json.getString("output")))
        : Optional.empty();
  }

  private static ConnectionChange change(JSONObject json) {
    return new ConnectionChange(
        Json.word(json, "change", ConnectionChange.Transition.class),
        json.getString("from"),
        json.getString("to"),
        json.getLong("downNanos"));
  }

  private static Json event(
      Instant time, long sinceStartNanos, RunEvent.Kind kind, String workload, String text) {
    return new Json()
        .put("time", time.toString())
        .put("sinceStartNanos", sinceStartNanos)
        .put("kind", kind)
        .put("workload", workload)
        .put("text", text);
  }

  /**
   * The events of a run.
   *
   * @param run to the run, in its order
   * @param connections to connections, in its order
   */
  public record RecordedEvents(List<RunEvent> run, List<ConnectionEvent> connections) {}
}
