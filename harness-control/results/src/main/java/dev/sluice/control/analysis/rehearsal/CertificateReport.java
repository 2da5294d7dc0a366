package dev.sluice.control.analysis.rehearsal;

import static dev.sluice.core.time.Nanos.NANOS_PER_SECOND;

import dev.sluice.control.analysis.rehearsal.Certificate.Distribution;
import dev.sluice.control.analysis.rehearsal.Rehearsal.Episode;
import dev.sluice.control.format.Csv;
import dev.sluice.control.format.Json;
import dev.sluice.control.format.ObjectiveResult;
import dev.sluice.control.format.RunDocument;
import dev.sluice.control.format.RunDocument.RunSetup;
import dev.sluice.control.format.RunFiles;
import dev.sluice.control.format.Table;
import dev.sluice.control.format.TableDigest;
import dev.sluice.core.text.Figures;
import dev.sluice.estimates.Interval;
import dev.sluice.estimates.OrderStatistics;
import java.util.ArrayList;
import java.util.List;

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

  private static final String NOT_BACK = "not back";
  private static final String NOT_JUDGED = "not judged";

  public List<ObjectiveResult> objectives() {
    return certificate.judged();
  }

  /** The gravest of what was judged. */
  public ObjectiveResult.Judgement outcome() {
    return ObjectiveResult.Judgement.of(objectives());
  }

  /** The outcome in a phrase. */
  public String headline() {
    int faults = certificate.rehearsal().faults().size();
    return ObjectiveResult.headline(objectives()) + " after " + Figures.count(faults, "fault");
  }

  /** For people: what happened, what holds beyond these faults, and what came of it. */
  public List<String> lines() {
    List<String> lines = new ArrayList<>(List.of(""));
    lines.addAll(faultTable().lines(parts()));
    lines.add("");
    lines.addAll(timeTable().lines(certificate.times()));
    lines.add("");
    lines.addAll(standstills());
    lines.addAll(loss());
    objectives().forEach(each -> lines.add(each.line()));
    return lines;
  }

  /** The faults as cells for people, the titles first. */
  public List<List<String>> faults() {
    return faultTable().texts(parts());
  }

  /** Recovery times as cells for people, the titles first. */
  public List<List<String>> times() {
    return timeTable().texts(certificate.times());
  }

  /** The faults as comma-separated values, times in milliseconds. */
  public String csv() {
    return faultTable().csv(parts());
  }

  /** A part of the run, under the name that tells it from others. */
  private record LabelledPart(String name, Episode part) {}

  private List<LabelledPart> parts() {
    List<LabelledPart> parts = new ArrayList<>();
    parts.add(new LabelledPart("before", certificate.rehearsal().before()));
    for (Episode fault : certificate.rehearsal().faults()) {
      parts.add(new LabelledPart(parts.size() + " " + fault.name(), fault));
    }
    return parts;
  }

  private Table<LabelledPart> faultTable() {
    Table<LabelledPart> table =
        new Table<LabelledPart>()
            .left("fault", LabelledPart::name)
            .value("at", each -> each.part.at());
    for (FaultFigure figure : FaultFigure.values()) {
      table =
          table
              .right(
                  figure.label() + (figure.isTime() ? " s" : ""), each -> shown(figure, each.part))
              .as(
                  figure.column() + (figure.isTime() ? "_ms" : ""),
                  each -> value(figure, each.part));
    }
    return table;
  }

  private String shown(FaultFigure figure, Episode episode) {
    Long value = episode.figures().get(figure);
    if (value == null) {
      return null;
    }
    if (!figure.isTime()) {
      return Figures.count(value);
    }
    if (value == FaultFigure.NOT_JUDGED) {
      return NOT_JUDGED;
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

  private Table<Distribution> timeTable() {
    return new Table<Distribution>()
        .left("fault", Distribution::fault)
        .right("time s", each -> each.time().label())
        .as("time", each -> each.time().key())
        .right("faults", each -> Figures.count(each.count()))
        .as("count", Distribution::count)
        .right("median", CertificateReport::median)
        .as("median_ms", each -> millis(each.median().value()))
        .value("median_millis_low", each -> millis(each.median().low()))
        .value("median_millis_high", each -> millis(each.median().high()))
        .right("worst", each -> seconds(each.worst()))
        .as("worst_ms", each -> millis(each.worst()))
        .right(
            Figures.percent(certificate.wanted().share()) + " are below",
            each -> bound(each) + needed(each))
        .as("bound_ms", each -> each.bound().map(bound -> millis(bound.value())).orElse(null))
        .value(
            "bound_confidence",
            each -> each.bound().map(OrderStatistics.Bound::confidence).orElse(null));
  }

  private static String median(Distribution of) {
    Interval median = of.median();
    String range = " (%s to %s)".formatted(seconds(median.low()), seconds(median.high()));
    return seconds(median.value()) + (median.known() ? range : "");
  }

  private static String bound(Distribution of) {
    return of.bound()
        .map(bound -> seconds(bound.value()) + ", " + Figures.certainty(bound.confidence()))
        .orElse("cannot be said from " + of.count());
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
    return parts().stream()
        .flatMap(each -> each.part.standstills().stream().map(why -> each.name + ": " + why))
        .toList();
  }

  /** What is lost at most, in sentences. */
  public List<String> loss() {
    return List.of(certificate.lossOfMessages(), certificate.lossyFaults());
  }

  private static Object value(FaultFigure figure, Episode episode) {
    Long value = episode.figures().get(figure);
    if (value == null || !figure.isTime()) {
      return value;
    }
    return value == FaultFigure.NOT_JUDGED ? NOT_JUDGED : millis(Certificate.nanos(value));
  }

  /** All of it, for programs. */
  public Json json() {
    Certificate.Wanted wanted = certificate.wanted();
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
        .put("faults", parts().stream().map(faultTable()::json).toList())
        .put("outage", outage())
        .put("standstills", standstills())
        .put("unseenMillis", millis((double) certificate.rehearsal().unseenNanos()))
        .put("times", certificate.times().stream().map(timeTable()::json).toList())
        .put("loss", loss())
        .put("id", run.id())
        .put("created", run.created())
        .put("versions", setup.versions().orElse(null))
        .put("host", setup.host())
        .put("provider", setup.provider().orElse(null))
        .put("configuration", setup.configuration())
        .put("labels", setup.labels().orElse(null));
  }

  private static Object millis(double nanos) {
    return nanos == Double.POSITIVE_INFINITY ? NOT_BACK : Csv.millis(nanos);
  }
}
