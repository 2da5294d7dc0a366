package dev.sluice.control.analysis.rehearsal;

import static dev.sluice.core.time.Nanos.NANOS_PER_SECOND;

import dev.sluice.control.analysis.rehearsal.Certificate.Distribution;
import dev.sluice.control.analysis.rehearsal.Rehearsal.Part;
import dev.sluice.control.format.Csv;
import dev.sluice.control.format.Json;
import dev.sluice.control.format.ObjectiveResult;
import dev.sluice.control.format.RunDocument;
import dev.sluice.control.format.RunDocument.RunSetup;
import dev.sluice.control.format.RunFiles;
import dev.sluice.control.format.TableDigest;
import dev.sluice.core.text.Figures;
import dev.sluice.estimates.OrderStatistics;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * A certificate for people and programs.
 *
 * @param plan the file that was played, with its digest
 * @param settings what replaced values of it
 * @param run that it is of
 */
public record CertificateReport(
    Certificate certificate, TableDigest plan, List<String> settings, RunDocument run) {

  public static final String JSON = "certificate.json";
  public static final String CSV = "faults.csv";
  public static final String PAGE = "certificate.html";

  private static final String NONE = "-";
  private static final String NOT_BACK = "not back";
  private static final String NOT_JUDGED = "not judged";

  public List<ObjectiveResult> objectives() {
    return certificate.judged();
  }

  /** The gravest of what was judged. */
  public ObjectiveResult.Outcome outcome() {
    return ObjectiveResult.Outcome.of(objectives());
  }

  /** The outcome in a phrase. */
  public String headline() {
    String after = " after " + Figures.count(certificate.rehearsal().faults().size(), "fault");
    return switch (outcome()) {
      case MET -> "All objectives held" + after;
      case NOT_JUDGED -> "Cannot be judged" + after;
      case MISSED -> "Objectives were missed" + after;
    };
  }

  /** A table for people, the titles first. */
  public List<List<String>> faults() {
    List<List<String>> rows = new ArrayList<>();
    rows.add(cells("fault", List.of(), figure -> figure.label() + (figure.isTime() ? " s" : "")));
    parts((name, part) -> rows.add(cells(name, List.of(), figure -> shown(figure, part))));
    return rows;
  }

  private void parts(BiConsumer<String, Part> consumer) {
    consumer.accept("before", certificate.rehearsal().before());
    List<Part> faults = certificate.rehearsal().faults();
    for (int i = 0; i < faults.size(); i++) {
      consumer.accept((i + 1) + " " + faults.get(i).name(), faults.get(i));
    }
  }

  private static <T> List<T> cells(T name, List<T> more, Function<FaultFigure, T> figures) {
    List<T> cells = new ArrayList<>();
    cells.add(name);
    cells.addAll(more);
    Stream.of(FaultFigure.values()).map(figures).forEach(cells::add);
    return cells;
  }

  private String shown(FaultFigure figure, Part part) {
    Long value = part.figures().get(figure);
    if (value == null) {
      return NONE;
    }
    if (!figure.isTime() || value == FaultFigure.NOT_JUDGED) {
      return figure.isTime() ? NOT_JUDGED : Figures.count(value);
    }
    long unseenNanos = certificate.rehearsal().unseenNanos();
    return value == 0 && unseenNanos > 0
        ? "< " + seconds((double) unseenNanos)
        : seconds(Certificate.nanos(value));
  }

  private static String seconds(double nanos) {
    return nanos == Double.POSITIVE_INFINITY
        ? NOT_BACK
        : Figures.text("%,.2f", nanos / NANOS_PER_SECOND);
  }

  /** The same of what holds beyond these faults. */
  public List<List<String>> times() {
    List<List<String>> rows = new ArrayList<>();
    String share = Figures.percent(certificate.wanted().share());
    rows.add(List.of("fault", "time s", "faults", "median", "worst", share + " are below"));
    for (Distribution each : certificate.times()) {
      rows.add(
          List.of(
              each.fault(),
              each.time().label(),
              Figures.count(each.count()),
              seconds(each.median().value())
                  + (each.median().known()
                      ? " (%s to %s)"
                          .formatted(seconds(each.median().low()), seconds(each.median().high()))
                      : ""),
              seconds(each.worst()),
              each.bound()
                      .map(
                          bound ->
                              seconds(bound.value()) + ", " + Figures.certainty(bound.confidence()))
                      .orElse("cannot be said from " + each.count())
                  + needed(each)));
    }
    return rows;
  }

  private String needed(Distribution of) {
    Certificate.Wanted wanted = certificate.wanted();
    int needed = OrderStatistics.needed(wanted.share(), wanted.confidence());
    return of.count() >= needed
        ? ""
        : "; %s takes %d".formatted(Figures.percent(wanted.confidence()), needed);
  }

  /** What an outage is, in a sentence. */
  public String outage() {
    return certificate.rehearsal().lateNanos().stream()
        .mapToObj(
            nanos ->
                ("In an outage, workers of more than 1 %% of the rate have a message to do that takes"
                        + " more than %s; it goes on if the rate is away again within a second, for longer"
                        + " than it was back and for 0.2 s at least.")
                    .formatted(Figures.latency(nanos)))
        .findFirst()
        .orElse("");
  }

  /** Standstills of the harness, which are no outages, one line each with the fault. */
  public List<String> standstills() {
    List<String> lines = new ArrayList<>();
    parts((name, part) -> part.standstills().forEach(each -> lines.add(name + ": " + each)));
    return lines;
  }

  /** What is lost at most, in sentences. */
  public List<String> loss() {
    return List.of(certificate.lossOfMessages(), certificate.lossyFaults());
  }

  /** The faults as comma-separated values, times in milliseconds. */
  public String csv() {
    StringBuilder lines = new StringBuilder();
    lines.append(
        Csv.line(
            cells(
                "fault",
                List.of("at"),
                figure -> figure.column() + (figure.isTime() ? "_ms" : ""))));
    parts(
        (name, part) ->
            lines.append(
                Csv.line(
                    cells(name, List.of(part.at().toString()), figure -> value(figure, part)))));
    return lines.toString();
  }

  private static Object value(FaultFigure figure, Part part) {
    Long value = part.figures().get(figure);
    if (value == null || !figure.isTime()) {
      return value;
    }
    return value == FaultFigure.NOT_JUDGED ? NOT_JUDGED : millis(Certificate.nanos(value));
  }

  /** All of it, for programs. */
  public Json json() {
    Certificate.Wanted wanted = certificate.wanted();
    List<Json> parts = new ArrayList<>();
    parts(
        (name, part) -> {
          Json json = new Json().put("fault", name).put("at", part.at().toString());
          for (FaultFigure figure : FaultFigure.values()) {
            json.put(figure.key() + (figure.isTime() ? "Millis" : ""), value(figure, part));
          }
          parts.add(json);
        });
    RunSetup setup = run.setup();
    return new Json()
        .put("format", RunFiles.FORMAT)
        .put("outcome", outcome())
        .put("headline", headline())
        .put("plan", plan.location())
        .put("planSha256", plan.sha256())
        .put("settings", settings)
        .put("share", wanted.share())
        .put("confidence", wanted.confidence())
        .put("objectives", objectives())
        .put("faults", parts)
        .put("outage", outage())
        .put("standstills", standstills())
        .put("unseenMillis", millis((double) certificate.rehearsal().unseenNanos()))
        .put("times", certificate.times().stream().map(CertificateReport::json).toList())
        .put("loss", loss())
        .put("id", run.id())
        .put("created", run.created())
        .put("versions", setup.versions().orElse(null))
        .put("host", setup.host())
        .put("provider", setup.provider().orElse(null))
        .put("configuration", setup.configuration())
        .put("labels", setup.labels().orElse(null));
  }

  private static Json json(Distribution of) {
    Json json =
        new Json()
            .put("fault", of.fault())
            .put("time", of.time().key())
            .put("count", of.count())
            .put("medianMillis", millis(of.median().value()))
            .put("medianMillisLow", millis(of.median().low()))
            .put("medianMillisHigh", millis(of.median().high()))
            .put("worstMillis", millis(of.worst()));
    of.bound()
        .ifPresent(
            bound ->
                json.put("boundMillis", millis(bound.value()))
                    .put("boundConfidence", bound.confidence()));
    return json;
  }

  private static Object millis(double nanos) {
    return nanos == Double.POSITIVE_INFINITY ? NOT_BACK : Csv.millis(nanos);
  }
}
