package dev.sluice.control.sink.page;

import dev.sluice.control.analysis.compare.Comparison;
import dev.sluice.control.analysis.compare.Comparison.Design;
import dev.sluice.control.analysis.compare.Comparison.Side;
import dev.sluice.control.analysis.compare.RunFigures;
import dev.sluice.control.catalogue.BadFilterException;
import dev.sluice.control.catalogue.Catalogue;
import dev.sluice.control.catalogue.RunColumn;
import dev.sluice.control.catalogue.RunEntry;
import dev.sluice.control.catalogue.RunFilter;
import dev.sluice.control.catalogue.RunQuery;
import dev.sluice.control.catalogue.RunTable;
import dev.sluice.control.catalogue.WorkloadFigure;
import dev.sluice.control.endpoint.access.AccessTokens.Role;
import dev.sluice.control.endpoint.http.HttpCall;
import dev.sluice.control.endpoint.http.HttpCall.BadRequestException;
import dev.sluice.control.endpoint.http.HttpReply;
import dev.sluice.control.endpoint.http.HttpRoute;
import dev.sluice.control.format.Json;
import dev.sluice.control.recorded.RecordedRun;
import dev.sluice.estimates.Estimate;
import dev.sluice.estimates.Estimated;
import dev.sluice.estimates.Interval;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;

/**
 * The catalogue in a browser: a page with the list of runs and a figure over time, one of a run,
 * one of runs that are compared, and what they ask for. It only reads. Any thread.
 */
public final class CatalogueSite {

  private static final int MOST_LISTED = 500;
  private static final int MOST_COMPARED = 8;

  /**
   * The newest of the same plan, of which some may allow no conclusion: an answer takes a second.
   */
  private static final int MOST_OPENED = 100;

  /** Of the newest runs: more points than that are no curve any more. */
  private static final int MOST_IN_A_TREND = 2_000;

  private static final int FEWEST_IN_A_BAND = 5;
  private static final int MOST_VALUES_OF_A_LABEL = 12;
  private static final double THRESHOLD_PERCENT = 5;

  private static final WebFile CATALOGUE_JS =
      WebFile.script("/catalogue.js", Page.scripts("token.js", "site.js", "catalogue.js"));

  /** Gets what a report or a comparison shows, then the script that shows it. */
  private static final WebFile SHOWN_JS =
      WebFile.script("/shown.js", List.of("token.js", "site.js", "shown.js"));

  private final Catalogue catalogue;
  private volatile Json reading; // null while the list is up to date

  public CatalogueSite(Catalogue catalogue) {
    this.catalogue = catalogue;
  }

  /** Shows how far the list is, until all is read. */
  public void progress(int done, int all) {
    reading = done == all ? null : new Json().put("done", done).put("all", all);
  }

  /** The pages, the files they need, and the interface they ask. */
  public List<HttpRoute> routes() {
    return List.of(
        WebFile.pageOf("/", CATALOGUE_JS),
        WebFile.pageOf("/report", SHOWN_JS),
        WebFile.pageOf("/compare", SHOWN_JS),
        WebFile.style("/page.css", "uplot/uPlot.min.css", "page.css", "site.css").route(),
        CATALOGUE_JS.route(),
        SHOWN_JS.route(),
        WebFile.script("/view/report.js", ReportPage.SCRIPTS).route(),
        WebFile.script("/view/compare.js", ComparisonPage.SCRIPTS).route(),
        asked("/runs", this::runs),
        asked("/labels", call -> about()),
        asked("/trend", this::trend),
        asked("/report", this::report),
        asked("/compare", this::compare),
        HttpRoute.get("/healthz", Role.ANYBODY, call -> HttpReply.of(HttpReply.PLAIN, "ok\n")));
  }

  /** Answers a question about runs. */
  @FunctionalInterface
  private interface Question {
    Json answer(HttpCall call) throws BadRequestException, BadFilterException, IOException;
  }

  private static HttpRoute asked(String path, Question question) {
    return HttpRoute.get(
        "/api/v1" + path,
        Role.WATCH,
        call -> {
          try {
            return HttpReply.json(question.answer(call));
          } catch (BadFilterException | IOException e) {
            throw new BadRequestException(e.getMessage());
          }
        });
  }

  private Json about() {
    Json labels = new Json();
    for (Map.Entry<String, Set<String>> label : catalogue.labels().entrySet()) {
      labels.put(label.getKey(), label.getValue().stream().limit(MOST_VALUES_OF_A_LABEL).toList());
    }
    Path name = catalogue.root().getFileName();
    return new Json()
        .put("name", name == null ? catalogue.root().toString() : name.toString())
        .put("labels", labels)
        .put("figures", WorkloadFigure.ALL.stream().map(WorkloadFigure::column).toList());
  }

  private Json runs(HttpCall call) throws BadRequestException, BadFilterException {
    String sort = call.query().getOrDefault("sort", RunColumn.CREATED.word());
    RunColumn column =
        RunColumn.named(sort)
            .orElseThrow(() -> new BadRequestException("there is no column " + sort));
    RunQuery query =
        new RunQuery(
            filters(call),
            column,
            Boolean.parseBoolean(call.query().getOrDefault("reverse", "true")),
            (int) Math.max(1, Math.min(MOST_LISTED, call.count("limit").orElse(50L))),
            (int) Math.min(Integer.MAX_VALUE, call.count("offset").orElse(0L)));
    Json found =
        new Json()
            .put("runs", catalogue.list(query).stream().map(CatalogueSite::listed).toList())
            .put("total", catalogue.count(query));
    Json now = reading;
    return now == null ? found : found.put("reading", now);
  }

  private static Json listed(RunEntry run) {
    return run.json().put("outcome", RunTable.verdict(run));
  }

  private Json trend(HttpCall call) throws BadRequestException, BadFilterException {
    String name = call.query().getOrDefault("figure", "latency_p99_ms");
    WorkloadFigure figure =
        WorkloadFigure.named(name)
            .orElseThrow(() -> new BadRequestException("there is no figure " + name));
    RunQuery newest = new RunQuery(filters(call), RunColumn.CREATED, true, MOST_IN_A_TREND, 0);
    List<Json> points = new ArrayList<>();
    Map<String, DoubleStream.Builder> values = new LinkedHashMap<>();
    for (Catalogue.TrendPoint point : catalogue.trend(newest, figure)) {
      points.add(
          new Json()
              .put("path", point.path())
              .put("created", point.created().toString())
              .put("workload", point.workload())
              .put("value", point.value()));
      if (!point.limited()) {
        values
            .computeIfAbsent(point.workload(), workload -> DoubleStream.builder())
            .add(point.value());
      }
    }
    Json bands = new Json();
    values.forEach((workload, all) -> addBand(bands, workload, all.build().toArray()));
    return new Json().put("figure", name).put("points", points).put("bands", bands);
  }

  /**
   * Where the next run of a workload lies if nothing changed, and the harness does not limit it.
   */
  private static void addBand(Json bands, String workload, double[] values) {
    if (values.length >= FEWEST_IN_A_BAND) {
      Interval next = Estimate.ofNext(Estimated.LEVEL, values);
      bands.put(workload, List.of(next.low(), next.high()));
    }
  }

  /** One filter in each line of {@code where}, besides the words of {@code search}. */
  private static List<Predicate<RunEntry>> filters(HttpCall call) throws BadFilterException {
    List<Predicate<RunEntry>> filters =
        new ArrayList<>(RunFilter.search(call.query().getOrDefault("search", "")));
    for (String filter : lines(call, "where")) {
      filters.add(RunFilter.parse(filter));
    }
    return filters;
  }

  private static List<String> lines(HttpCall call, String name) {
    return call.query()
        .getOrDefault(name, "")
        .lines()
        .filter(line -> !line.isBlank())
        .distinct()
        .toList();
  }

  private Json report(HttpCall call) throws BadRequestException, IOException {
    return shown(ReportPage.data(open(call.query().getOrDefault("run", ""))));
  }

  private Json compare(HttpCall call) throws BadRequestException, IOException {
    List<String> paths = lines(call, "runs");
    if (paths.size() < 2 || paths.size() > MOST_COMPARED) {
      throw new BadRequestException(
          "2 to " + MOST_COMPARED + " runs can be compared, the baseline first");
    }
    Map<String, RecordedRun> runs = new LinkedHashMap<>();
    List<Side> sides = new ArrayList<>();
    for (String path : paths) {
      RecordedRun run = open(path);
      runs.put(path, run);
      sides.add(new Side(path, List.of(RunFigures.of(run, path))));
    }
    List<Path> folders = runs.values().stream().map(RecordedRun::folder).toList();
    RecordedRun baseline = runs.get(paths.get(0));
    List<RunFigures> others = RunFigures.ofSamePlan(baseline, folders, beside(baseline));
    Comparison comparison = Comparison.of(Design.RUN, sides, THRESHOLD_PERCENT, others);
    return shown(ComparisonPage.data(runs, comparison.json()));
  }

  /** Folders beside a run's of which the list says that they may be of the same plan. */
  private Stream<Path> beside(RecordedRun run) {
    Path folder = run.folder().getParent();
    List<Predicate<RunEntry>> alike =
        List.of(
            each -> each.text(RunColumn.ID).equals(run.document().id()),
            each -> folder.equals(folder(each.path()).getParent()));
    return catalogue.list(new RunQuery(alike, RunColumn.CREATED, true, MOST_OPENED, 0)).stream()
        .map(each -> folder(each.path()));
  }

  private Path folder(String path) {
    return catalogue.root().resolve(path);
  }

  private static Json shown(Json data) {
    return data.put("accountTerms", Page.terms());
  }

  /** Opens a run that is listed; nothing else in the file system can be named. */
  private RecordedRun open(String path) throws BadRequestException, IOException {
    if (!catalogue.has(path)) {
      throw new BadRequestException("there is no run " + path);
    }
    return RecordedRun.open(folder(path));
  }
}
