package dev.sluice.control.cli.command;

import dev.sluice.control.cli.command.workload.WorkloadCommand;
import dev.sluice.control.cli.option.CommandPart;
import dev.sluice.control.cli.option.GroupedOptions;
import dev.sluice.control.compat.Cph;
import dev.sluice.control.compat.LegacyLine;
import dev.sluice.control.compat.LegacyLine.Translation;
import dev.sluice.control.compat.LegacyLineException;
import dev.sluice.control.compat.LegacyTool;
import dev.sluice.control.compat.PerfHarness;
import dev.sluice.control.process.ExitCode;
import dev.sluice.control.secret.SecretRules;
import dev.sluice.jms.provider.Secret;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Stack;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.IParameterPreprocessor;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;

/**
 * A command line of an older tool: turned into one of this program, which is parsed and run like
 * any other. Its words do not follow this program's rules, so {@link #take} gets them all.
 */
public abstract class LegacyCommand extends CommandPart implements Callable<Integer> {

  private static final List<String> HELP = List.of("--help", GroupedOptions.ALL);

  private final LegacyTool tool;

  private boolean explain; // whether the line is only to be explained
  private List<String> ownOptions = List.of(); // with their values
  private List<String> legacy = List.of();

  LegacyCommand(LegacyTool tool) {
    this.tool = tool;
  }

  @Override
  public Integer call() {
    LegacyLine line;
    try {
      line = tool.read(ownOptions, legacy);
    } catch (LegacyLineException e) {
      throw refusal(e.getMessage(), e);
    }
    if (line instanceof Translation translation) {
      secrets().addIn(translation.arguments());
      translation.password().ifPresent(password -> secrets().add(password.reveal()));
      return run(translation);
    }
    return answer((LegacyLine.Answer) line);
  }

  private int answer(LegacyLine.Answer answer) {
    if (answer.version()) {
      command().root().commandLine().printVersionHelp(out());
    }
    answer.lines().forEach(out()::println);
    return ExitCode.OK;
  }

  private int run(Translation translation) {
    if (explain) {
      explain(translation);
      return ExitCode.OK;
    }
    translation.notices().forEach(this::complain);
    String[] arguments = translation.arguments().toArray(String[]::new);
    CommandLine program = Commands.commandLine(out(), err(), secrets(), arguments);
    program.setExecutionStrategy(
        parsed -> {
          translation.password().ifPresent(password -> handOver(password, parsed));
          return new CommandLine.RunLast().execute(parsed);
        });
    return program.execute(arguments);
  }

  /** Prints the line and the scenario that it stands for. */
  private void explain(Translation translation) {
    translation.notices().forEach(notice -> out().println("# " + notice));
    if (translation.password().isPresent()) {
      out().println("# the password goes into the environment variable SLUICE_PASSWORD");
    }
    List<String> shown =
        translation.arguments().stream().map(LegacyCommand::withoutSecrets).toList();
    out().println(new Translation(shown, List.of(), Optional.empty()).shellLine());
    ParseResult parsed = Commands.commandLine(out(), err()).parseArgs(shown.toArray(String[]::new));
    out().println();
    out().println("# as a scenario, for 'sluice run FILE':");
    new LineAsScenario(parsed.subcommand(), new ScenarioVocabulary(secrets()))
        .lines()
        .forEach(out()::println);
  }

  /** A word of the line; the name of an option is no secret, whatever it is called. */
  private static String withoutSecrets(String word) {
    int value = word.startsWith("--") ? word.indexOf('=') + 1 : 0;
    return word.substring(0, value) + SecretRules.mask(word.substring(value));
  }

  private static void handOver(Secret password, ParseResult parsed) {
    List<CommandLine> commands = parsed.asCommandLineList();
    if (commands.get(commands.size() - 1).getCommand() instanceof WorkloadCommand workload) {
      workload.provider.password(password);
    }
  }

  /**
   * From the first word with one dash on everything is the older tool's; words in front of the
   * first option are ignored, as the older tools do.
   */
  private void take(List<String> words) {
    List<String> line = words.stream().dropWhile(word -> !word.startsWith("-")).toList();
    ownOptions = new ArrayList<>(line.stream().takeWhile(word -> !isLegacy(word)).toList());
    legacy = line.subList(ownOptions.size(), line.size());
    explain = ownOptions.remove("--explain");
  }

  private static boolean isLegacy(String word) {
    return word.startsWith("-") && !word.startsWith("--");
  }

  /** Takes all words of the command, whatever they look like, but for a call for help. */
  @SuppressWarnings("JdkObsolete") // a Stack is what the parser hands over
  static final class Preprocessor implements IParameterPreprocessor {

    @Override
    public boolean preprocess(
        Stack<String> args, CommandSpec command, ArgSpec arg, Map<String, Object> info) {
      List<String> words = new ArrayList<>(args);
      Collections.reverse(words); // the next word is on top
      if (words.size() == 1 && HELP.contains(words.get(0))) {
        return false;
      }
      args.clear();
      ((LegacyCommand) command.userObject()).take(words);
      return true;
    }
  }

  /** Takes a command line of JMSPerfHarness. */
  @Command(
      preprocessor = Preprocessor.class,
      customSynopsis = "sluice perfharness [--explain] [OPTION...] -tc WORKER [-OPTION [VALUE]...]",
      description = {
        "Run a command line of JMSPerfHarness unchanged.",
        "--explain prints the equivalent command line of this program and the",
        "equivalent scenario, and runs nothing.",
        "Options of this program may precede it, and override it. -h lists the options of a",
        "line."
      },
      footer = {
        "  sluice perfharness -tc jms.r11.Sender -nt 4 -rt 9 -pc WebSphereMQ \\",
        "      -jb QM1 -d Q",
        "  sluice perfharness --explain -tc jms.r11.Sender -nt 4 -rt 9 -pc WebSphereMQ",
        "  sluice perfharness --provider artemis --url tcp://h:61616 -tc jms.r11.Sender"
      })
  public static final class PerfHarnessLine extends LegacyCommand {

    public PerfHarnessLine() {
      super(new PerfHarness());
    }
  }

  /** Takes a command line of MQ-CPH. */
  @Command(
      preprocessor = Preprocessor.class,
      customSynopsis = "sluice cph [--explain] [OPTION...] -tc WORKER [-OPTION [VALUE]...]",
      description = {
        "Run a command line of MQ-CPH unchanged.",
        "--explain prints the equivalent command line of this program and the",
        "equivalent scenario, and runs nothing.",
        "Options of this program may precede it, and override it. -h lists the options of a",
        "line."
      },
      footer = {
        "  sluice cph -tc Requester -nt 100 -jt mqc -jb QM1 -dn 10 -to 30 -tx -pp",
        "  sluice cph --explain -tc Responder -nt 200 -to -1 -dn 10"
      })
  public static final class CphLine extends LegacyCommand {

    public CphLine() {
      super(new Cph());
    }
  }
}
