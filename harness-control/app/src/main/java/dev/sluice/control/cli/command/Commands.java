package dev.sluice.control.cli.command;

import static picocli.CommandLine.Model.UsageMessageSpec.SECTION_KEY_COMMAND_LIST;
import static picocli.CommandLine.Model.UsageMessageSpec.SECTION_KEY_COMMAND_LIST_HEADING;
import static picocli.CommandLine.Model.UsageMessageSpec.SECTION_KEY_OPTION_LIST;
import static picocli.CommandLine.Model.UsageMessageSpec.SECTION_KEY_OPTION_LIST_HEADING;

import dev.sluice.control.analysis.gate.Gate;
import dev.sluice.control.cli.command.ccdt.CcdtCommand;
import dev.sluice.control.cli.command.workload.BrowseCommand;
import dev.sluice.control.cli.command.workload.ChurnCommand;
import dev.sluice.control.cli.command.workload.ConsumerCommand;
import dev.sluice.control.cli.command.workload.DeadLetterCommand;
import dev.sluice.control.cli.command.workload.OwnMessagesCommand;
import dev.sluice.control.cli.command.workload.PassingCommand;
import dev.sluice.control.cli.command.workload.ProducerCommand;
import dev.sluice.control.cli.command.workload.RequestCommand;
import dev.sluice.control.cli.command.workload.WorkloadCommand;
import dev.sluice.control.cli.option.CommandFactory;
import dev.sluice.control.cli.option.Converters;
import dev.sluice.control.cli.option.GroupedOptions;
import dev.sluice.control.endpoint.client.Address;
import dev.sluice.control.endpoint.client.HostPort;
import dev.sluice.control.secret.Secrets;
import dev.sluice.core.pacing.CatchUp;
import dev.sluice.core.pacing.PacingQuantum;
import dev.sluice.jms.message.Content;
import dev.sluice.jms.message.MessageProperty;
import dev.sluice.jms.message.SizeDistribution;
import dev.sluice.jms.provider.ProviderTypes;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Collections;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import picocli.AutoComplete.GenerateCompletion;
import picocli.CommandLine;
import picocli.CommandLine.HelpCommand;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.UsageMessageSpec;
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
    all.put("send", ProducerCommand.Send.class);
    all.put("receive", ConsumerCommand.Receive.class);
    all.put("put-get", OwnMessagesCommand.PutAndGet.class);
    all.put("request", RequestCommand.class);
    all.put("respond", PassingCommand.Respond.class);
    all.put("publish", ProducerCommand.Publish.class);
    all.put("subscribe", ConsumerCommand.Subscribe.class);
    all.put("forward", PassingCommand.Forward.class);
    all.put("churn", ChurnCommand.class);
    all.put("reconnect-timer", OwnMessagesCommand.TimeReconnects.class);
    all.put("dead-letter", DeadLetterCommand.class);
    all.put("browse", BrowseCommand.class);
    all.put("run", RunCommand.class);
    all.put("import", ImportCommand.class);
    all.put("attach", AttachCommand.class);
    all.put("agent", AgentCommand.class);
    all.put("agents", AgentsCommand.class);
    all.put("demo", DemoCommand.class);
    all.put("calibrate", CalibrateCommand.class);
    all.put("report", ReportCommand.class);
    all.put("compare", CompareCommand.class);
    all.put("gate", GateCommand.class);
    all.put("explain", ExplainCommand.class);
    all.put("rehearse", RehearseCommand.class);
    all.put("merge", MergeCommand.class);
    all.put("check", CheckCommand.class);
    all.put("runs", RunsCommand.class);
    all.put("serve", ServeCommand.class);
    all.put(CTL, CtlCommand.class);
    all.put("certificate", CertificateCommand.class);
    all.put("ccdt", CcdtCommand.class);
    all.put("perfharness", LegacyCommand.PerfHarnessLine.class);
    all.put("cph", LegacyCommand.CphLine.class);
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
    neededFor(args).forEach(commandLine::addSubcommand);
    for (CommandLine each : commandLine.getSubcommands().values()) {
      if (each.getCommand() instanceof WorkloadCommand workload) {
        workload.addExamples();
      }
      if (each.getCommand() instanceof CompareCommand) {
        each.setEndOfOptionsDelimiter("\0"); // what ends options elsewhere is one of this command
      }
    }
    configured(commandLine)
        .setOut(secrets.masking(out))
        .setErr(secrets.masking(err))
        .setExecutionStrategy(
            parsed -> {
              secrets.addIn(parsed.originalArgs());
              return ScenarioPlay.ofLine(parsed)
                  .orElseGet(() -> new CommandLine.RunLast().execute(parsed));
            })
        .setUsageHelpAutoWidth(true)
        .setParameterExceptionHandler(errors)
        .setExecutionExceptionHandler(errors);
    setUpHelp(commandLine);
    commandLine.getHelpSectionMap().put(SECTION_KEY_COMMAND_LIST_HEADING, help -> "");
    commandLine.getHelpSectionMap().put(SECTION_KEY_COMMAND_LIST, new GroupedCommands());
    return commandLine;
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
        .registerConverter(Duration.class, new Converters.Time())
        .registerConverter(CatchUp.class, Commands::catchUp)
        .registerConverter(PacingQuantum.class, Commands::quantum)
        .registerConverter(HostPort.class, Converters.parsed(HostPort::parse))
        .registerConverter(Address.class, Converters.parsed(Address::parse))
        .registerConverter(Gate.Figure.class, Converters.parsed(Gate.Figure::parse))
        .registerConverter(GateCommand.Against.class, Converters.parsed(GateCommand.Against::parse))
        .registerConverter(Content.class, Converters.parsed(Content::parse))
        .registerConverter(SizeDistribution.class, Converters.parsed(SizeDistribution::parse))
        .registerConverter(MessageProperty.class, Converters.parsed(MessageProperty::parse));
  }

  /** How much backlog is made up: a time, 0, or {@code unlimited}. */
  private static CatchUp catchUp(String value) {
    return value.equals("unlimited")
        ? CatchUp.UNLIMITED
        : new CatchUp(new Converters.Time().convert(value).toNanos());
  }

  /** How coarsely workers wake: {@code auto}, or a time (0 = at each due time). */
  private static PacingQuantum quantum(String value) {
    return value.equals("auto")
        ? PacingQuantum.AUTO
        : new PacingQuantum(new Converters.Time().convert(value).toNanos());
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
    command.registerConverter(type, Converters.constant(type));
  }

  /** Options stand in groups, and examples under a heading. */
  private static void setUpHelp(CommandLine command) {
    command.getHelpSectionMap().put(SECTION_KEY_OPTION_LIST_HEADING, help -> "");
    command.getHelpSectionMap().put(SECTION_KEY_OPTION_LIST, new GroupedOptions());
    UsageMessageSpec help = command.getCommandSpec().usageMessage().abbreviateSynopsis(true);
    help.description(paragraphs(1, help.description())).footer(paragraphs(0, help.footer()));
    long examples = Stream.of(help.footer()).filter(line -> line.startsWith("  sluice ")).count();
    if (examples > 0 && help.footerHeading().isEmpty()) {
      help.footerHeading(examples == 1 ? "%nExample:%n" : "%nExamples:%n");
    }
    command.getSubcommands().values().forEach(Commands::setUpHelp);
  }

  /**
   * A sentence that goes on in the next line is one with it, and is wrapped where it is shown.
   *
   * @param first the first line that may go on: the list of commands shows what is before it
   */
  private static String[] paragraphs(int first, String... lines) {
    Deque<String> paragraphs = new ArrayDeque<>();
    for (String line : lines) {
      boolean goesOn =
          paragraphs.size() > first && isOpen(paragraphs.getLast()) && !line.startsWith(" ");
      paragraphs.add(goesOn ? paragraphs.removeLast() + " " + line : line);
    }
    return paragraphs.toArray(String[]::new);
  }

  private static boolean isOpen(String line) {
    return !line.isEmpty() && !line.startsWith(" ") && !line.endsWith(".");
  }
}
