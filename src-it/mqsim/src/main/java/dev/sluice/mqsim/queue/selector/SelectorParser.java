package dev.sluice.mqsim.queue.selector;

import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** Recursive descent over the tokens of a selector; one method per level of precedence. */
final class SelectorParser {

  private static final Set<String> RESERVED =
      Set.of("NULL", "NOT", "AND", "OR", "BETWEEN", "LIKE", "IN", "IS", "ESCAPE");
  private static final Set<String> COMPARISONS = Set.of("=", "<>", "<", "<=", ">", ">=");
  private static final int MAX_NESTING = 200;

  private final List<Token> tokens;
  private int at;
  private int nesting;

  SelectorParser(List<Token> tokens) {
    this.tokens = tokens;
  }

  Expression parse() {
    Expression condition = disjunction();
    if (current().kind() != Token.Kind.END) {
      throw unexpected();
    }
    return condition;
  }

  private Expression disjunction() {
    if (++nesting > MAX_NESTING) {
      throw new InvalidSelectorException("nested too deeply");
    }
    Expression left = conjunction();
    while (acceptKeyword("OR")) {
      left = new Expression.Or(left, conjunction());
    }
    nesting--;
    return left;
  }

  private Expression conjunction() {
    Expression left = negation();
    while (acceptKeyword("AND")) {
      left = new Expression.And(left, negation());
    }
    return left;
  }

  private Expression negation() {
    boolean negated = false;
    while (acceptKeyword("NOT")) {
      negated = !negated;
    }
    Expression predicate = predicate();
    return negated ? new Expression.Not(predicate) : predicate;
  }

  private Expression predicate() {
    Expression left = sum();
    Token operator = current();
    if (operator.kind() == Token.Kind.SYMBOL && COMPARISONS.contains(operator.text())) {
      at++;
      return new Expression.Comparison(operator.text(), left, sum());
    }
    if (acceptKeyword("IS")) {
      boolean negated = acceptKeyword("NOT");
      expectKeyword("NULL");
      return negatedIf(negated, new Expression.IsNull(left));
    }
    boolean negated = acceptKeyword("NOT");
    if (acceptKeyword("BETWEEN")) {
      return negatedIf(negated, between(left));
    }
    if (acceptKeyword("IN")) {
      return negatedIf(negated, new Expression.In(left, texts()));
    }
    if (acceptKeyword("LIKE")) {
      return negatedIf(negated, like(left));
    }
    if (negated) {
      throw unexpected();
    }
    return left;
  }

  private static Expression negatedIf(boolean negated, Expression expression) {
    return negated ? new Expression.Not(expression) : expression;
  }

  private Expression between(Expression value) {
    Expression low = sum();
    expectKeyword("AND");
    Expression high = sum();
    return new Expression.And(
        new Expression.Comparison(">=", value, low), new Expression.Comparison("<=", value, high));
  }

  private Set<String> texts() {
    expectSymbol("(");
    Set<String> texts = new HashSet<>();
    do {
      texts.add(text());
    } while (acceptSymbol(","));
    expectSymbol(")");
    return texts;
  }

  private Expression like(Expression value) {
    String pattern = text();
    String escape = acceptKeyword("ESCAPE") ? text() : "";
    if (escape.length() > 1) {
      throw new InvalidSelectorException("an escape of more than one character");
    }
    return new Expression.Like(value, LikePattern.compile(pattern, escape));
  }

  private Expression sum() {
    Expression left = product();
    while (current().isSymbol("+") || current().isSymbol("-")) {
      String operator = next().text();
      left = new Expression.Arithmetic(operator, left, product());
    }
    return left;
  }

  private Expression product() {
    Expression left = signed();
    while (current().isSymbol("*") || current().isSymbol("/")) {
      String operator = next().text();
      left = new Expression.Arithmetic(operator, left, signed());
    }
    return left;
  }

  private Expression signed() {
    boolean negative = false;
    while (current().isSymbol("+") || current().isSymbol("-")) {
      negative ^= next().isSymbol("-");
    }
    Expression operand = operand();
    return negative ? new Expression.Arithmetic("-", new Expression.Literal(0L), operand) : operand;
  }

  private Expression operand() {
    Token token = next();
    return switch (token.kind()) {
      case TEXT -> new Expression.Literal(token.text());
      case INTEGER -> new Expression.Literal(integer(token.text()));
      case DECIMAL -> new Expression.Literal(Double.valueOf(token.text()));
      case WORD -> word(token);
      case SYMBOL, END -> {
        if (token.isSymbol("(")) {
          Expression inner = disjunction();
          expectSymbol(")");
          yield inner;
        }
        at--;
        throw unexpected();
      }
    };
  }

  private Expression word(Token token) {
    String upperCase = token.text().toUpperCase(Locale.ROOT);
    if (upperCase.equals("TRUE") || upperCase.equals("FALSE")) {
      return new Expression.Literal(upperCase.equals("TRUE"));
    }
    if (RESERVED.contains(upperCase)) {
      at--;
      throw unexpected();
    }
    return new Expression.Property(token.text());
  }

  private static Long integer(String text) {
    String digits = text.replaceAll("[lL]$", "");
    try {
      return Long.decode(digits.matches("0+\\d+") ? digits.replaceFirst("^0+", "") : digits);
    } catch (NumberFormatException e) {
      throw new InvalidSelectorException("a number out of range: " + text);
    }
  }

  private String text() {
    if (current().kind() != Token.Kind.TEXT) {
      throw unexpected();
    }
    return next().text();
  }

  private Token current() {
    return tokens.get(at);
  }

  private Token next() {
    Token token = tokens.get(at);
    at++;
    return token;
  }

  private boolean acceptKeyword(String keyword) {
    boolean accepted = current().isKeyword(keyword);
    at += accepted ? 1 : 0;
    return accepted;
  }

  private void expectKeyword(String keyword) {
    if (!acceptKeyword(keyword)) {
      throw unexpected();
    }
  }

  private boolean acceptSymbol(String symbol) {
    boolean accepted = current().isSymbol(symbol);
    at += accepted ? 1 : 0;
    return accepted;
  }

  private void expectSymbol(String symbol) {
    if (!acceptSymbol(symbol)) {
      throw unexpected();
    }
  }

  private InvalidSelectorException unexpected() {
    return new InvalidSelectorException("did not expect '%s' here".formatted(current().text()));
  }
}
