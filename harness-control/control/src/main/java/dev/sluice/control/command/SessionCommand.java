package dev.sluice.control.command;

import dev.sluice.control.command.Syntax.Arguments;
import dev.sluice.core.result.Snapshot;
import dev.sluice.core.text.Quantities;
import java.time.Duration;
import java.util.List;

/** A command about the connection that it comes over. */
@SuppressWarnings("ClassInitializationDeadlock") // what it names is made when a line is parsed
public sealed interface SessionCommand extends Command {

  Syntax WATCH =
      Syntax.of(
          "watch [PERIOD] [json]",
          "Prints a line per workload and interval, or per period if that is longer, "
              + "until you send a line.",
          Watch::parse,
          "watch",
          "watch 10s",
          "watch json");

  Syntax AUTH =
      Syntax.of(
          "auth TOKEN",
          "Sends the token, if the socket needs one.",
          Auth::parse,
          "auth s3cretW0rd");

  Syntax QUIT =
      Syntax.of("quit", "Closes this connection (also: exit).", Arguments.none(Quit::new), "quit");

  /** A connection, to the commands about it. */
  interface Session {

    void authenticate(String token);

    /** Sends intervals from now on, until a line comes. */
    void watch(Watch asked);

    void quit();
  }

  /** Carries it out. */
  void runIn(Session session);

  /** Whether it is carried out before the token was shown, too. */
  default boolean needsNoToken() {
    return true;
  }

  /** Shows the token. */
  record Auth(String token) implements SessionCommand {

    private static Auth parse(Arguments arguments) throws BadCommandException {
      arguments.requireSize(1, 1);
      return new Auth(arguments.word(0));
    }

    @Override
    public String text() {
      return "auth " + token;
    }

    @Override
    public void runIn(Session session) {
      session.authenticate(token);
    }

    @Override
    public String toString() {
      return "Auth[masked]"; // even a wrong token may be the right one of another socket
    }
  }

  /**
   * Shows intervals as they end.
   *
   * @param period the least time from one to the next, zero for all
   */
  record Watch(Duration period, boolean json) implements SessionCommand {

    private static Watch parse(Arguments arguments) throws BadCommandException {
      boolean json = arguments.size() > 0 && Arguments.isJson(arguments.last());
      int times = arguments.size() - (json ? 1 : 0);
      if (times > 1) {
        throw arguments.usage();
      }
      return new Watch(
          times == 0 ? Duration.ZERO : Arguments.quantity(arguments.word(0), Quantities::time),
          json);
    }

    /** The contents of an interval that are sent. */
    public List<String> lines(Snapshot interval) {
      return json ? List.of(RunJson.watched(interval)) : RunText.interval(interval);
    }

    @Override
    public String text() {
      return "watch"
          + (period.isZero() ? "" : " " + Quantities.text(period))
          + (json ? " json" : "");
    }

    @Override
    public void runIn(Session session) {
      session.watch(this);
    }

    @Override
    public boolean needsNoToken() {
      return false;
    }
  }

  /** Closes the connection. */
  record Quit() implements SessionCommand {
    @Override
    public String text() {
      return "quit";
    }

    @Override
    public void runIn(Session session) {
      session.quit();
    }
  }
}
