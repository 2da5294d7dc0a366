package dev.sluice.control.cli;

import dev.sluice.control.report.ConsoleReporter;
import dev.sluice.control.report.Terminal;
import dev.sluice.control.results.folder.Environment;
import dev.sluice.control.results.folder.RunDescription;
import dev.sluice.control.results.folder.RunFolderException;
import dev.sluice.core.run.Reporter;
import dev.sluice.core.run.RunSpec;
import dev.sluice.core.run.WorkloadSpec;
import dev.sluice.core.worker.WorkerFactory;
import dev.sluice.jms.provider.JmsProvider;
import dev.sluice.jms.worker.NullWorkerFactory;
import java.io.IOException;
import java.time.ZoneId;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/**
 * A process with one workload, as in the older tools: what senders and receivers have in common.
 */
abstract class WorkloadCommand implements Callable<Integer> {

  @Spec CommandSpec command;

  @Mixin WorkloadOptions workload;

  @Mixin RunOptions options;

  @Mixin DestinationOptions destinations;

  @Mixin ProviderOptions provider;

  @Override
  public Integer call() throws IOException, InterruptedException {
    if (provider.isNull()) {
      provider.ibmMq.rejectUnless(false);
      return run(new NullWorkerFactory(), "null, which does nothing", NullFailures::explain);
    }
    try (JmsProvider jms = provider.open()) {
      return run(workers(jms), jms.describe(), jms::explain);
    }
  }

  /** What the workload is called in commands and figures. */
  abstract String workloadName();

  /** The workers, for a provider that has been set up. */
  abstract WorkerFactory workers(JmsProvider jms);

  /** Lines about the workers, for a dry run. */
  abstract List<String> describeWorkers();

  private int run(
      WorkerFactory factory, String describedProvider, HarnessProcess.Explanation explanation)
      throws IOException, InterruptedException {
    WorkloadSpec workloadSpec = workload.workload(workloadName(), factory);
    RunSpec runSpec = options.run(List.of(workloadSpec));
    if (options.dryRun) {
      new DryRun(runSpec, describedProvider, describeWorkers())
          .lines()
          .forEach(command.commandLine().getOut()::println);
      return ExitCode.OK;
    }
    Terminal terminal = new Terminal(command.commandLine().getOut(), Terminal.personLooksOn());
    ConsoleReporter console = new ConsoleReporter(terminal, ZoneId.systemDefault());
    if (options.out == null) {
      return process(runSpec, terminal, explanation, List.of(console)).run();
    }
    RunDescription description =
        new RunDescription(
            runSpec,
            describedProvider,
            EffectiveOptions.of(command),
            Environment.ofThisProcess(),
            provider.ccdtDigest());
    try (Results results =
        Results.in(options.out, description, terminal, command.commandLine().getErr())) {
      return process(runSpec, terminal, explanation, List.of(console, results.folder())).run();
    } catch (RunFolderException e) {
      throw new ParameterException(
          command.commandLine(), "Invalid value for option '--out': " + e.getMessage(), e);
    }
  }

  private HarnessProcess process(
      RunSpec runSpec,
      Terminal terminal,
      HarnessProcess.Explanation explanation,
      List<Reporter> reporters) {
    return new HarnessProcess(
        runSpec,
        options.commandServer(),
        options.metrics(),
        terminal,
        command.commandLine().getErr(),
        reporters,
        explanation);
  }
}
