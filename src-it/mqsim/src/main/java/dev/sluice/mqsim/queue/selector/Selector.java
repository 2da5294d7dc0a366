package dev.sluice.mqsim.queue.selector;

/** A parsed message selector. */
public final class Selector {

  private final String text;
  private final Expression condition;

  private Selector(String text, Expression condition) {
    this.text = text;
    this.condition = condition;
  }

  /**
   * Parses a selector.
   *
   * @throws InvalidSelectorException if the text is none
   */
  public static Selector parse(String text) {
    return new Selector(text, new SelectorParser(SelectorLexer.tokens(text)).parse());
  }

  /** Whether the condition is true, neither false nor unknown. */
  public boolean accepts(PropertySource message) {
    return Boolean.TRUE.equals(condition.evaluate(message));
  }

  @Override
  public String toString() {
    return text;
  }
}
