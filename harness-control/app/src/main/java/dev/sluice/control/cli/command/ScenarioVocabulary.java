package dev.sluice.control.cli.command;

import dev.sluice.control.cli.command.workload.WorkloadCommand;
import dev.sluice.control.cli.option.CommandFactory;
import dev.sluice.control.cli.option.EnumConverter;
import dev.sluice.control.cli.option.GroupedOptions;
import dev.sluice.control.cli.option.fleet.ControllerOptions;
import dev.sluice.control.cli.option.provider.ProviderOptions;
import dev.sluice.control.cli.option.run.ReportOptions;
import dev.sluice.control.cli.option.run.RunOptions;
import dev.sluice.control.cli.option.run.SourceOptions;
import dev.sluice.control.scenario.model.BadOptionException;
import dev.sluice.control.scenario.model.GivenOption;
import dev.sluice.control.scenario.model.OptionForm;
import dev.sluice.control.scenario.model.ProviderPlan;
import dev.sluice.control.scenario.model.RunPlan;
import dev.sluice.control.scenario.model.Vocabulary;
import dev.sluice.control.scenario.model.WorkloadPlan;
import dev.sluice.control.secret.Secrets;
import dev.sluice.control.sink.folder.RunDescription.TableDigest;
import dev.sluice.core.run.WorkloadSpec;
import dev.sluice.jms.provider.JmsProvider;
import dev.sluice.jms.provider.ProviderTypes;
import dev.sluice.jms.tracking.Delivery;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;

/** The vocabulary of scenarios: the options of the commands, parsed by the commands. */
public final class ScenarioVocabulary implements Vocabulary {

  private static final String PROVIDER = "provider";

  /** Without a message for this long, receivers have got all there is. */
  private static final Duration DRAIN = Duration.ofSeconds(1);

  private static final Pattern OPTION = Pattern.compile("'?--([a-z][a-z0-9-]*)'?");
  private static final Pattern INVALID = Pattern.compile("Invalid value for option '[^']*'[^:]*: ");

  /** Options that make sense for a process alone. */
  private static final Set<String> PROCESS_ONLY =
      Set.of("--dry-run", "--help", GroupedOptions.ALL, "--version", "--verbose");

  /** Groups of options that say nothing of a workload. */
  private static final Set<Class<?>> OF_THE_PROCESS =
      Set.of(
          RunOptions.class,
          ProviderOptions.class,
          ReportOptions.class,
          SourceOptions.class,
          ControllerOptions.class);

  /** The options of a provider, without a command around them. */
  @Command
  static final class ProviderGroup {
    @Mixin ProviderOptions provider;
  }

  /** The options of a run, without a command around them. */
  @Command
  static final class RunGroup {
    @Mixin RunOptions run;
  }

  private final Secrets secrets;

  /** Asked what options there are, and never told any. */
  private final CommandLine model;

  /**
   * @param secrets receive those among the options
   */
  public ScenarioVocabulary(Secrets secrets) {
    this.secrets = secrets;
    this.model = root();
  }

  @Override
  public List<String> workloadTypes() {
    return model.getSubcommands().entrySet().stream()
        .filter(each -> each.getValue().getCommand() instanceof WorkloadCommand)
        .map(Map.Entry::getKey)
        .sorted()
        .toList();
  }

  @Override
  public Map<String, OptionForm> workloadOptions(String type) {
    CommandSpec command = model.getSubcommands().get(type).getCommandSpec();
    Set<String> others = new TreeSet<>(PROCESS_ONLY);
    command.mixins().values().stream()
        .filter(mixin -> OF_THE_PROCESS.contains(mixin.userObject().getClass()))
        .forEach(mixin -> others.addAll(names(mixin)));
    return OptionForms.of(command, others);
  }

  @Override
  public List<String> providerTypes(String classPath) {
    ProviderGroup options = new ProviderGroup();
    group(options, classPath);
    return options.provider.names();
  }

  @Override
  public Map<String, OptionForm> providerOptions(String classPath) {
    return OptionForms.of(
        group(new ProviderGroup(), classPath).getCommandSpec(), Set.of("--" + PROVIDER));
  }

  @Override
  public Map<String, OptionForm> runOptions() {
    return OptionForms.of(group(new RunGroup(), "").getCommandSpec(), PROCESS_ONLY);
  }

  @Override
  public WorkloadPlan workload(String type, List<GivenOption> options) throws BadOptionException {
    CommandLine program = root(type); // which has options that its commands inherit
    CommandLine command = program.getSubcommands().get(type);
    parse(program, Stream.of(type), workloadOptions(type), options);
    return new Workers(command.getCommand());
  }

  /** Options of a workload that were found right one by one. */
  private record Workers(WorkloadCommand command) implements WorkloadPlan {

    @Override
    public WorkloadSpec spec(String name, JmsProvider provider, String runId, Delivery deliveries)
        throws BadOptionException {
      command.options.id = runId; // which stands with the run, and not among its own keys
      WorkloadSpec spec = checked(() -> command.spec(name, provider, deliveries));
      return provider.connects() && command.outlastsOthers() ? spec.withDrain(DRAIN) : spec;
    }

    @Override
    public WorkloadSpec alone(String name, JmsProvider provider) throws BadOptionException {
      return spec(name, provider, "", Delivery.newAccount());
    }

    @Override
    public OptionalDouble meanBodyBytes() {
      return command.meanBodyBytes();
    }

    @Override
    public boolean paceable() {
      return command.paceable();
    }
  }

  @Override
  public ProviderPlan provider(String type, List<GivenOption> options) throws BadOptionException {
    ProviderGroup group = new ProviderGroup();
    List<GivenOption> all = new ArrayList<>(options);
    all.add(new GivenOption(PROVIDER, List.of(type)));
    CommandLine command = group(group, classPathIn(options));
    parse(command, Stream.of(), OptionForms.of(command.getCommandSpec(), Set.of()), all);
    return new Provider(group.provider);
  }

  /** Options of a provider that were found right one by one. */
  private record Provider(ProviderOptions options) implements ProviderPlan {

    @Override
    public JmsProvider open() throws BadOptionException {
      return checked(options::open);
    }

    @Override
    public Optional<TableDigest> tableDigest() {
      return options.tableDigest();
    }
  }

  @Override
  public RunPlan run(List<GivenOption> options) throws BadOptionException {
    RunGroup group = new RunGroup();
    parse(group(group, ""), Stream.of(), runOptions(), options);
    checked(() -> group.run.run(List.of()));
    return checked(
        () ->
            new RunPlan(
                group.run::run,
                Optional.ofNullable(group.run.out),
                group.run.labels(),
                group.run.commandServer(),
                group.run.metrics(),
                group.run.otlp(),
                group.run.page()));
  }

  /** Something that may find that options do not go together. */
  @FunctionalInterface
  private interface Making<T> {
    T make();
  }

  private static <T> T checked(Making<T> making) throws BadOptionException {
    try {
      return making.make();
    } catch (ParameterException e) {
      throw complaint(e);
    }
  }

  private static void parse(
      CommandLine command,
      Stream<String> before,
      Map<String, OptionForm> forms,
      List<GivenOption> options)
      throws BadOptionException {
    String[] arguments =
        Stream.concat(
                before,
                options.stream().flatMap(option -> arguments(option, forms.get(option.key()))))
            .toArray(String[]::new);
    try {
      command.parseArgs(arguments);
    } catch (ParameterException e) {
      throw complaint(e);
    }
  }

  private static Stream<String> arguments(GivenOption option, OptionForm form) {
    String name = "--" + option.key();
    return form.kind() == OptionForm.Kind.FLAG
        ? Stream.of(name)
        : option.values().stream().map(value -> name + "=" + value);
  }

  /** In the words of a scenario: keys, and no dashes. */
  private static BadOptionException complaint(ParameterException e) {
    String message = e.getMessage().strip().replaceAll("\\s*\\R\\s*", " ");
    String key = "";
    if (e.getArgSpec() instanceof OptionSpec option) {
      key = option.longestName().substring(2);
    } else {
      Matcher named = OPTION.matcher(message);
      if (named.find()) {
        key = named.group(1);
      }
    }
    String rest = INVALID.matcher(message).replaceFirst("");
    return new BadOptionException(key, OPTION.matcher(rest).replaceAll("'$1'"));
  }

  private static Set<String> names(CommandSpec command) {
    return command.options().stream()
        .map(OptionSpec::longestName)
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private static String classPathIn(List<GivenOption> options) {
    return options.stream()
        .filter(option -> ProviderTypes.CLASS_PATH.name().equals("--" + option.key()))
        .flatMap(option -> option.values().stream())
        .findFirst()
        .orElse("");
  }

  private CommandLine group(Object options, String classPath) {
    return Commands.configured(new CommandLine(options, new CommandFactory(secrets, classPath)));
  }

  /** New each time, because a command holds what it was told. */
  private CommandLine root(String... args) {
    PrintWriter nobody = new PrintWriter(PrintWriter.nullWriter());
    return Commands.commandLine(nobody, nobody, secrets, args);
  }

  /** The options of a command as the keys of a scenario. */
  private static final class OptionForms {

    private OptionForms() {}

    /**
     * Those of a command that are shown to people, in the order in which they are.
     *
     * @param others names of options to leave out, with their dashes
     */
    static Map<String, OptionForm> of(CommandSpec command, Set<String> others) {
      Map<String, OptionForm> forms = new LinkedHashMap<>();
      command.options().stream()
          .filter(option -> !option.hidden() && !others.contains(option.longestName()))
          .sorted((a, b) -> Integer.compare(a.order(), b.order()))
          .forEach(option -> forms.put(option.longestName().substring(2), form(option)));
      return forms;
    }

    private static OptionForm form(OptionSpec option) {
      OptionForm.Kind kind =
          option.arity().max() == 0
              ? OptionForm.Kind.FLAG
              : option.isMultiValue() ? OptionForm.Kind.LIST : OptionForm.Kind.VALUE;
      Class<?> type = option.typeInfo().getType();
      List<String> choices =
          type.isEnum()
              ? Arrays.stream(type.getEnumConstants()).map(EnumConverter::of).toList()
              : List.of();
      String description =
          Arrays.stream(option.description())
              .collect(Collectors.joining(" "))
              .replace("${DEFAULT-VALUE}", String.valueOf(option.defaultValueString()))
              .replace("%%", "%");
      return new OptionForm(kind, option.paramLabel(), description, choices, type == Path.class);
    }
  }
}
