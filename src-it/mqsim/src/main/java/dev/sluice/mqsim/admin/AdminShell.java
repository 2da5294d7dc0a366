package dev.sluice.mqsim.admin;

import dev.sluice.mqsim.cluster.SimulatedCluster;
import dev.sluice.mqsim.mqsc.MqscReader;
import dev.sluice.mqsim.queue.CallFailedException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Carries out the commands of one connection, in order.
 *
 * <p>A reply is a list of lines, the last of which begins with OK or ERR. A blank line has none.
 */
public final class AdminShell {

  private static final List<String> HELP =
      List.of(
          "start NAME                 start a queue manager",
          "stop NAME                  end it; clients do not reconnect",
          "stop -r NAME               end it after its clients have moved to other members",
          "kill NAME                  end it as a crash would; non-persistent messages are lost",
          "status [json]              members, applications, rates, utilisation, depth",
          "balance now                one balancing round",
          "balance every 5s           a balancing round every 5 seconds",
          "balance off                no balancing rounds",
          "network cut NAME           cut its network silently",
          "network restore NAME       end the cut",
          "channels cut NAME          cut its message channels off; clients stay connected",
          "channels restore NAME      end the cut",
          "mqsc NAME COMMAND          an MQSC command about queues, channels, listeners or rights",
          "mqsc NAME                  the lines that follow are a script of MQSC, until END",
          "dead-letter NAME QUEUE RC  move its messages to the dead-letter queue with this reason",
          "capacity NAME N            messages per second from now on; 0 = no limit",
          "hold APPLICATION REASON    its instances do not move, for this reason; NONE ends it",
          "publish NAME               its resource statistics now, not only every 10 seconds",
          "help                       this list",
          "quit                       end the simulator");

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
      return script == null ? execute(AdminCommand.parse(line)) : readOn(line);
    } catch (IllegalArgumentException
        | IllegalStateException
        | UncheckedIOException
        | CallFailedException e) {
      return List.of("ERR " + e.getMessage());
    }
  }

  private List<String> execute(AdminCommand command) {
    if (command instanceof AdminCommand.Start start) {
      cluster.start(start.member());
      return List.of(
          "OK %s listens on port %d".formatted(start.member(), cluster.port(start.member())));
    } else if (command instanceof AdminCommand.Stop stop) {
      if (stop.reconnect()) {
        cluster.stopWithReconnect(stop.member());
      } else {
        cluster.stop(stop.member());
      }
      return List.of("OK %s has ended".formatted(stop.member()));
    } else if (command instanceof AdminCommand.Kill kill) {
      cluster.kill(kill.member());
      return List.of("OK %s was killed".formatted(kill.member()));
    } else if (command instanceof AdminCommand.Status status) {
      return status(status.json());
    } else if (command instanceof AdminCommand.BalanceNow) {
      return List.of("OK %d instances asked to move".formatted(cluster.balanceNow()));
    } else if (command instanceof AdminCommand.BalanceEvery every) {
      cluster.balanceEvery(every.interval());
      return List.of("OK balancing every %d s".formatted(every.interval().toSeconds()));
    } else if (command instanceof AdminCommand.BalanceOff) {
      cluster.balanceOff();
      return List.of("OK balancing is off");
    } else if (command instanceof AdminCommand.CutNetwork cut) {
      cluster.cutNetwork(cut.member());
      return List.of("OK network of %s is cut".formatted(cut.member()));
    } else if (command instanceof AdminCommand.RestoreNetwork restore) {
      cluster.restoreNetwork(restore.member());
      return List.of("OK network of %s is restored".formatted(restore.member()));
    } else if (command instanceof AdminCommand.CutChannels cut) {
      cluster.cutChannels(cut.member());
      return List.of("OK channels of %s are cut off".formatted(cut.member()));
    } else if (command instanceof AdminCommand.RestoreChannels restore) {
      cluster.restoreChannels(restore.member());
      return List.of("OK channels of %s are restored".formatted(restore.member()));
    } else if (command instanceof AdminCommand.Mqsc mqsc) {
      return mqsc.command().isEmpty()
          ? beginScript(mqsc.member())
          : followedByOk(cluster.mqsc(mqsc.member(), mqsc.command()));
    } else if (command instanceof AdminCommand.DeadLetter dead) {
      int moved = cluster.deadLetter(dead.member(), dead.queue(), dead.reason());
      return List.of("OK %d messages of %s are dead letters".formatted(moved, dead.queue()));
    } else if (command instanceof AdminCommand.Capacity capacity) {
      cluster.changeCapacity(capacity.member(), capacity.messagesPerSecond());
      return List.of(
          "OK %s moves %d messages/s".formatted(capacity.member(), capacity.messagesPerSecond()));
    } else if (command instanceof AdminCommand.Hold hold) {
      int held = cluster.hold(hold.application(), hold.reason());
      return List.of(
          "OK %d instances of %s: %s".formatted(held, hold.application(), hold.reason()));
    } else if (command instanceof AdminCommand.Publish publish) {
      return List.of("OK %d publications".formatted(cluster.publishStatistics(publish.member())));
    } else if (command instanceof AdminCommand.Quit) {
      quit.run();
      return List.of("OK ending");
    }
    return followedByOk(HELP);
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
    Optional<String> command = last ? reader.end() : reader.line(line);
    if (last || reader.isOver()) {
      script = null;
    }
    List<String> reply =
        new ArrayList<>(command.map(text -> cluster.mqsc(scripted, text)).orElse(List.of()));
    reply.add(script == null ? "OK end" : "OK");
    return reply;
  }

  private List<String> status(boolean json) {
    return followedByOk(
        json ? List.of(StatusReport.json(cluster.status())) : StatusReport.text(cluster.status()));
  }

  private static List<String> followedByOk(List<String> lines) {
    List<String> reply = new ArrayList<>(lines);
    reply.add("OK");
    return reply;
  }
}
