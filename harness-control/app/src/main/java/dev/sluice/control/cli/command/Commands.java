package dev.sluice.control.cli.command;

import static picocli.CommandLine.Model.UsageMessageSpec.SECTION_KEY_OPTION_LIST;
import static picocli.CommandLine.Model.UsageMessageSpec.SECTION_KEY_OPTION_LIST_HEADING;

import dev.sluice.control.cli.command.ccdt.CcdtCommand;
import dev.sluice.control.cli.command.fleet.AgentCommand;
import dev.sluice.control.cli.command.fleet.AgentsCommand;
import dev.sluice.control.cli.command.remote.CtlCommand;
import dev.sluice.control.cli.command.remote.TopCommand;
import dev.sluice.control.cli.command.workload.BrowseCommand;
import dev.sluice.control.cli.command.workload.ChurnCommand;
import dev.sluice.control.cli.command.workload.DeadLetterCommand;
import dev.sluice.control.cli.command.workload.ForwardCommand;
import dev.sluice.control.cli.command.workload.PublishCommand;
import dev.sluice.control.cli.command.workload.PutGetCommand;
import dev.sluice.control.cli.command.workload.ReceiveCommand;
import dev.sluice.control.cli.command.workload.ReconnectTimerCommand;
import dev.sluice.control.cli.command.workload.RequestCommand;
import dev.sluice.control.cli.command.workload.RespondCommand;
import dev.sluice.control.cli.command.workload.SendCommand;
import dev.sluice.control.cli.command.workload.SubscribeCommand;
import dev.sluice.control.cli.command.workload.WorkloadCommand;
import dev.sluice.control.cli.option.CommandFactory;
import dev.sluice.control.cli.option.DurationConverter;
import dev.sluice.control.cli.option.EnumConverter;
import dev.sluice.control.cli.option.GroupedOptions;
import dev.sluice.control.cli.option.Numbers;
import dev.sluice.control.endpoint.client.Address;
import dev.sluice.control.endpoint.client.HostPort;
import dev.sluice.control.secret.Secrets;
import dev.sluice.jms.message.Content;
import dev.sluice.jms.message.MessageProperty;
import dev.sluice.jms.message.SizeDistribution;
import dev.sluice.jms.provider.ProviderTypes;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import picocli.AutoComplete.GenerateCompletion;
import picocli.CommandLine;
import picocli.CommandLine.HelpCommand;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.TraceLevel;

/** The commands by name, in the order of the help, and the command line that they make. */
public final class Commands {

  private static final String CTL = "ctl";
  private static final String HELP = "help";
  private static final String COMPLETION = "generate-completion";

  /** Commands that tell of the others. */
  private static final List<String> ABOUT_OTHERS = List.of(HELP, COMPLETION);

  /** Arguments that are answered without any command. */
  private static final List<String> VERSION = List.of("--version", "-V");

  public static final Map<String, Class<?>> ALL = all();

  private Commands() {}

  /**
   * The commands that the model must hold to understand these arguments: the one they begin with,
   * because reading the options of all the others takes longer than most commands take to run.
   */
  public static Map<String, Class<?>> neededFor(String... args) {
    String first = args.length == 0 ? "" : args[0];
    if (VERSION.contains(first)) {
      return Map.of();
    }
    boolean alone = ALL.containsKey(first) && !ABOUT_OTHERS.contains(first);
    return alone ? Map.of(first, ALL.get(first)) : ALL;
  }

  /** Whether the answer takes no library that logs, so that no log has to be set up for it. */
  public static boolean answeredWithoutLibraries(String... args) {
    return args.length > 0 && (VERSION.contains(args[0]) || args[0].equals(CTL));
  }

  private static Map<String, Class<?>> all() {
    Map<String, Class<?>> all = new LinkedHashMap<>();
    all.put("send", SendCommand.class);
    all.put("receive", ReceiveCommand.class);
    all.put("put-get", PutGetCommand.class);
    all.put("request", RequestCommand.class);
    all.put("respond", RespondCommand.class);
    all.put("publish", PublishCommand.class);
    all.put("subscribe", SubscribeCommand.class);
    all.put("forward", ForwardCommand.class);
    all.put("churn", ChurnCommand.class);
    all.put("reconnect-timer", ReconnectTimerCommand.class);
    all.put("dead-letter", DeadLetterCommand.class);
    all.put("browse", BrowseCommand.class);
    all.put("run", RunCommand.class);
    all.put("attach", AttachCommand.class);
    all.put("agent", AgentCommand.class);
    all.put("agents", AgentsCommand.class);
    all.put("demo", DemoCommand.class);
    all.put("calibrate", CalibrateCommand.class);
    all.put("report", ReportCommand.class);
    all.put("compare", CompareCommand.class);
    all.put("merge", MergeCommand.class);
    all.put("runs", RunsCommand.class);
    all.put("serve", ServeCommand.class);
    all.put(CTL, CtlCommand.class);
    all.put("top", TopCommand.class);
    all.put("certificate", CertificateCommand.class);
    all.put("ccdt", CcdtCommand.class);
    all.put("perfharness", PerfHarnessCommand.class);
    all.put("cph", CphCommand.class);
    all.put(HELP, HelpCommand.class);
    all.put(COMPLETION, GenerateCompletion.class);
    return Collections.unmodifiableMap(all);
  }

  /** The whole command line, which writes where it is told to. */
  public static CommandLine commandLine(PrintWriter out, PrintWriter err) {
    return commandLine(out, err, new Secrets());
  }

  /**
   * The command line as far as these arguments need it: the rest would take its time to build.
   *
   * @param secrets those known already; those of the arguments are added when it is executed
   * @param args none for the whole command line
   */
  public static CommandLine commandLine(
      PrintWriter out, PrintWriter err, Secrets secrets, String... args) {
    CommandLine.tracer().setLevel(TraceLevel.OFF); // it warns of two options for help
    ErrorHandling errors = new ErrorHandling(secrets);
    CommandLine commandLine =
        new CommandLine(new SluiceCommand(), new CommandFactory(secrets, classPathIn(args)));
    neededFor(args)
        .forEach((name, type) -> commandLine.addSubcommand(name, command(type, secrets)));
    for (CommandLine each : commandLine.getSubcommands().values()) {
      if (each.getCommand() instanceof WorkloadCommand workload) {
        workload.addExamples();
      }
    }
    configured(commandLine)
        .setOut(secrets.masking(out))
        .setErr(secrets.masking(err))
        .setExecutionStrategy(
            parsed -> {
              secrets.addIn(parsed.originalArgs());
              return LineOnFleet.of(parsed, secrets)
                  .map(LineOnFleet::exitCode)
                  .orElseGet(() -> new CommandLine.RunLast().execute(parsed));
            })
        .setUsageHelpAutoWidth(true)
        .setParameterExceptionHandler(errors)
        .setExecutionExceptionHandler(errors);
    groupOptions(commandLine);
    return commandLine;
  }

  /** A class, of which the factory makes the command; or the command, if it reads plans. */
  private static Object command(Class<?> type, Secrets secrets) {
    return type == AgentCommand.class
        ? new AgentCommand(secrets, () -> new ScenarioVocabulary(secrets))
        : type;
  }

  /** Where the line says that jars are, which may hold the provider that it names. */
  private static String classPathIn(String... args) {
    String option = ProviderTypes.CLASS_PATH.name();
    for (int i = 0; i < args.length; i++) {
      if (args[i].startsWith(option + "=")) {
        return args[i].substring(option.length() + 1);
      }
      if (args[i].equals(option) && i + 1 < args.length) {
        return args[i + 1];
      }
    }
    return "";
  }

  /** How values are parsed, everywhere the same. */
  public static CommandLine configured(CommandLine commandLine) {
    readWords(commandLine);
    return commandLine
        .setExpandAtFiles(false) // they are already, as far as a limit
        .setAbbreviatedOptionsAllowed(false)
        .registerConverter(Duration.class, new DurationConverter())
        .registerConverter(HostPort.class, Numbers.parsed(HostPort::parse))
        .registerConverter(Address.class, Numbers.parsed(Address::parse))
        .registerConverter(Content.class, Numbers.parsed(Content::parse))
        .registerConverter(SizeDistribution.class, Numbers.parsed(SizeDistribution::parse))
        .registerConverter(MessageProperty.class, Numbers.parsed(MessageProperty::parse));
  }

  /** Values of enumerations are read and listed as people write them, in all commands. */
  private static void readWords(CommandLine command) {
    for (ArgSpec arg : command.getCommandSpec().args()) {
      for (Class<?> type : arg.auxiliaryTypes()) {
        if (type.isEnum()) {
          readWords(command, type);
        }
      }
    }
    command.getSubcommands().values().forEach(Commands::readWords);
  }

  private static <T> void readWords(CommandLine command, Class<T> type) {
    command.registerConverter(type, new EnumConverter<>(type));
  }

  private static void groupOptions(CommandLine command) {
    command.getHelpSectionMap().put(SECTION_KEY_OPTION_LIST_HEADING, help -> "");
    command.getHelpSectionMap().put(SECTION_KEY_OPTION_LIST, new GroupedOptions());
    command.getCommandSpec().usageMessage().abbreviateSynopsis(true);
    command.getSubcommands().values().forEach(Commands::groupOptions);
  }
}
