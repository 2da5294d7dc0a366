package dev.sluice.mqsim.admin;

import dev.sluice.mqsim.cluster.SimulatedCluster;
import dev.sluice.mqsim.conversation.Immovability;
import dev.sluice.mqsim.mqsc.MqscReader;
import dev.sluice.mqsim.mqsc.NumberedCommand;
import dev.sluice.mqsim.queue.CallFailedException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Carries out the commands of one connection, in order.
 *
 * <p>A reply is a list of lines, the last of which begins with OK or ERR. A blank line has none.
 */
public final class AdminShell {

  /** How each command is written, and what it does. */
  private static final String HELP =
      """
      start NAME                 start a queue manager
      stop NAME                  end it; clients do not reconnect
      stop -r NAME               end it after its clients have moved to other members
      kill NAME                  end it as a crash would; non-persistent messages are lost
      status                     members, applications, rates, utilisation, depth
      status json                the same for programs
      balance now                one balancing round
      balance every 5s           a balancing round every 5 seconds
      balance off                no balancing rounds
      network cut NAME           cut its network silently
      network restore NAME       end the cut
      channels cut NAME          cut its message channels off; clients stay connected
      channels restore NAME      end the cut
      mqsc NAME COMMAND          an MQSC command
      mqsc NAME                  the lines that follow are a script of MQSC, until END
      dead-letter NAME QUEUE RC  move its messages to the dead-letter queue with this reason
      capacity NAME N            messages per second from now on; 0 = no limit
      hold APPLICATION REASON    its instances do not move, for this reason; NONE ends it
      publish NAME               its resource statistics now, not only every 10 seconds
      help                       this list
      quit                       end the simulator
      """;

  /**
   * A command.
   *
   * @param usage its words; what is not in lower case stands for a value
   * @param pattern of a line, with a group for each value
   */
  private record Command(String usage, Pattern pattern) {

    private static final List<Command> ALL = HELP.lines().map(Command::of).toList();

    private static Command of(String help) {
      String usage = help.split(" {2,}")[0];
      String pattern =
          Arrays.stream(usage.split(" ")).map(Command::word).collect(Collectors.joining("\\s+"));
      return new Command(usage, Pattern.compile(pattern));
    }

    private static String word(String word) {
      return switch (word) {
        case "NAME", "QUEUE", "APPLICATION", "REASON" -> "([^\\s-]\\S*)";
        case "COMMAND" -> "(.+)";
        case "RC" -> "([1-9][0-9]{3})";
        case "N" -> "([0-9]{1,9})";
        case "5s" -> "([1-9][0-9]{0,5})s";
        default -> Pattern.quote(word);
      };
    }
  }

  private static final String END_OF_TEXT = "\004";

  private final SimulatedCluster cluster;
  private final Runnable quit;
  private String scripted;
  private MqscReader script;

  /**
   * @param quit what to do when asked to quit; must not block
   */
  public AdminShell(SimulatedCluster cluster, Runnable quit) {
    this.cluster = cluster;
    this.quit = quit;
  }

  /** Carries one line out and returns the reply. */
  public List<String> execute(String line) {
    if (line.isBlank() && script == null) {
      return List.of();
    }
    try {
      return script == null ? carryOut(line.strip()) : readOn(line);
    } catch (IllegalArgumentException
        | IllegalStateException
        | UncheckedIOException
        | CallFailedException e) {
      return List.of("ERR " + e.getMessage());
    }
  }

  private List<String> carryOut(String line) {
    for (Command command : Command.ALL) {
      Matcher matcher = command.pattern().matcher(line);
      if (matcher.matches()) {
        return carryOut(command.usage(), matcher);
      }
    }
    String verb = line.split("\\s+")[0];
    String usages =
        Command.ALL.stream()
            .map(Command::usage)
            .filter(usage -> usage.split(" ")[0].equals(verb))
            .collect(Collectors.joining(" | "));
    throw new IllegalArgumentException(
        usages.isEmpty()
            ? "unknown command '%s'; try help".formatted(verb)
            : "expected: " + usages);
  }

  private List<String> carryOut(String usage, MatchResult values) {
    String name = values.groupCount() > 0 ? values.group(1) : "";
    return switch (usage) {
      case "start NAME" -> {
        cluster.start(name);
        yield ok("%s listens on port %d".formatted(name, cluster.port(name)));
      }
      case "stop NAME" -> done(() -> cluster.stop(name), name + " has ended");
      case "stop -r NAME" -> done(() -> cluster.stopWithReconnect(name), name + " has ended");
      case "kill NAME" -> done(() -> cluster.kill(name), name + " was killed");
      case "status" -> lines(StatusReport.text(cluster.status()));
      case "status json" -> lines(List.of(StatusReport.json(cluster.status())));
      case "balance now" -> ok(cluster.balanceNow() + " instances asked to move");
      case "balance every 5s" ->
          done(
              () -> cluster.balanceEvery(Duration.ofSeconds(number(values, 1))),
              "balancing every %d s".formatted(number(values, 1)));
      case "balance off" -> done(cluster::balanceOff, "balancing is off");
      case "network cut NAME" ->
          done(() -> cluster.cutNetwork(name), "network of %s is cut".formatted(name));
      case "network restore NAME" ->
          done(() -> cluster.restoreNetwork(name), "network of %s is restored".formatted(name));
      case "channels cut NAME" ->
          done(() -> cluster.cutChannels(name), "channels of %s are cut off".formatted(name));
      case "channels restore NAME" ->
          done(() -> cluster.restoreChannels(name), "channels of %s are restored".formatted(name));
      case "mqsc NAME COMMAND" -> lines(cluster.mqsc(name, values.group(2)));
      case "mqsc NAME" -> beginScript(name);
      case "dead-letter NAME QUEUE RC" -> {
        int moved = cluster.deadLetter(name, values.group(2), number(values, 3));
        yield ok("%d messages of %s are dead letters".formatted(moved, values.group(2)));
      }
      case "capacity NAME N" ->
          done(
              () -> cluster.changeCapacity(name, number(values, 2)),
              "%s moves %d messages/s".formatted(name, number(values, 2)));
      case "hold APPLICATION REASON" -> hold(name, values.group(2));
      case "publish NAME" -> ok(cluster.publishStatistics(name) + " publications");
      case "quit" -> done(quit, "ending");
      default -> lines(HELP.lines().toList());
    };
  }

  private static List<String> done(Runnable action, String reply) {
    action.run();
    return ok(reply);
  }

  private static List<String> ok(String reply) {
    return List.of("OK " + reply);
  }

  private static List<String> lines(List<String> lines) {
    return Stream.concat(lines.stream(), Stream.of("OK")).toList();
  }

  private static int number(MatchResult values, int place) {
    return Integer.parseInt(values.group(place));
  }

  private List<String> hold(String application, String name) {
    Immovability reason =
        Arrays.stream(Immovability.values())
            .filter(each -> each.name().equals(name))
            .findFirst()
            .orElseThrow(
                () ->
                    new IllegalArgumentException(
                        "expected: REASON is one of " + List.of(Immovability.values())));
    int held = cluster.hold(application, reason);
    return ok("%d instances of %s: %s".formatted(held, application, reason));
  }

  private List<String> beginScript(String member) {
    cluster.port(member); // fails if there is no such queue manager
    scripted = member;
    script = new MqscReader();
    return List.of("OK");
  }

  /** Takes a line of a script, which END ends, or the sign for the end of a text. */
  private List<String> readOn(String line) {
    MqscReader reader = script;
    boolean last = line.equals(END_OF_TEXT);
    Optional<NumberedCommand> command = last ? reader.end() : reader.line(line);
    if (last || reader.isOver()) {
      script = null;
    }
    List<String> reply =
        new ArrayList<>(command.map(each -> cluster.mqsc(scripted, each)).orElse(List.of()));
    reply.add(script == null ? "OK end" : "OK");
    return reply;
  }
}
