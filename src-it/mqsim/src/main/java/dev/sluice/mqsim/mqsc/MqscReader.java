package dev.sluice.mqsim.mqsc;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Joins the lines of a script to commands, as runmqsc does. At the end of a line, a + continues the
 * command with the first character of the next line that is not blank, a - with its first
 * character, and a semicolon ends it. White space at the end of a line, blank lines, and lines that
 * begin with an asterisk do not count. END, EXIT or QUIT ends the script. Not thread-safe.
 */
public final class MqscReader {

  private static final Pattern END = Pattern.compile("(?i)\\s*(?:END|EXIT|QUIT)\\s*");

  private final StringBuilder begun = new StringBuilder();
  private int linesRead;
  private int begunOnLine;
  private boolean skipsBlanks;
  private boolean over;

  /** The commands of a whole script. */
  public static List<NumberedCommand> commands(String script) {
    MqscReader reader = new MqscReader();
    List<NumberedCommand> commands = new ArrayList<>();
    script.lines().forEach(line -> reader.line(line).ifPresent(commands::add));
    reader.end().ifPresent(commands::add);
    return commands;
  }

  /** Takes the next line; returns the command that ends with it. */
  public Optional<NumberedCommand> line(String line) {
    linesRead++;
    String text = line.stripTrailing();
    if (over || text.isEmpty() || text.startsWith("*")) {
      return Optional.empty();
    }
    String piece = skipsBlanks ? text.stripLeading() : text;
    char last = text.charAt(text.length() - 1);
    boolean continues = last == '+' || last == '-';
    begunOnLine = begun.isEmpty() ? linesRead : begunOnLine;
    begun.append(piece, 0, continues || last == ';' ? piece.length() - 1 : piece.length());
    skipsBlanks = last == '+';
    return continues ? Optional.empty() : end();
  }

  /** The script ends; returns the command that was to be continued. */
  public Optional<NumberedCommand> end() {
    String command = begun.toString();
    begun.setLength(0);
    skipsBlanks = false;
    over = over || END.matcher(command).matches();
    return over || command.isBlank()
        ? Optional.empty()
        : Optional.of(new NumberedCommand(begunOnLine, command.strip()));
  }

  /** Whether the script has said that it ends. */
  public boolean isOver() {
    return over;
  }
}
