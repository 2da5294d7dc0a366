package dev.sluice.control.scenario.yaml;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A command line for a shell. Secrets reach the shell in its environment, because everybody on the
 * host can read command lines. Immutable.
 *
 * @param text with all variables filled in, for people; it is masked where it leaves this process
 * @param script what the shell runs: for a secret it has a reference to a variable of its
 *     environment
 * @param environment those variables
 */
public record ShellCommand(String text, String script, Map<String, String> environment) {

  public ShellCommand {
    environment = Map.copyOf(environment);
  }

  /** A command line without secrets. */
  public static ShellCommand of(String text) {
    return new ShellCommand(text, text, Map.of());
  }

  /** Its text is masked where it leaves this process; its environment never leaves it as text. */
  @Override
  public String toString() {
    return text;
  }

  /**
   * Puts a command line together, piece by piece, and follows its quotes: a reference to a variable
   * must stay one word, and must not end up inside single quotes, where a shell sees no variables.
   */
  static final class Builder {

    private static final String VARIABLE = "SLUICE_SECRET_";

    private final StringBuilder text = new StringBuilder();
    private final StringBuilder script = new StringBuilder();
    private final Map<String, String> environment = new LinkedHashMap<>();
    private final Deque<Character> outerQuotes = new ArrayDeque<>(); // around $( and (
    private char quote; // 0 outside of quotes
    private char previous;
    private boolean escaped; // whether the next character is behind a backslash

    /** A piece of the command line itself. */
    void append(CharSequence piece) {
      text.append(piece);
      script.append(piece);
      piece.chars().forEach(c -> follow((char) c));
    }

    /** A secret, which a word of the command line holds or is. */
    void appendSecret(String secret) {
      if (escaped) { // no reference can stand behind a backslash
        append(secret);
        return;
      }
      String variable = VARIABLE + (environment.size() + 1);
      environment.put(variable, secret);
      text.append(secret);
      script.append(
          switch (quote) {
            case '"' -> "${" + variable + "}";
            case '\'' -> "'\"${" + variable + "}\"'";
            default -> "\"${" + variable + "}\"";
          });
    }

    ShellCommand build() {
      return hasHereDocument()
          ? of(text.toString()) // whose quotes are text, and whose end decides about variables
          : new ShellCommand(text.toString(), script.toString(), environment);
    }

    private boolean hasHereDocument() {
      return script.toString().replace("<<<", "").contains("<<");
    }

    private void follow(char c) {
      if (escaped) {
        escaped = false;
      } else if (c == '\\' && quote != '\'') {
        escaped = true;
      } else if (quote == c) {
        quote = 0;
      } else if (quote == 0 && (c == '"' || c == '\'')) {
        quote = c;
      } else if (c == '(' && (quote == 0 || (quote == '"' && previous == '$'))) {
        outerQuotes.push(quote);
        quote = 0;
      } else if (c == ')' && quote == 0 && !outerQuotes.isEmpty()) {
        quote = outerQuotes.pop();
      }
      previous = c;
    }
  }
}
