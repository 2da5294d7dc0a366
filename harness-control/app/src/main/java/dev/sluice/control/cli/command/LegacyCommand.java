package dev.sluice.control.cli.command;

import dev.sluice.control.cli.command.workload.WorkloadCommand;
import dev.sluice.control.cli.option.OptionRules;
import dev.sluice.control.compat.LegacyLine;
import dev.sluice.control.compat.LegacyLine.Translation;
import dev.sluice.control.compat.LegacyLineException;
import dev.sluice.control.compat.LegacyTool;
import dev.sluice.control.process.ExitCode;
import dev.sluice.control.secret.SecretRules;
import dev.sluice.control.secret.Secrets;
import dev.sluice.jms.provider.Secret;
import java.io.PrintWriter;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.Spec;

/**
 * A command line of an older tool: turned into one of this program, which is parsed and run like
 * any other. Its words do not follow this program's rules, so {@link LegacyWords} takes them all.
 */
abstract class LegacyCommand implements Callable<Integer> {

  private final LegacyTool tool;
  private final Secrets secrets;

  @Spec CommandSpec command;

  private LegacyWords words = LegacyWords.NONE;

  LegacyCommand(LegacyTool tool, Secrets secrets) {
    this.tool = tool;
    this.secrets = secrets;
  }

  /** Everything behind the command's name. */
  void words(LegacyWords all) {
    words = all;
  }

  @Override
  public Integer call() {
    LegacyLine line;
    try {
      line = tool.read(words.ownOptions(), words.legacy());
    } catch (LegacyLineException e) {
      throw new OptionRules(command).refusal(e.getMessage(), e);
    }
    if (line instanceof Translation translation) {
      secrets.addIn(translation.arguments());
      translation.password().ifPresent(password -> secrets.add(password.reveal()));
      return run(translation);
    }
    return answer((LegacyLine.Answer) line);
  }

  private int answer(LegacyLine.Answer answer) {
    PrintWriter out = command.commandLine().getOut();
    if (answer.version()) {
      command.root().commandLine().printVersionHelp(out);
    }
    answer.lines().forEach(out::println);
    return ExitCode.OK;
  }

  private int run(Translation translation) {
    PrintWriter out = command.commandLine().getOut();
    PrintWriter err = command.commandLine().getErr();
    if (words.explain()) {
      explain(translation);
      return ExitCode.OK;
    }
    translation.notices().forEach(notice -> err.println("sluice: " + notice));
    String[] arguments = translation.arguments().toArray(String[]::new);
    CommandLine program = Commands.commandLine(out, err, secrets, arguments);
    program.setExecutionStrategy(
        parsed -> {
          translation.password().ifPresent(password -> handOver(password, parsed));
          return new CommandLine.RunLast().execute(parsed);
        });
    return program.execute(arguments);
  }

  /** Prints the line and the scenario that it stands for. */
  private void explain(Translation translation) {
    PrintWriter out = command.commandLine().getOut();
    translation.notices().forEach(notice -> out.println("# " + notice));
    if (translation.password().isPresent()) {
      out.println("# the password goes into the environment variable SLUICE_PASSWORD");
    }
    List<String> shown =
        translation.arguments().stream().map(LegacyCommand::withoutSecrets).toList();
    out.println(new Translation(shown, List.of(), Optional.empty()).shellLine());
    ParseResult parsed =
        Commands.commandLine(out, command.commandLine().getErr())
            .parseArgs(shown.toArray(String[]::new));
    out.println();
    out.println("# as a scenario, for 'sluice run FILE':");
    new LineAsScenario(parsed.subcommand(), new ScenarioVocabulary(secrets))
        .lines()
        .forEach(out::println);
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
}
