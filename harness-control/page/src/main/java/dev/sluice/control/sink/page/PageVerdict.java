package dev.sluice.control.sink.page;

import dev.sluice.control.format.Finding;
import dev.sluice.control.format.Json;
import dev.sluice.control.format.ObjectiveResult;
import dev.sluice.control.format.ObjectiveResult.Judgement;
import dev.sluice.control.format.ObjectiveState;
import dev.sluice.control.format.ObjectiveState.Outlook;
import dev.sluice.control.format.RunDocument;
import dev.sluice.control.format.RunDocument.RunOutcome;
import dev.sluice.control.format.RunDocument.RunState;
import dev.sluice.control.format.RunDocument.WorkloadOutcome;
import dev.sluice.control.format.RunFolderException;
import dev.sluice.control.format.ScenarioDocument;
import dev.sluice.control.measure.Headline;
import dev.sluice.control.measure.Headline.Basis;
import dev.sluice.control.measure.Metric;
import dev.sluice.control.measure.RunFindings;
import dev.sluice.control.recorded.RecordedRun;
import dev.sluice.control.recorded.RecordedScenario;
import dev.sluice.control.recorded.StepTable;
import dev.sluice.core.result.Verdict;
import dev.sluice.core.run.RunStatus.RunPhase;
import dev.sluice.core.text.Figures;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The outcome of a run in one phrase, for the head of its page.
 *
 * @param level how good it is
 * @param headline the phrase
 * @param details a sentence or two that it rests on
 */
record PageVerdict(Level level, String headline, List<String> details) {

  private static final Map<Judgement, Level> LEVELS =
      Map.of(
          Judgement.MET, Level.GOOD,
          Judgement.NOT_JUDGED, Level.WARNING,
          Judgement.MISSED, Level.BAD);

  /** How good it is. */
  enum Level {
    GOOD,
    PLAIN,
    WARNING,
    BAD
  }

  /**
   * What keeps a workload from its target now.
   *
   * @param since a time of day
   * @param text the workload and why, for people
   */
  record Trouble(Verdict.Kind kind, String since, String text) {}

  /**
   * Reads it from the content of {@code run.json}.
   *
   * @param intervals how many intervals there are
   */
  static PageVerdict of(RecordedRun run, long intervals) throws IOException {
    return of(run.document(), intervals, StepTable.of(run.steps()));
  }

  static PageVerdict of(RunDocument run, long intervals, StepTable steps)
      throws RunFolderException {
    if (run.state() == RunState.FAILED) {
      return new PageVerdict(Level.BAD, "Failed", List.of(run.failure().orElse("")));
    }
    if (run.summary().isEmpty()) {
      return new PageVerdict(
          Level.WARNING,
          "Unfinished",
          List.of(
              "The run ended without a summary. All figures come from the %s intervals that it"
                      .formatted(intervals)
                  + " wrote."));
    }
    RunOutcome summary = run.summary().get();
    RunFindings plan = new RunFindings(ratios(steps), run.findings());
    Optional<PageVerdict> objectives = ofObjectives(run.objectives(), worst(steps, plan));
    return objectives
        .filter(each -> each.level != Level.GOOD)
        .orElseGet(() -> ofSummary(summary, objectives, plan));
  }

  /** The same of a run with objectives: how bad it is depends on them before its target. */
  PageVerdict weighedBy(List<ObjectiveState> objectives) {
    Outlook worst =
        objectives.stream()
            .map(ObjectiveState::state)
            .max(Comparator.naturalOrder())
            .orElse(Outlook.UNKNOWN);
    Level weighed =
        switch (worst) {
          case UNKNOWN -> level;
          case HOLDS -> level == Level.BAD ? Level.WARNING : level;
          case NEAR -> Level.WARNING;
          case MISSED -> Level.BAD;
        };
    return new PageVerdict(weighed, headline, details);
  }

  /**
   * What can be said of a run that goes on.
   *
   * @param phase where it is
   * @param hasTarget whether there is a target now
   * @param troubles what keeps workloads from their targets now
   * @param missing the workloads of which workers are missing, and how many are there
   * @param away agents that do not work, each in a sentence
   */
  static PageVerdict soFar(
      RunPhase phase,
      boolean hasTarget,
      List<Trouble> troubles,
      List<String> missing,
      List<String> away) {
    String headline = phase == RunPhase.WARMUP ? "Warming up" : words(phase);
    boolean goesOn = phase == RunPhase.RUNNING || phase == RunPhase.WARMUP;
    if (troubles.isEmpty() && goesOn && !missing.isEmpty()) {
      return new PageVerdict(
          Level.WARNING, headline + ", only " + String.join(", ", missing) + " up", away);
    }
    if (troubles.isEmpty()) {
      boolean kept = phase == RunPhase.RUNNING && hasTarget;
      return new PageVerdict(
          phase == RunPhase.RUNNING ? Level.GOOD : Level.PLAIN,
          kept ? headline + ", target kept" : headline,
          List.of());
    }
    Trouble worst = Collections.max(troubles, Comparator.comparing(Trouble::kind));
    return new PageVerdict(
        worst.kind() == Verdict.Kind.IDLE ? Level.WARNING : level(worst.kind()),
        worst.kind().lately() + " since " + worst.since(),
        Stream.concat(
                troubles.stream().map(each -> "Since " + each.since() + " " + each.text()),
                away.stream())
            .toList());
  }

  /**
   * Reads it from the content of {@code scenario.json}.
   *
   * @param steps the table of steps, its header first
   */
  static PageVerdict ofScenario(RecordedScenario scenario, List<List<String>> steps)
      throws IOException {
    StepTable table = StepTable.of(scenario);
    ScenarioDocument document = scenario.document();
    String extent =
        Figures.count(Math.max(0, steps.size() - 1), "step")
            + " measured in "
            + Figures.count(document.runs().size(), "run");
    return switch (document.state()) {
      case FAILED ->
          new PageVerdict(Level.BAD, "Failed", List.of(document.failure().orElse(""), extent));
      case RUNNING ->
          new PageVerdict(
              Level.WARNING,
              "Unfinished",
              List.of("The scenario ended before its last step: " + extent + "."));
      case DONE -> {
        String kept = targetsKept(table);
        List<String> details = new ArrayList<>(List.of(extent));
        details.addAll(texts(document.findings()));
        RunFindings plan = new RunFindings(ratios(table), document.findings());
        details.addAll(worst(table, plan));
        List<Finding> searched = plan.of(Finding.Topic.MAX_RATE);
        yield ofObjectives(document.objectives(), details)
            .filter(each -> each.level != Level.GOOD || searched.isEmpty())
            .orElseGet(
                () ->
                    searched.isEmpty()
                        ? new PageVerdict(Level.PLAIN, peak(plan).orElse(kept), details)
                        : new PageVerdict(Level.GOOD, RunFindings.maxRates(searched), details));
      }
    };
  }

  private static Optional<String> peak(RunFindings plan) {
    return plan.of(Finding.Topic.PEAK).stream()
        .max(Comparator.comparingDouble(Finding::perSecond))
        .map(each -> each.text().replaceFirst("^peak: ([^;]*).*", "Peak: $1"));
  }

  private static String targetsKept(StepTable steps) throws RunFolderException {
    int kept = 0;
    int targets = 0;
    for (StepTable.Row row : steps.rows()) {
      row.number(Metric.ACHIEVED.column()); // curves are drawn from it, so what is none is named
      if (row.number("target_per_second").orElse(0) > 0) {
        targets++;
        kept += row.number("ratio").orElse(0) >= Verdict.KEPT_RATIO ? 1 : 0;
      }
    }
    return targets == 0
        ? Verdict.Kind.UNLIMITED.headline()
        : Verdict.Kind.KEPT.headline() + " in %d of %d steps".formatted(kept, targets);
  }

  /**
   * The step that was furthest from its target, of several, if one was that was meant to reach it.
   */
  private static List<String> worst(StepTable steps, RunFindings plan) throws RunFolderException {
    return steps.rows().size() < 2 || !plan.recoveries().isEmpty()
        ? List.of()
        : steps.least("ratio").stream()
            .filter(row -> row.value() < Verdict.KEPT_RATIO)
            .map(
                row ->
                    "Worst: " + row.step() + ", " + Figures.ratio(row.value()) + " of its target")
            .toList();
  }

  private static List<Double> ratios(StepTable steps) throws RunFolderException {
    List<Double> ratios = new ArrayList<>();
    for (StepTable.Row row : steps.rows()) {
      row.number("ratio").ifPresent(ratios::add);
    }
    return ratios;
  }

  Json json() {
    return new Json().put("level", level).put("headline", headline).put("details", details);
  }

  private static List<String> texts(List<Finding> findings) {
    return findings.stream().map(Finding::text).toList();
  }

  private static PageVerdict ofSummary(
      RunOutcome summary, Optional<PageVerdict> met, RunFindings plan) {
    List<String> details = new ArrayList<>(summary.failures());
    Set<Verdict.Kind> kinds = EnumSet.of(Verdict.Kind.UNLIMITED);
    for (WorkloadOutcome workload : summary.workloads()) {
      kinds.add(workload.verdict());
      details.add(
          workload.name()
              + ": "
              + workload.explanation()
              + workload.ofAllDue().map(beyondDone -> "; " + beyondDone).orElse(""));
    }
    Headline headline = plan.headline(summary.clean(), kinds);
    Verdict.Kind worst = Verdict.worst(kinds);
    boolean ofTargets = headline.basis() == Basis.DISTURBANCE || headline.basis() == Basis.TARGETS;
    if (ofTargets && met.isPresent() && worst != Verdict.Kind.HARNESS_LIMITED) {
      details.addAll(0, met.get().details);
      return new PageVerdict(Level.GOOD, met.get().headline, details);
    }
    return switch (headline.basis()) {
      case FAULTS -> new PageVerdict(Level.BAD, headline.text(), details);
      case SEARCH ->
          new PageVerdict(Level.GOOD, headline.text(), texts(plan.of(Finding.Topic.MAX_RATE)));
      case DISTURBANCE -> {
        details.add(0, "The plan disturbed this run, so the figures of the whole run fall short:");
        yield new PageVerdict(Level.PLAIN, headline.text(), details);
      }
      case TARGETS -> new PageVerdict(level(worst), headline.text(), details);
    };
  }

  private static Level level(Verdict.Kind kind) {
    return switch (kind) {
      case KEPT -> Level.GOOD;
      case UNLIMITED, IDLE -> Level.PLAIN;
      case SATURATED -> Level.WARNING;
      default -> Level.BAD;
    };
  }

  private static String words(Enum<?> kind) {
    String name = kind.name().replace('_', ' ');
    return name.charAt(0) + name.substring(1).toLowerCase(Locale.ROOT);
  }

  /**
   * What came of its objectives, if it has any: those that were not met, and what else there is.
   */
  private static Optional<PageVerdict> ofObjectives(
      List<ObjectiveResult> results, List<String> others) {
    if (results.isEmpty()) {
      return Optional.empty();
    }
    Stream<String> missed =
        results.stream()
            .filter(each -> !each.met())
            .map(each -> each.objective() + ": found " + each.found());
    return Optional.of(
        new PageVerdict(
            LEVELS.get(Judgement.of(results)),
            ObjectiveResult.headline(results),
            Stream.concat(missed, others.stream()).toList()));
  }
}
