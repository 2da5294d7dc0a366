package dev.sluice.control.process;

import dev.sluice.control.format.ObjectiveResult;
import dev.sluice.control.measure.Precision;
import dev.sluice.control.measure.UntilKnown;
import dev.sluice.control.sink.console.ConsoleReporter.SummaryForm;
import dev.sluice.control.sink.console.LiveBar;
import dev.sluice.control.sink.console.LiveBar.ProgressBar;
import dev.sluice.control.sink.console.Terminal;
import dev.sluice.core.bus.Sink;
import dev.sluice.core.result.Summary;
import dev.sluice.core.run.Run;
import dev.sluice.core.run.RunExecution.StartFailedException;
import dev.sluice.core.run.RunSpec;
import dev.sluice.core.worker.WorkerFactory;
import dev.sluice.jms.provider.Failure;
import dev.sluice.jms.provider.JmsProvider;
import dev.sluice.jms.tracking.Delivery;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/** A process with one run, whose provider is open. */
public final class RunProcess extends HarnessProcess {

  private final RunSpec spec;
  private final List<Precision> until;
  private final JmsProvider provider;
  private final Endpoints endpoints;
  private final Sink console;
  private final Optional<Results> results;
  private final Delivery deliveries;
  private final Supplier<WorkerFactory> practising;

  /**
   * @param until figures that must be known when it ends
   * @param console prints how the run goes
   * @param summaries what it prints at the end
   * @param results the run's folder, if it has one
   * @param deliveries the account of what is sent and received
   * @param practising gives workers like those of the run, which do no harm
   */
  public RunProcess(
      RunSpec spec,
      List<Precision> until,
      JmsProvider provider,
      Endpoints endpoints,
      Terminal terminal,
      Sink console,
      SummaryForm summaries,
      Optional<Results> results,
      Delivery deliveries,
      Supplier<WorkerFactory> practising) {
    super(terminal, summaries);
    this.spec = spec;
    this.until = until;
    this.provider = provider;
    this.endpoints = endpoints;
    this.console = console;
    this.results = results;
    this.deliveries = deliveries;
    this.practising = practising;
  }

  @Override
  int play() throws StartFailedException, InterruptedException, IOException {
    List<Sink> sinks = new ArrayList<>(List.of(console));
    results.ifPresent(
        each -> {
          records(each);
          sinks.add(each.folder());
        });
    prime(spec.workers(), practising);
    Run run = new Run(spec, sinks);
    UntilKnown known = UntilKnown.of(until, spec, run);
    ends(run.control(), run);
    endpoints.open(run.control(), spec.id(), terminal, open::push);
    if (terminal.interactive() && !spec.duration().isZero()) {
      ProgressBar bar = new ProgressBar(spec.duration());
      open.push(
          new LiveBar(
              terminal,
              () -> {
                long elapsedNanos = run.control().status().sinceStartNanos();
                return elapsedNanos > 0 ? bar.after(Duration.ofNanos(elapsedNanos)) : "";
              }));
    }
    Summary summary = run.execute();
    if (!summary.scheduleStarted()) {
      terminal.line("stopped before all workers were connected");
      return ExitCode.NO_CONNECTION;
    }
    List<ObjectiveResult> found =
        concluded("how well figures are known", () -> known.judge(summary));
    found.forEach(each -> terminal.line("  " + each.line()));
    results.ifPresent(each -> each.folder().objectives(found));
    return ExitCode.of(
        ObjectiveResult.Judgement.of(found), summary.clean() && deliveries.complete());
  }

  @Override
  Failure explain(StartFailedException e) {
    return provider.explain(e.getCause());
  }
}
