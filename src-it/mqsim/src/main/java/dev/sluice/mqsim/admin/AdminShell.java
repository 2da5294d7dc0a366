package dev.sluice.mqsim.admin;

import dev.sluice.mqsim.cluster.SimulatedCluster;
import dev.sluice.mqsim.queue.CallFailedException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;

/**
 * Carries commands out. May be used by several threads; the cluster takes care of itself.
 *
 * <p>A reply is a list of lines, the last of which begins with OK or ERR.
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
          "dead-letter NAME QUEUE RC  move its messages to the dead-letter queue with this reason",
          "capacity NAME N            messages per second from now on; 0 = no limit",
          "hold APPLICATION REASON    its instances do not move, for this reason; NONE ends it",
          "publish NAME               its resource statistics now, not only every 10 seconds",
          "help                       this list",
          "quit                       end the simulator");

  private final SimulatedCluster cluster;
  private final Runnable quit;

  /**
   * @param quit what to do when asked to quit; must not block
   */
  public AdminShell(SimulatedCluster cluster, Runnable quit) {
    this.cluster = cluster;
    this.quit = quit;
  }

  /** Carries one line out and returns the reply. */
  public List<String> execute(String line) {
    try {
      return execute(AdminCommand.parse(line));
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
      return followedByOk(cluster.mqsc(mqsc.member(), mqsc.command()));
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
