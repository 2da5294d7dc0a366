package dev.sluice.mqsim.queue.selector;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Cuts the text of a selector into tokens. */
final class SelectorLexer {

  /** One alternative per kind of token; the names of the groups say which. */
  private static final Pattern TOKEN =
      Pattern.compile(
          "\\s*(?:"
              + "(?<text>'(?:[^']|'')*')"
              + "|(?<decimal>(?:\\d+\\.\\d*|\\.\\d+)(?:[eE][+-]?\\d+)?[fFdD]?|\\d+[eE][+-]?\\d+[fFdD]?|\\d+[fFdD])"
              + "|(?<integer>0[xX][0-9a-fA-F]+[lL]?|\\d+[lL]?)"
              + "|(?<word>[\\p{javaJavaIdentifierStart}&&[^\\d]][\\p{javaJavaIdentifierPart}.]*)"
              + "|(?<symbol><>|<=|>=|[=<>+\\-*/(),])"
              + ")");

  private SelectorLexer() {}

  static List<Token> tokens(String text) {
    List<Token> tokens = new ArrayList<>();
    String rest = text.stripTrailing();
    Matcher matcher = TOKEN.matcher(rest);
    int at = 0;
    while (at < rest.length()) {
      matcher.region(at, rest.length());
      if (!matcher.lookingAt()) {
        throw new InvalidSelectorException("cannot read '%s'".formatted(rest.substring(at)));
      }
      tokens.add(token(matcher));
      at = matcher.end();
    }
    tokens.add(Token.END);
    return tokens;
  }

  private static Token token(Matcher matcher) {
    if (matcher.group("text") != null) {
      String quoted = matcher.group("text");
      String unquoted = quoted.substring(1, quoted.length() - 1).replace("''", "'");
      return new Token(Token.Kind.TEXT, unquoted);
    }
    if (matcher.group("decimal") != null) {
      return new Token(Token.Kind.DECIMAL, matcher.group("decimal"));
    }
    if (matcher.group("integer") != null) {
      return new Token(Token.Kind.INTEGER, matcher.group("integer"));
    }
    if (matcher.group("word") != null) {
      return new Token(Token.Kind.WORD, matcher.group("word"));
    }
    return new Token(Token.Kind.SYMBOL, matcher.group("symbol"));
  }
}
