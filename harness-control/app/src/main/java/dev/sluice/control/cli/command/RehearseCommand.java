package dev.sluice.control.cli.command;

import dev.sluice.control.analysis.rehearsal.Certificate;
import dev.sluice.control.analysis.rehearsal.CertificateReport;
import dev.sluice.control.analysis.rehearsal.Rehearsal;
import dev.sluice.control.cli.option.CommandPart;
import dev.sluice.control.format.ObjectiveResult;
import dev.sluice.control.format.ObjectiveResult.Judgement;
import dev.sluice.control.format.RunDocument;
import dev.sluice.control.format.RunFiles;
import dev.sluice.control.format.RunFolderException;
import dev.sluice.control.format.TableDigest;
import dev.sluice.control.process.ExitCode;
import dev.sluice.control.recorded.RecordedRun;
import dev.sluice.control.scenario.model.Scenario;
import dev.sluice.control.scenario.step.FaultStep;
import dev.sluice.control.sink.page.CertificatePage;
import dev.sluice.core.bus.Conclusion;
import dev.sluice.core.text.Quantities;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Plays a plan with faults, and certifies how long they stop the work and what is lost. */
@Command(
    description = {
      "Play a plan with faults, and certify how long they stop the work and what is lost.",
      "Each 'fault' step is timed from its begin, to a message. Workloads need 'verify: true' and",
      "'history: true'. Writes certificate.json, faults.csv and certificate.html, a page to sign,"
          + " beside",
      "the results of the run.",
      "Exit code 0: all objectives held; 1: one did not; 5: one cannot be judged."
    },
    footer = {
      "  sluice rehearse config/rehearse/simulated.yaml --out results/rehearsal",
      "  sluice rehearse plan.yaml --set vars.times=59 --outage 10s \\",
      "      --loss 1e-6 --out results/rehearsal"
    })
final class RehearseCommand extends CommandPart implements Callable<Integer> {

  @Mixin StudyOptions plan;

  @Option(
      names = "--outage",
      paramLabel = "TIME",
      description = "Most outages must be shorter than this; see --share.")
  Duration outage;

  @Option(
      names = "--share",
      paramLabel = "SHARE",
      defaultValue = "95%",
      description = "The share of outages that a bound is for (default ${DEFAULT-VALUE}).")
  String share;

  @Option(
      names = "--confidence",
      paramLabel = "SHARE",
      defaultValue = "95%",
      description = "Conclude with this confidence (default ${DEFAULT-VALUE}).")
  String confidence;

  @Option(
      names = "--loss",
      paramLabel = "SHARE",
      defaultValue = "0",
      description = "Fewer messages than this share must be lost, such as 1e-6 (default: none).")
  String loss;

  @Override
  public Integer call() throws IOException, InterruptedException {
    Certificate.Wanted wanted =
        new Certificate.Wanted(
            within("--share", share, 0.01),
            within("--confidence", confidence, 0.5),
            outage == null ? OptionalLong.empty() : OptionalLong.of(outage.toNanos()),
            within("--loss", loss, 0));
    try {
      Scenario scenario = plan.read(plan.settingsAnd("run.out=" + plan.out));
      if (scenario.steps().stream().noneMatch(FaultStep.class::isInstance)) {
        throw refusal("Scenario " + plan.file + " makes no fault; add a step 'fault: NAME'");
      }
      if (scenario.workloadSets().get(0).stream()
          .noneMatch(each -> each.section().flag("history", false))) {
        throw refusal("Scenario " + plan.file + " has no workload with 'history: true'");
      }
      TableDigest digest = TableDigest.of(plan.file); // nobody knows who edits it meanwhile
      int played = new ScenarioPlay(this).alone(scenario, Optional.empty());
      boolean begun = Files.isRegularFile(plan.out.resolve(RunFiles.RUN));
      return begun && played != ExitCode.USAGE && played != ExitCode.NO_CONNECTION
          ? certify(scenario.name(), digest, wanted)
          : played;
    } catch (RunFolderException e) {
      complain(e.getMessage());
      return ExitCode.FAILED_RUN;
    }
  }

  private double within(String option, String text, double least) {
    double value = valid(option, () -> Quantities.share(text));
    if (!(value >= least && value < 1)) {
      throw invalid(option, "'%s' is not within %s and 1".formatted(text, least));
    }
    return value;
  }

  private int certify(String name, TableDigest digest, Certificate.Wanted wanted)
      throws IOException {
    RecordedRun run = RecordedRun.open(plan.out);
    try {
      return certify(name, digest, wanted, run);
    } catch (RuntimeException | AssertionError | StackOverflowError e) { // a defect of the harness
      String failure = "the certificate could not be made: " + Conclusion.traced(e);
      run.write("failure.txt", failure + "\n");
      complain(failure);
      return ExitCode.FAILED_RUN;
    }
  }

  private int certify(String name, TableDigest digest, Certificate.Wanted wanted, RecordedRun run)
      throws IOException {
    CertificateReport report =
        new CertificateReport(
            new Certificate(Rehearsal.of(run), wanted, ofPlan(run.document())),
            digest,
            plan.settings.stream().map(secrets()::mask).toList(),
            run.document());
    run.write(CertificateReport.JSON, report.json().pretty() + "\n");
    run.write(CertificateReport.CSV, report.csv());
    run.write(CertificateReport.PAGE, CertificatePage.of(name, report));
    report.lines().forEach(this::say);
    say(report.headline() + ": " + plan.out.resolve(CertificateReport.PAGE));
    return switch (report.outcome()) {
      case MET -> ExitCode.OK;
      case NOT_JUDGED -> ExitCode.OBJECTIVES_NOT_JUDGED;
      case MISSED -> ExitCode.FAILED_RUN;
    };
  }

  /** What came of the objectives of the plan, and whether all of its steps were done. */
  private static List<ObjectiveResult> ofPlan(RunDocument run) {
    List<ObjectiveResult> all = new ArrayList<>(run.objectives());
    run.failure()
        .ifPresent(why -> all.add(new ObjectiveResult("all steps done", Judgement.MISSED, why)));
    return all;
  }
}
