package dev.sluice.control.top;

import dev.sluice.control.endpoint.client.CommandClient;
import dev.sluice.control.endpoint.client.HostPort;
import dev.sluice.control.endpoint.client.IntervalWatch;
import dev.sluice.control.endpoint.client.Reply;
import java.io.IOException;
import java.time.Duration;
import org.jline.terminal.Terminal;
import org.jline.terminal.TerminalBuilder;

/** The screen of a run behind a command socket, on this process's terminal. */
public final class RemoteTop {

  private RemoteTop() {}

  /**
   * Shows it until somebody has seen enough.
   *
   * @param client has the token, if one is needed
   * @param timeout for the reply to a command
   */
  public static void show(CommandClient client, HostPort at, Duration timeout) throws IOException {
    TopScreen screen = new TopScreen(at.toString());
    try (Terminal terminal = TerminalBuilder.builder().system(true).dumb(true).build();
        IntervalWatch watch = new IntervalWatch(client, at, screen)) {
      watch.start();
      new Top(terminal, screen, line -> told(client.send(at, line, timeout))).run();
    }
  }

  private static String told(Reply reply) {
    if (!reply.ok()) {
      return reply.problem();
    }
    return reply.lines().isEmpty() ? "OK" : reply.lines().get(reply.lines().size() - 1);
  }
}
