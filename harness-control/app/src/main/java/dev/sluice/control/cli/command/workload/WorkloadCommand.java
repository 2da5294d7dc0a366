package dev.sluice.control.cli.command.workload;

import dev.sluice.control.cli.option.CommandPart;
import dev.sluice.control.cli.option.Converters;
import dev.sluice.control.cli.option.provider.ProviderOptions;
import dev.sluice.control.cli.option.provider.SessionOptions;
import dev.sluice.control.cli.option.run.ControllerOptions;
import dev.sluice.control.cli.option.run.ReportOptions;
import dev.sluice.control.cli.option.run.RunOptions;
import dev.sluice.control.cli.option.run.SourceOptions;
import dev.sluice.control.cli.option.workload.WorkloadOptions;
import dev.sluice.control.command.CommandRunner.StatisticsLine;
import dev.sluice.control.format.Progress;
import dev.sluice.control.measure.Precision;
import dev.sluice.control.process.Endpoints;
import dev.sluice.control.process.Endpoints.PageContent;
import dev.sluice.control.process.ExitCode;
import dev.sluice.control.process.Results;
import dev.sluice.control.process.RunProcess;
import dev.sluice.control.sink.console.ConsoleReporter.SummaryForm;
import dev.sluice.control.sink.console.Terminal;
import dev.sluice.control.sink.folder.Environment;
import dev.sluice.control.sink.folder.RunDescription;
import dev.sluice.control.sink.legacy.ReportSettings;
import dev.sluice.control.sink.page.LiveAgents;
import dev.sluice.core.bus.Sink;
import dev.sluice.core.run.RunSpec;
import dev.sluice.core.run.WorkloadSpec;
import dev.sluice.core.run.WorkloadSpec.Diagnosis;
import dev.sluice.core.stats.DeliveryCounts.DeliveryCheck;
import dev.sluice.core.worker.WorkerFactory;
import dev.sluice.jms.provider.ConfigurationException;
import dev.sluice.jms.provider.JmsProvider;
import dev.sluice.jms.provider.idle.IdleProvider;
import dev.sluice.jms.tracking.ArrivalChecking;
import dev.sluice.jms.tracking.Delivery;
import dev.sluice.jms.tracking.history.History;
import dev.sluice.jms.worker.NullWorker;
import dev.sluice.jms.worker.ReplyRule;
import java.io.IOException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.UsageMessageSpec;
import picocli.CommandLine.ParseResult;

/**
 * A process with one workload, as in the older tools: what senders and receivers have in common.
 */
public abstract class WorkloadCommand extends CommandPart implements Callable<Integer> {

  private static final int QUEUES_NAMED = 3;

  @Mixin public WorkloadOptions workload;

  @Mixin public RunOptions options;

  @Mixin SessionOptions session;

  @Mixin public ProviderOptions provider;

  @Mixin ReportOptions report;

  @Mixin SourceOptions sources;

  @Mixin public ControllerOptions controller;

  private DeliveryCheck check = DeliveryCheck.OFF;

  /** What is printed at the end. */
  public SummaryForm summaries() {
    return report.summaries();
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    try (JmsProvider jms = provider.open()) {
      Delivery deliveries = Delivery.of(Delivery.Role.ACCOUNT);
      return run(spec(workloadName(), jms, deliveries), jms, deliveries);
    }
  }

  /** Adds to the help the examples that types of providers have for this command(). */
  public void addExamples() {
    UsageMessageSpec help = command().usageMessage();
    help.footer(
        Stream.concat(
                Stream.of(help.footer()),
                types().all().stream().flatMap(type -> type.examples(command().name()).stream()))
            .toArray(String[]::new));
  }

  /** The workload's name in commands and figures. */
  public final String workloadName() {
    return traits().name();
  }

  /**
   * The workers, for a provider that has been set up.
   *
   * @param name the workload's
   * @param deliveries the account of what the run's workloads send and receive
   */
  abstract WorkerFactory workers(String name, JmsProvider jms, Delivery deliveries);

  /** Its workload, as the annotation of its class describes it. */
  public final WorkloadTraits traits() {
    return getClass().getAnnotation(WorkloadTraits.class);
  }

  /** Whether its workers may wait for messages for as long as nobody sends any. */
  boolean waitsForMessages() {
    return traits().outlastsOthers();
  }

  /** The queues that its workers fill and do not empty. */
  List<String> filledQueues() {
    return List.of();
  }

  /** What the broker shows of why nothing was done, one phrase. */
  String whyNothingWasDone(JmsProvider jms) {
    return "";
  }

  /** How those are that tell of themselves, one phrase. */
  private static String stateOf(List<String> queues, JmsProvider jms) {
    return queues.stream()
        .limit(QUEUES_NAMED)
        .map(jms::queueState)
        .filter(state -> !state.isEmpty())
        .collect(Collectors.joining("; "));
  }

  /** How its workers know replies, or give them what they are known by. */
  public ReplyRule replyRule() {
    return ReplyRule.NONE;
  }

  /** The first trace contexts of its messages, if it makes some that have one. */
  public List<String> traceparents() {
    return List.of();
  }

  /** How large the bodies are that its workers make, on average; empty if they make none. */
  public OptionalDouble meanBodyBytes() {
    return OptionalDouble.empty();
  }

  /** Whether the workers have a rate; see {@link WorkerFactory#paceable}. */
  public boolean paceable() {
    return true;
  }

  /** Has the workload tell what the check of what its workers receive finds; they are made next. */
  final ArrivalChecking checkedBy(ArrivalChecking checking) {
    check = checking;
    return checking;
  }

  /** Lines of a dry run about where messages come from and go to. */
  abstract List<String> describePlaces();

  /** Lines of a dry run about the messages. */
  List<String> describeMessages() {
    return List.of();
  }

  private List<String> describeWorkers(JmsProvider jms, int workers) {
    int connections = session.settings(jms).connectionsFor(workers);
    List<String> needs =
        jms.connectionCost().map(each -> "connections  " + each.of(connections)).stream().toList();
    return Stream.of(
            describePlaces(),
            List.of("session      " + session.describe()),
            describeMessages(),
            needs)
        .flatMap(List::stream)
        .toList();
  }

  private WorkerFactory practising() {
    return workers(workloadName(), new IdleProvider(), Delivery.of(Delivery.Role.PRACTICE));
  }

  /** The workload that the options describe, by a provider that has been set up. */
  public WorkloadSpec spec(String name, JmsProvider jms, Delivery deliveries) {
    if (!jms.connects()) {
      // so that what is wrong with the options does not depend on the provider
      Delivery practice = Delivery.of(Delivery.Role.PRACTICE);
      workers(name, new IdleProvider(), practice);
      if (practice.history().isPresent()) {
        throw new ConfigurationException(
            "'--history' requires a provider with messages; '%s' has none".formatted(jms.name()));
      }
      return workload.workload(name, NullWorker.factory());
    }
    WorkerFactory workers = workers(name, jms, deliveries);
    WorkloadSpec made =
        workload
            .workload(name, workers)
            .withDelivery(check)
            .withDiagnosis(
                new Diagnosis(
                    waitsForMessages()
                        ? Optional.empty()
                        : Optional.of(() -> stateOf(filledQueues(), jms)),
                    () -> whyNothingWasDone(jms)));
    return made.withStart(made.start().connectingTo(jms.describe()));
  }

  private int run(WorkloadSpec workloadSpec, JmsProvider jms, Delivery deliveries)
      throws IOException, InterruptedException {
    Optional<History> history = deliveries.history();
    if (history.isPresent() && options.out == null) {
      throw invalid("--history", "it requires --out");
    }
    ReportSettings printed = report.settings(options.interval());
    RunSpec runSpec =
        options.run(List.of(workloadSpec.withPerWorkerReadings(printed.needsWorkers())));
    List<Precision> until = options.until().stream().map(each -> each.of(workloadName())).toList();
    until.stream()
        .filter(each -> !each.workload().equals(workloadName()))
        .forEach(
            each -> {
              throw invalid(
                  "--until", "'" + each.workload() + "': the workload is " + workloadName());
            });
    excludes("--until", "--report-format", !until.isEmpty() && printed.needsWorkers());
    DryRun plan =
        new DryRun(runSpec, until, jms.describe(), describeWorkers(jms, workloadSpec.workers()));
    if (options.dryRun) {
      plan.lines().forEach(out()::println);
      return ExitCode.OK;
    }
    Terminal terminal = Terminal.of(out(), err());
    Sink console = report.reporter(terminal, printed, plan.sentence());
    RunDescription description =
        new RunDescription(
            runSpec,
            jms.describe(),
            effectiveOptions(),
            Environment.ofThisProcess(types()),
            options.labels(),
            provider.tableDigest());
    Endpoints endpoints =
        new Endpoints(
            options.ports(),
            new PageContent(() -> description, () -> Progress.NONE, LiveAgents.NONE, page -> {}),
            console instanceof StatisticsLine line ? Optional.of(line) : Optional.empty(),
            sources.endpoints(
                runSpec.id(), Optional.of(jms).filter(JmsProvider::connects), provider),
            secrets());
    Optional<Results> results =
        Optional.ofNullable(options.out)
            .map(
                out ->
                    valid(
                        "--out",
                        () -> new Results(out, description, terminal, secrets(), history)));
    Supplier<WorkerFactory> practising = () -> jms.connects() ? practising() : NullWorker.factory();
    return new RunProcess(
            runSpec,
            until,
            jms,
            endpoints,
            terminal,
            console,
            report.summaries(),
            results,
            deliveries,
            practising)
        .run();
  }

  /** Each option as it was given, or else its default; what has no value is left out. */
  private Map<String, Object> effectiveOptions() {
    ParseResult given = command().commandLine().getParseResult();
    Map<String, Object> values = new LinkedHashMap<>();
    values.put("command", command().qualifiedName());
    for (OptionSpec option : command().options()) {
      if (option.usageHelp() || option.versionHelp()) {
        continue;
      }
      OptionSpec matched = given.matchedOption(option.longestName());
      String value =
          matched == null ? written(option) : String.join(" ", matched.originalStringValues());
      if (value != null && !value.isEmpty() && !value.equals("null")) {
        values.put(option.longestName(), value);
      }
    }
    if (!traceparents().isEmpty()) {
      values.put("traceparents", traceparents());
    }
    return values;
  }

  /** A default as people write it. */
  private static String written(OptionSpec option) {
    return option.initialValue() instanceof Enum<?> word
        ? Converters.word(word)
        : Duration.ZERO.equals(option.initialValue()) ? "0" : option.defaultValueString();
  }
}
