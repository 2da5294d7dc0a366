package dev.sluice.control.cli.command;

import dev.sluice.control.cli.command.workload.WorkloadCommand;
import dev.sluice.control.cli.option.CommandFactory;
import dev.sluice.control.cli.option.Converters;
import dev.sluice.control.cli.option.GroupedOptions;
import dev.sluice.control.cli.option.provider.ProviderOptions;
import dev.sluice.control.cli.option.run.ControllerOptions;
import dev.sluice.control.cli.option.run.ReportOptions;
import dev.sluice.control.cli.option.run.RunOptions;
import dev.sluice.control.cli.option.run.SourceOptions;
import dev.sluice.control.scenario.model.OptionForm;
import dev.sluice.control.scenario.model.OptionGroup;
import dev.sluice.control.scenario.model.Scenario;
import dev.sluice.control.scenario.model.Vocabulary;
import dev.sluice.control.scenario.yaml.ScenarioException;
import dev.sluice.control.secret.Secrets;
import dev.sluice.core.run.WorkloadSpec;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
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

  private final Secrets secrets;

  private final PrintWriter out;

  /** By type of workload, each built when it is first asked for; never told any options. */
  private final Map<String, CommandSpec> models = new ConcurrentHashMap<>();

  /**
   * For scenarios that are only read.
   *
   * @param secrets receive those among the options
   */
  public ScenarioVocabulary(Secrets secrets) {
    this(secrets, nobody());
  }

  /**
   * @param secrets receive those among the options
   * @param out is told what workers report in lines of their own, as dead letters
   */
  ScenarioVocabulary(Secrets secrets, PrintWriter out) {
    this.secrets = secrets;
    this.out = out;
  }

  @Override
  public List<String> workloadTypes() {
    return Commands.ALL.entrySet().stream()
        .filter(each -> WorkloadCommand.class.isAssignableFrom(each.getValue()))
        .map(Map.Entry::getKey)
        .sorted()
        .toList();
  }

  @Override
  public Map<String, OptionForm> workloadOptions(String type) {
    CommandSpec command =
        models.computeIfAbsent(
            type, each -> root(each).getSubcommands().get(each).getCommandSpec());
    Set<String> others = new TreeSet<>(PROCESS_ONLY);
    command.mixins().values().stream()
        .filter(mixin -> OF_THE_PROCESS.contains(mixin.userObject().getClass()))
        .flatMap(mixin -> mixin.options().stream())
        .forEach(option -> others.add(option.longestName()));
    return forms(command, others);
  }

  @Override
  public Scenario.Workers workload(String type, OptionGroup options) {
    CommandLine program = root(type); // which has options that its commands inherit
    parse(program, type, options);
    WorkloadCommand command = program.getSubcommands().get(type).getCommand();
    return new Scenario.Workers(
        (name, provider, runId, deliveries) -> {
          command.options.id = runId; // which stands with the run, and not among its own keys
          WorkloadSpec spec = checked(options, () -> command.spec(name, provider, deliveries));
          return provider.connects() && command.traits().outlastsOthers()
              ? spec.withDrain(DRAIN)
              : spec;
        },
        command::meanBodyBytes,
        command::traceparents,
        checked(options, command::replyRule),
        command.paceable(),
        command.traits().puts(),
        command.traits().gets());
  }

  @Override
  public List<String> providerTypes(String classPath) {
    ProviderGroup group = new ProviderGroup();
    group(group, classPath);
    return group.provider.names();
  }

  @Override
  public Map<String, OptionForm> providerOptions(String classPath) {
    return forms(group(new ProviderGroup(), classPath).getCommandSpec(), Set.of("--" + PROVIDER));
  }

  @Override
  public Scenario.Provider provider(String name, String type, OptionGroup options) {
    ProviderGroup group = new ProviderGroup();
    String classPath = options.section().optional(CLASS_PATH).orElse("");
    parse(group(group, classPath), "--" + PROVIDER + "=" + type, options);
    return new Scenario.Provider(
        name,
        options.section(),
        () -> checked(options, group.provider::open),
        group.provider::tableDigest,
        group.provider.measures());
  }

  @Override
  public Map<String, OptionForm> runOptions() {
    return forms(group(new RunOptions(), "").getCommandSpec(), PROCESS_ONLY);
  }

  @Override
  public Scenario.RunPlan run(OptionGroup options) {
    RunOptions run = new RunOptions();
    CommandLine command = group(run, "");
    return checked(
        options,
        () -> {
          command.parseArgs(options.arguments().toArray(String[]::new));
          run.run(List.of());
          return new Scenario.RunPlan(
              run::run, List.of(), Optional.ofNullable(run.out), run.labels(), run.ports());
        });
  }

  private static void parse(CommandLine command, String first, OptionGroup options) {
    List<String> arguments = new ArrayList<>(List.of(first));
    arguments.addAll(options.arguments());
    checked(options, () -> command.parseArgs(arguments.toArray(String[]::new)));
  }

  /** What options give that may be wrong, each by itself or together. */
  private static <T> T checked(OptionGroup options, Supplier<T> making) {
    try {
      return making.get();
    } catch (ParameterException e) {
      throw (ScenarioException) complaint(options, e).initCause(e);
    }
  }

  /** In the words of a scenario: keys, and no dashes. */
  private static ScenarioException complaint(OptionGroup options, ParameterException e) {
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
    return options.problem(key, OPTION.matcher(rest).replaceAll("'$1'"));
  }

  private CommandLine group(Object options, String classPath) {
    return Commands.configured(new CommandLine(options, new CommandFactory(secrets, classPath)));
  }

  /** New each time, because a command holds what it was told. */
  private CommandLine root(String type) {
    return Commands.commandLine(out, nobody(), secrets, type);
  }

  private static PrintWriter nobody() {
    return new PrintWriter(PrintWriter.nullWriter());
  }

  /**
   * The options of a command as the keys of a scenario: those that are shown to people, in the
   * order in which they are.
   *
   * @param others names of options to leave out, with their dashes
   */
  private static Map<String, OptionForm> forms(CommandSpec command, Set<String> others) {
    Map<String, OptionForm> forms = new LinkedHashMap<>();
    GroupedOptions.groupsOf(command).stream()
        .flatMap(group -> group.options().stream())
        .filter(option -> !others.contains(option.longestName()))
        .forEach(option -> forms.put(option.longestName().substring(2), form(option)));
    return forms;
  }

  private static OptionForm form(OptionSpec option) {
    OptionForm.Arity arity =
        option.arity().max() == 0
            ? OptionForm.Arity.FLAG
            : option.isMultiValue() ? OptionForm.Arity.LIST : OptionForm.Arity.VALUE;
    Class<?> type = option.typeInfo().getType();
    List<String> choices =
        type.isEnum()
            ? Arrays.stream(type.getEnumConstants()).map(Converters::word).toList()
            : List.of();
    String description =
        String.join(" ", option.description())
            .replace("${DEFAULT-VALUE}", String.valueOf(option.defaultValueString()))
            .replace("%%", "%");
    return new OptionForm(arity, option.paramLabel(), description, choices, type == Path.class);
  }
}
