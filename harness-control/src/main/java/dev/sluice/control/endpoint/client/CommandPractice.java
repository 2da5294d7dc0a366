package dev.sluice.control.endpoint.client;

import dev.sluice.control.endpoint.socket.CommandServer;
import dev.sluice.control.endpoint.socket.CommandServerSettings;
import dev.sluice.core.run.RunControl;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Gives commands to a run that nobody needs, through a command socket of its own, so that the first
 * command of a person is answered as fast as later ones: by then all classes between the socket and
 * the run have been loaded.
 */
public final class CommandPractice {

  private static final Logger LOG = LoggerFactory.getLogger(CommandPractice.class);

  private static final int ROUNDS = 10;
  private static final Duration TIMEOUT = Duration.ofSeconds(10);

  private CommandPractice() {}

  /**
   * Practises; what goes wrong is of no consequence.
   *
   * @param idle the control of a run that may be changed, and that has begun
   * @param workload the name of one of its workloads
   * @return what was answered
   */
  public static List<Reply> with(RunControl idle, String workload) {
    List<String> commands =
        List.of(
            "rate " + workload + " +1",
            "rate -10%",
            "total " + workload + " 1000",
            "ALTER -rt 9",
            "status");
    CommandClient client = new CommandClient(Optional.empty());
    List<Reply> replies = new ArrayList<>();
    try (CommandServer server = new CommandServer(idle, CommandServerSettings.onLoopback(0))) {
      InetSocketAddress socket = server.start();
      HostPort address = new HostPort(socket.getAddress().getHostAddress(), socket.getPort());
      for (int round = 0; round < ROUNDS; round++) {
        commands.forEach(command -> replies.add(client.send(address, command, TIMEOUT)));
      }
    } catch (IOException e) {
      LOG.debug("commands could not be primed", e);
    }
    return replies;
  }
}
