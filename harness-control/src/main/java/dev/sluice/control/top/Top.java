package dev.sluice.control.top;

import dev.sluice.control.endpoint.client.CommandClient;
import dev.sluice.control.endpoint.client.HostPort;
import dev.sluice.control.endpoint.client.IntervalWatch;
import dev.sluice.control.endpoint.client.Reply;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.jline.terminal.Attributes;
import org.jline.terminal.Size;
import org.jline.terminal.Terminal;
import org.jline.terminal.TerminalBuilder;
import org.jline.utils.AttributedString;
import org.jline.utils.Display;
import org.jline.utils.InfoCmp.Capability;
import org.jline.utils.NonBlockingReader;

/**
 * Draws the screen and takes keys, each of which is a command to the run. On a terminal that cannot
 * move its cursor, or in a pipe, plain lines are printed whenever they change. One thread.
 */
public final class Top {

  private static final long PERIOD_MILLIS = 500;
  private static final int WIDTH_OF_A_PIPE = 100;
  private static final int END_OF_TEXT = 3; // control-C

  private final Terminal terminal;
  private final TopScreen screen;
  private final UnaryOperator<String> commands;
  private volatile boolean over;

  /**
   * @param terminal belongs to the caller
   * @param commands carries out a command and answers what came of it, one line
   */
  Top(Terminal terminal, TopScreen screen, UnaryOperator<String> commands) {
    this.terminal = terminal;
    this.screen = screen;
    this.commands = commands;
  }

  /** Shows the run until somebody has seen enough. */
  void run() throws IOException {
    terminal.handle(Terminal.Signal.INT, signal -> over = true);
    Attributes before = terminal.enterRawMode();
    boolean plain = terminal.getType().startsWith(Terminal.TYPE_DUMB);
    Display display = plain ? null : new Display(terminal, true);
    if (!plain) {
      terminal.puts(Capability.enter_ca_mode);
      terminal.puts(Capability.cursor_invisible);
    }
    try {
      List<String> shown = List.of();
      while (!over) {
        List<String> lines = screen.lines(width());
        if (!lines.equals(shown)) {
          show(display, lines);
          shown = lines;
        }
        press(terminal.reader().read(PERIOD_MILLIS));
      }
    } finally {
      if (!plain) {
        terminal.puts(Capability.cursor_visible);
        terminal.puts(Capability.exit_ca_mode);
      }
      terminal.setAttributes(before);
      terminal.flush();
    }
  }

  private int width() {
    int columns = terminal.getWidth();
    return columns > 0 ? columns : WIDTH_OF_A_PIPE;
  }

  private void show(Display display, List<String> lines) {
    if (display == null) {
      lines.forEach(terminal.writer()::println);
      terminal.flush();
      return;
    }
    Size size = new Size(width(), Math.max(1, terminal.getHeight()));
    display.resize(size.getRows(), size.getColumns());
    List<AttributedString> rows = new ArrayList<>();
    lines.stream().limit(size.getRows()).map(AttributedString::new).forEach(rows::add);
    display.update(rows, 0);
  }

  private void press(int key) {
    switch (key) {
      case NonBlockingReader.READ_EXPIRED -> {}
      case NonBlockingReader.EOF, END_OF_TEXT, 'q' -> over = true;
      case '\t' -> screen.selectNext();
      case '?' -> screen.toggleKeys();
      default -> command(key).ifPresent(line -> screen.say(line + ": " + commands.apply(line)));
    }
  }

  private Optional<String> command(int key) {
    return switch (key) {
      case '+', '=' -> Optional.of(ofSelected("rate", "+10%"));
      case '-' -> Optional.of(ofSelected("rate", "-10%"));
      case '>' -> Optional.of(ofSelected("rate", "+25%"));
      case '<' -> Optional.of(ofSelected("rate", "-25%"));
      case ']' -> Optional.of(ofSelected("threads", "+1"));
      case '[' -> Optional.of(ofSelected("threads", "-1"));
      case 'u' -> Optional.of(ofSelected("undo", ""));
      case ' ' -> Optional.of(screen.paused() ? "resume" : "pause");
      case 'm' -> Optional.of("mark by top");
      default -> Optional.empty();
    };
  }

  private String ofSelected(String word, String change) {
    return (word + " " + screen.selected().map(name -> name + " ").orElse("") + change).strip();
  }

  /**
   * Shows the run behind a command socket on the terminal of this process.
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
