package dev.sluice.control.sink.page;

import static dev.sluice.core.time.Nanos.NANOS_PER_SECOND;

import dev.sluice.control.command.Undo;
import dev.sluice.control.endpoint.access.AccessTokens.Role;
import dev.sluice.control.endpoint.http.EventStream;
import dev.sluice.control.endpoint.http.EventStream.ServerSentEvent;
import dev.sluice.control.endpoint.http.Feed;
import dev.sluice.control.endpoint.http.HttpCall;
import dev.sluice.control.endpoint.http.HttpRoute;
import dev.sluice.control.format.Csv;
import dev.sluice.control.format.Finding;
import dev.sluice.control.format.Json;
import dev.sluice.control.format.ObjectiveResult;
import dev.sluice.control.format.Observation;
import dev.sluice.control.format.Progress;
import dev.sluice.control.format.RunFolderException;
import dev.sluice.control.format.SearchTry;
import dev.sluice.control.recorded.StepTable;
import dev.sluice.control.sink.folder.RunDescription;
import dev.sluice.control.sink.folder.RunRecord;
import dev.sluice.control.sink.folder.TableFile.StepColumns;
import dev.sluice.core.bus.ConnectionEvent;
import dev.sluice.core.bus.RunEvent;
import dev.sluice.core.bus.Sink;
import dev.sluice.core.pacing.Profile;
import dev.sluice.core.result.Snapshot;
import dev.sluice.core.result.Summary;
import dev.sluice.core.run.RunStatus;
import dev.sluice.core.run.RunStatus.RunPhase;
import dev.sluice.core.run.RunStatus.WorkloadStatus;
import dev.sluice.core.run.TargetState;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The report page of a run while it grows: a page gets all there is when it comes, and from then on
 * what is new. At the end it is the report. Any thread.
 */
public final class LivePage extends Feed<LivePage.Has> implements Sink, AutoCloseable {

  private static final int MAX_EVENTS = 2_000;

  /** Of a profile that is drawn. */
  private static final int POINTS_AHEAD = 240;

  /** More at once wait for the end of the interval. */
  private static final int EVENTS_AT_ONCE = 20;

  private static final ServerSentEvent END = ServerSentEvent.of("end", "{}");

  private final RunDescription description;
  private final Supplier<RunStatus> status;
  private final Supplier<Progress> progress;
  private final LiveAgents agents;
  private final UnaryOperator<String> mask;
  private final String instance; // tells this page from that of an earlier process

  // all guarded by this
  private final List<Json> events = new ArrayList<>();
  private final List<List<String>> steps = new ArrayList<>(); // of all runs, the header first
  private final List<List<String>> tries = new ArrayList<>(); // likewise
  private List<String> variables = List.of();
  private RunRecord record;
  private LiveHistory history;
  private LiveObservations observations;
  private LiveVerdict verdictSoFar;
  private int edition; // of what has been sent: what comes later does not continue an earlier one
  private int changes; // of what is no chart: description, objectives, steps and tries
  private int eventsSinceInterval;
  private long news; // how often followers were told that there is some
  private final Map<List<Position>, ServerSentEvent> made = new HashMap<>(); // since the last news

  private int connecting = -1; // for the thread that tells of it

  /** How much of a page somebody has. */
  record Position(int edition, int changes, int points, int events, int observations, int sums) {

    static Position none(int edition) {
      return new Position(edition, -1, 0, 0, 0, 0);
    }

    boolean isNone() {
      return changes < 0;
    }

    List<Integer> parts() {
      return List.of(edition, changes, points, events, observations, sums);
    }
  }

  /**
   * @param status how the run stands
   * @param progress how far the steps of a scenario are
   * @param agents those of the fleet that has the workers
   * @param mask masks secrets
   */
  public LivePage(
      RunDescription description,
      Supplier<RunStatus> status,
      Supplier<Progress> progress,
      LiveAgents agents,
      UnaryOperator<String> mask) {
    this.description = description;
    this.status = status;
    this.progress = progress;
    this.agents = agents;
    this.mask = mask;
    this.instance = Long.toString(System.identityHashCode(this) & 0xFFFFFFFFL, Character.MAX_RADIX);
    begin();
  }

  /** The page, what it consists of, and what it follows. */
  public List<HttpRoute> routes() {
    return List.of(
        WebFile.page("/", "live.html").route(),
        WebFile.style("/page.css", "uplot/uPlot.min.css", "page.css", "live.css").route(),
        WebFile.script(
                "/page.js",
                ReportPage.SCRIPTS,
                "token.js",
                "picture.js",
                "first.js",
                "controls.js",
                "live.js")
            .route(),
        HttpRoute.stream("/page/stream", Role.WATCH, this::follow));
  }

  private synchronized void begin() {
    record = new RunRecord(description, Instant.now());
    history = new LiveHistory(ReportPage.MAX_POINTS);
    observations = new LiveObservations(ReportPage.MAX_POINTS);
    verdictSoFar =
        new LiveVerdict(description.spec(), ZoneId.of(description.environment().host().zone()));
    events.clear();
    edition++;
  }

  /**
   * What somebody has of the page.
   *
   * @param greeting what it gets first, null once it has it
   * @param news how often it was told that there are some
   */
  record Has(ServerSentEvent greeting, Position position, long news) {}

  private void follow(HttpCall call, EventStream stream) {
    String role = new Json().put("role", call.role().name()).toString();
    Position position = position(call.headers().apply("last-event-id"));
    follow(stream, new Has(ServerSentEvent.of("role", role), position, -1));
  }

  @Override
  protected Advance<Has> after(Has has) {
    if (has.greeting != null) {
      return new Advance<>(new Has(null, has.position, -1), has.greeting);
    }
    if (has.news == news) {
      return null;
    }
    Position now = position();
    Position from = has.position.edition == edition ? has.position : Position.none(edition);
    ServerSentEvent missing =
        made.computeIfAbsent(
            List.of(from, now),
            way -> ServerSentEvent.of(text(now), "page", mask.apply(message(from))));
    return new Advance<>(new Has(null, now, news), missing);
  }

  /** A workload connects; a page is told now and then. */
  @Override
  public void connecting(String workload, int up, int of) {
    int part = of == 0 ? 0 : 20 * up / of;
    if (part != connecting) {
      connecting = part;
      tell(() -> {});
    }
  }

  @Override
  public void event(RunEvent event) {
    if (add(event)) {
      tell(() -> {});
    }
  }

  /** Returns whether it is shown at once. */
  private synchronized boolean add(RunEvent event) {
    if (!record.isOpen() && event.kind() == RunEvent.Kind.BEGUN) {
      begin(); // another run of the same scenario
    }
    if (event.kind() == RunEvent.Kind.CONNECTION) {
      return false; // these are summed up
    }
    verdictSoFar.event(event);
    add(PageEvents.Line.of(event));
    return ++eventsSinceInterval <= EVENTS_AT_ONCE;
  }

  @Override
  public synchronized void connections(List<ConnectionEvent> changes) {
    PageEvents.Line.of(changes).forEach(this::add);
  }

  private void add(PageEvents.Line line) {
    events.add(line.json());
    if (events.size() > MAX_EVENTS) {
      events.subList(0, MAX_EVENTS / 2).clear();
      edition++;
    }
  }

  @Override
  public void interval(Snapshot snapshot) {
    tell(
        () -> {
          eventsSinceInterval = 0;
          verdictSoFar.interval(snapshot);
          edition += history.add(snapshot) ? 1 : 0;
        });
  }

  /** Adds what was read beside the load at one time; it is shown with the next interval. */
  public synchronized void observed(List<Observation> figures) {
    edition += observations.add(figures) ? 1 : 0;
  }

  @Override
  public void summary(Summary summary) {
    change(
        () -> {
          history.end();
          record.ended(summary);
        });
  }

  /** Adds what a step of the scenario measured. */
  public void step(StepColumns columns, List<Object> cells) {
    change(
        () -> {
          variables = columns.variableColumns();
          addRow(steps, columns.header(), cells);
        });
  }

  /** Adds a rate that a search tried. */
  public void tried(SearchTry tried) {
    change(() -> addRow(tries, SearchTry.COLUMNS, tried.cells()));
  }

  private static void addRow(List<List<String>> table, List<String> header, List<Object> cells) {
    if (table.isEmpty()) {
      table.add(header);
    }
    table.add(Csv.parse(Csv.line(cells)).get(0));
  }

  /** Adds what came of objectives. */
  public void objectives(List<ObjectiveResult> results) {
    change(() -> record.objectives(results));
  }

  /** Adds something that was found. */
  public void found(Finding finding) {
    change(() -> record.found(finding));
  }

  /** The run did not come to a summary: why, one line. */
  public void failed(String why) {
    change(() -> record.failed(why));
  }

  /** Those who are here keep what they have. */
  @Override
  public void close() {
    end(END);
  }

  private void change(Runnable change) {
    tell(
        () -> {
          change.run();
          changes++;
        });
  }

  private void tell(Runnable change) {
    synchronized (this) {
      change.run();
      news++;
      made.clear();
    }
    tell();
  }

  private String message(Position from) {
    Json json =
        new Json()
            .put("from", from.points)
            .put("eventsFrom", from.events)
            .put("observationsFrom", from.observations)
            .put("whole", from.isNone());
    if (from.changes != changes) {
      json.put("run", record.document())
          .put("accountTerms", Page.terms())
          .put("name", title())
          .put("steps", steps)
          .put("sweeps", SweepCurves.of(steps, variables))
          .put("tries", tries);
    }
    observations.addTo(json, from.observations);
    history.addTo(json, from.points, from.sums);
    Progress soFar = record.isOpen() ? progress.get() : Progress.NONE;
    json.put("verdict", verdict(soFar).json());
    return json.put("events", PageSeries.tail(events, from.events))
        .put("now", now(soFar))
        .toString();
  }

  private String title() {
    String id = description.spec().id();
    return id.isEmpty()
        ? Objects.toString(description.configuration().getOrDefault("command", "run"))
        : id;
  }

  private PageVerdict verdict(Progress soFar) {
    if (!record.isOpen()) {
      try {
        return PageVerdict.of(record.document(), history.intervals(), StepTable.of(steps));
      } catch (RunFolderException e) {
        throw new UncheckedIOException(e); // this process made the table
      }
    }
    return verdictSoFar.in(status.get(), agents.away()).weighedBy(soFar.objectives());
  }

  /** The verdict and tables beside the charts, as long as the run goes on. */
  private Json now(Progress soFar) {
    RunStatus state = status.get();
    boolean over = !record.isOpen();
    Json now = new Json();
    agents.addTo(now);
    soFar.addTo(now, over ? Optional.empty() : description.spec().left(state.sinceStartNanos()));
    return now.put("phase", over ? RunPhase.ENDED : state.phase())
        .put("sinceStartSeconds", state.sinceStartNanos() / NANOS_PER_SECOND)
        .put("durationSeconds", description.spec().duration().toNanos() / NANOS_PER_SECOND)
        .put("undo", over ? null : Undo.next(state))
        .put("workloads", state.workloads().stream().map(this::workload).toList());
  }

  private Json workload(WorkloadStatus workload) {
    TargetState target = workload.target();
    Json json =
        new Json()
            .put("name", workload.name())
            .put("mode", target.mode())
            .put("targetPerSecond", target.totalPerSecond())
            .put("targetPerWorkerPerSecond", target.perWorkerPerSecond())
            .put("inTotal", target.inTotal())
            .put("finalPerSecond", target.isUnlimited() ? null : target.finalTotalPerSecond())
            .put("rampLeftSeconds", target.rampLeft().toNanos() / NANOS_PER_SECOND)
            .put("profile", target.profile().map(LivePage::path).orElse(null))
            .put("workersUp", workload.workersUp())
            .put("workers", workload.workers());
    history.addLatest(json, workload.name());
    return json;
  }

  /** [seconds from now, per second of all workers], ... */
  private static List<List<Double>> path(Profile profile) {
    return profile.outline(POINTS_AHEAD).stream()
        .map(each -> List.of(each.seconds(), each.perSecond()))
        .toList();
  }

  private Position position() {
    return new Position(
        edition, changes, history.points(), events.size(), observations.size(), history.sums());
  }

  private String text(Position position) {
    return instance
        + position.parts().stream().map(part -> "-" + part).collect(Collectors.joining());
  }

  /** The position that a client says it has; none if that is of no use here. */
  private synchronized Position position(String id) {
    if (!id.matches(instance + "(-[0-9]{1,9}){6}")) {
      return Position.none(edition);
    }
    List<Integer> now = position().parts();
    int[] has = Stream.of(id.split("-")).skip(1).mapToInt(Integer::parseInt).toArray();
    return IntStream.range(0, has.length).allMatch(i -> has[i] <= now.get(i))
        ? new Position(has[0], has[1], has[2], has[3], has[4], has[5])
        : Position.none(edition);
  }
}
