package dev.sluice.mqsim.queue.selector;

import java.util.Locale;

/**
 * One word of a selector.
 *
 * @param text as written; for a literal text without its quotes
 */
record Token(Kind kind, String text) {

  enum Kind {
    WORD,
    TEXT,
    INTEGER,
    DECIMAL,
    SYMBOL,
    END
  }

  static final Token END = new Token(Kind.END, "end of selector");

  boolean isSymbol(String symbol) {
    return kind == Kind.SYMBOL && text.equals(symbol);
  }

  /** Keywords are not case sensitive. */
  boolean isKeyword(String keyword) {
    return kind == Kind.WORD && text.toUpperCase(Locale.ROOT).equals(keyword);
  }
}
