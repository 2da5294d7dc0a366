package dev.sluice.control.command;

import dev.sluice.control.command.Syntax.Arguments;
import dev.sluice.control.secret.SecretRules;
import dev.sluice.core.result.Snapshot;
import dev.sluice.core.run.Change;
import dev.sluice.core.run.RunControl;
import dev.sluice.core.run.RunControlException;
import dev.sluice.core.run.RunStatus;
import dev.sluice.core.text.Quantities;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A request of a person or a program: one line of text as an immutable value. Each command has its
 * syntax, its text and what it does in one place. Endpoints and scenarios differ in where lines
 * come from, and in nothing else.
 */
@SuppressWarnings("ClassInitializationDeadlock") // what it names is made when a line is parsed
public sealed interface Command permits Command.OfRun, SessionCommand, OlderCommand {

  /** A line has at most this many bytes, without its end. */
  int MAX_LINE_BYTES = 1_024;

  /** How all commands are written, in the order in which {@code help} lists them. */
  List<Syntax> ALL =
      List.of(
          Rate.OF_EACH,
          Rate.IN_TOTAL,
          Pause.SYNTAX,
          Resume.SYNTAX,
          Threads.SYNTAX,
          Undo.SYNTAX,
          Status.SYNTAX,
          Stats.SYNTAX,
          SessionCommand.WATCH,
          Mark.SYNTAX,
          Stop.SYNTAX,
          Help.SYNTAX,
          SessionCommand.AUTH,
          SessionCommand.QUIT,
          OlderCommand.ALTER,
          OlderCommand.REPORT,
          OlderCommand.START,
          OlderCommand.END);

  /** A command about the run. */
  sealed interface OfRun extends Command
      permits Rate, Pause, Resume, Threads, Undo, Status, Stats, Mark, Stop, Help {

    /**
     * Carries it out, which takes as long as the change does: adding workers waits for their
     * connections.
     *
     * @return the lines of the reply, the last of which begins with {@code OK}
     * @throws RunControlException if the run refuses it
     */
    List<String> runOn(RunControl control) throws RunControlException;
  }

  /** The line it is written as; parsed, it is this command again. */
  String text();

  /** The command that makes a change. */
  static OfRun of(String workload, Change.Adjustment change) {
    if (change instanceof Change.OfRate rate) {
      return new Rate(workload, rate.change(), rate.over());
    }
    if (change instanceof Change.OfWorkers workers) {
      return new Threads(workload, workers.by());
    }
    return ((Change.OfPause) change).paused() ? new Pause(workload) : new Resume(workload);
  }

  /** Whether it may change the run, and does not only show it. */
  static boolean changes(Command command) {
    return !(command instanceof Status
        || command instanceof Stats
        || command instanceof Help
        || command instanceof OlderCommand.Report
        || command instanceof OlderCommand.Wrong
        || command instanceof SessionCommand);
  }

  /**
   * The command that a line stands for.
   *
   * @param line without blanks around it, not empty
   * @throws BadCommandException if there is none
   */
  static Command parse(String line) throws BadCommandException {
    List<String> words = Arrays.asList(line.split("\\s+"));
    Syntax syntax = Syntax.required(words.get(0));
    return syntax.parser().parse(new Arguments(syntax, words.subList(1, words.size()), line));
  }

  private static String line(Object... words) {
    return Stream.of(words)
        .map(Object::toString)
        .filter(word -> !word.isEmpty())
        .collect(Collectors.joining(" "));
  }

  /**
   * Holds the workers of a workload.
   *
   * @param workload its name, or empty for all
   */
  record Pause(String workload) implements OfRun {

    static final Syntax SYNTAX =
        Syntax.of(
            "pause [WORKLOAD]",
            "Holds workers before their next iteration.",
            arguments -> new Pause(arguments.optionalWorkload()),
            "pause");

    @Override
    public String text() {
      return line("pause", workload);
    }

    @Override
    public List<String> runOn(RunControl control) throws RunControlException {
      return RunText.effective(control.pause(workload));
    }
  }

  /**
   * Lets the workers of a workload go on.
   *
   * @param workload its name, or empty for all
   */
  record Resume(String workload) implements OfRun {

    static final Syntax SYNTAX =
        Syntax.of(
            "resume [WORKLOAD]",
            "Ends a pause; iterations missed meanwhile are not made up.",
            arguments -> new Resume(arguments.optionalWorkload()),
            "resume");

    @Override
    public String text() {
      return line("resume", workload);
    }

    @Override
    public List<String> runOn(RunControl control) throws RunControlException {
      return RunText.effective(control.resume(workload));
    }
  }

  /**
   * Starts workers, or ends some.
   *
   * @param workload its name, or empty for those that have a rate
   * @param by how many more, or below 0 how many fewer
   */
  record Threads(String workload, int by) implements OfRun {

    static final Syntax SYNTAX =
        Syntax.of(
            "threads [WORKLOAD] +N | -N",
            "Starts more workers, or ends some; replies when they are up or have ended.",
            Threads::parse,
            "threads +20");

    public Threads {
      if (by == 0) {
        throw new IllegalArgumentException("a change by no workers changes nothing");
      }
    }

    private static Threads parse(Arguments arguments) throws BadCommandException {
      arguments.requireSize(1, 2);
      String word = arguments.last();
      if (!word.startsWith("+") && !word.startsWith("-")) {
        throw BadCommandException.argument(
            Arguments.quoted(word) + " needs a sign; usage: " + SYNTAX.usage());
      }
      int count = Arguments.quantity(word.substring(1), Quantities::workers);
      return new Threads(
          arguments.size() == 2 ? arguments.word(0) : RunControl.DEFAULT_WORKLOADS,
          word.startsWith("-") ? -count : count);
    }

    @Override
    public String text() {
      return line("threads", workload, (by > 0 ? "+" : "") + by);
    }

    @Override
    public List<String> runOn(RunControl control) throws RunControlException {
      return RunText.effective(
          by > 0 ? control.addWorkers(workload, by) : control.endWorkers(workload, -by));
    }
  }

  /** Shows how the run stands. */
  record Status(boolean json) implements OfRun {

    static final Syntax SYNTAX =
        Syntax.of(
            "status [json]",
            "Shows the state of the run and its workloads.",
            arguments -> new Status(arguments.optionalJson()),
            "status",
            "status json");

    @Override
    public String text() {
      return line("status", json ? "json" : "");
    }

    @Override
    public List<String> runOn(RunControl control) throws RunControlException {
      RunStatus status = control.status();
      return json
          ? List.of(RunJson.status(status), "OK")
          : RunText.ended(
              status.workloads().stream().map(RunText::status).toList(), RunText.status(status));
    }
  }

  /** Shows the last statistics interval. */
  record Stats(boolean json) implements OfRun {

    static final Syntax SYNTAX =
        Syntax.of(
            "stats [json]",
            "The last statistics interval.",
            arguments -> new Stats(arguments.optionalJson()),
            "stats",
            "stats json");

    @Override
    public String text() {
      return line("stats", json ? "json" : "");
    }

    @Override
    public List<String> runOn(RunControl control) throws RunControlException {
      Snapshot latest = control.latest().orElseThrow(Stats::noInterval);
      return json
          ? List.of(RunJson.interval(latest), "OK")
          : RunText.ended(
              RunText.interval(latest),
              "interval of "
                  + RunText.decimals(Duration.ofNanos(latest.lengthNanos()))
                  + " s"
                  + (latest.warmup() ? ", warm-up" : ""));
    }

    static RunControlException noInterval() {
      return new RunControlException("no interval has ended yet");
    }
  }

  /**
   * Puts a remark on the time line.
   *
   * @param remark with secrets masked, because it goes into every file of the run
   */
  record Mark(String remark) implements OfRun {

    static final Syntax SYNTAX =
        Syntax.of(
            "mark TEXT",
            "Adds a remark to the timeline, in all outputs.",
            Mark::parse,
            "mark fail-over started");

    public Mark {
      remark = SecretRules.mask(remark);
    }

    private static Mark parse(Arguments arguments) throws BadCommandException {
      if (arguments.text().isEmpty()) {
        throw arguments.usage();
      }
      return new Mark(arguments.text());
    }

    @Override
    public String text() {
      return "mark " + remark;
    }

    @Override
    public List<String> runOn(RunControl control) throws RunControlException {
      control.mark(remark);
      return List.of("OK marked");
    }
  }

  /** Ends the run. */
  record Stop() implements OfRun {

    static final Syntax SYNTAX =
        Syntax.of(
            "stop", "Ends the run and prints its summary.", Arguments.none(Stop::new), "stop");

    @Override
    public String text() {
      return "stop";
    }

    @Override
    public List<String> runOn(RunControl control) throws RunControlException {
      control.stop("stopped by command");
      return List.of("OK the run is ending");
    }
  }

  /**
   * Lists the commands, or explains one.
   *
   * @param command its first word, or empty for all
   */
  record Help(String command) implements OfRun {

    static final Syntax SYNTAX =
        Syntax.of(
            "help [COMMAND]", "Lists the commands, or explains one.", Help::parse, "help rate");

    private static Help parse(Arguments arguments) throws BadCommandException {
      arguments.requireSize(0, 1);
      if (arguments.size() == 0) {
        return new Help("");
      }
      String word = arguments.word(0);
      if (Syntax.named(word).isEmpty()) {
        throw BadCommandException.argument("unknown command " + Syntax.unknown(word));
      }
      return new Help(word);
    }

    @Override
    public String text() {
      return line("help", command);
    }

    @Override
    public List<String> runOn(RunControl control) {
      return RunText.ended(
          Syntax.named(command).map(Syntax::help).orElseGet(Syntax::list),
          command.isEmpty() ? "help COMMAND shows more" : "");
    }
  }
}
