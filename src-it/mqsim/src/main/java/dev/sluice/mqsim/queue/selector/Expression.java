package dev.sluice.mqsim.queue.selector;

import java.util.Set;
import java.util.regex.Pattern;

/** A node of a selector. Evaluates to Boolean, Long, Double or String; null is unknown. */
sealed interface Expression {

  Object evaluate(PropertySource message);

  /** A constant. */
  record Literal(Object value) implements Expression {
    @Override
    public Object evaluate(PropertySource message) {
      return value;
    }
  }

  /** A property or header field of the message. */
  record Property(String name) implements Expression {
    @Override
    public Object evaluate(PropertySource message) {
      return message.property(name);
    }
  }

  /** False if one side is false, else unknown if one side is unknown. */
  record And(Expression left, Expression right) implements Expression {
    @Override
    public Object evaluate(PropertySource message) {
      Boolean a = asBoolean(left.evaluate(message));
      if (Boolean.FALSE.equals(a)) {
        return false;
      }
      Boolean b = asBoolean(right.evaluate(message));
      if (Boolean.FALSE.equals(b)) {
        return false;
      }
      return (a == null || b == null) ? null : Boolean.TRUE;
    }
  }

  /** True if one side is true, else unknown if one side is unknown. */
  record Or(Expression left, Expression right) implements Expression {
    @Override
    public Object evaluate(PropertySource message) {
      Boolean a = asBoolean(left.evaluate(message));
      if (Boolean.TRUE.equals(a)) {
        return true;
      }
      Boolean b = asBoolean(right.evaluate(message));
      if (Boolean.TRUE.equals(b)) {
        return true;
      }
      return (a == null || b == null) ? null : Boolean.FALSE;
    }
  }

  /** The opposite; unknown stays unknown. */
  record Not(Expression operand) implements Expression {
    @Override
    public Object evaluate(PropertySource message) {
      Boolean value = asBoolean(operand.evaluate(message));
      return value == null ? null : !value;
    }
  }

  /** Never unknown. */
  record IsNull(Expression operand) implements Expression {
    @Override
    public Object evaluate(PropertySource message) {
      return operand.evaluate(message) == null;
    }
  }

  /** Membership in a list of texts. */
  record In(Expression operand, Set<String> texts) implements Expression {
    @Override
    public Object evaluate(PropertySource message) {
      Object value = operand.evaluate(message);
      return value == null ? null : value instanceof String text && texts.contains(text);
    }
  }

  /** A text against a pattern. */
  record Like(Expression operand, Pattern pattern) implements Expression {
    @Override
    public Object evaluate(PropertySource message) {
      Object value = operand.evaluate(message);
      return value == null ? null : value instanceof String text && pattern.matcher(text).matches();
    }
  }

  /** Numbers compare by value, texts and booleans for equality only; unlike types are not equal. */
  record Comparison(String operator, Expression left, Expression right) implements Expression {
    @Override
    public Object evaluate(PropertySource message) {
      Object a = left.evaluate(message);
      Object b = right.evaluate(message);
      if (a == null || b == null) {
        return null;
      }
      if (a instanceof Number x && b instanceof Number y) {
        return holds(compare(x, y));
      }
      boolean comparable = a.getClass() == b.getClass();
      return switch (operator) {
        case "=" -> comparable && a.equals(b);
        case "<>" -> comparable && !a.equals(b);
        default -> false;
      };
    }

    private boolean holds(int comparison) {
      return switch (operator) {
        case "=" -> comparison == 0;
        case "<>" -> comparison != 0;
        case "<" -> comparison < 0;
        case "<=" -> comparison <= 0;
        case ">" -> comparison > 0;
        case ">=" -> comparison >= 0;
        default -> throw new IllegalStateException("no comparison: " + operator);
      };
    }

    private static int compare(Number x, Number y) {
      return x instanceof Long a && y instanceof Long b
          ? Long.compare(a, b)
          : Double.compare(x.doubleValue(), y.doubleValue());
    }
  }

  /** Whole numbers as long as both sides are; unknown if a side is no number. */
  record Arithmetic(String operator, Expression left, Expression right) implements Expression {
    @Override
    public Object evaluate(PropertySource message) {
      Object a = left.evaluate(message);
      Object b = right.evaluate(message);
      if (!(a instanceof Number x) || !(b instanceof Number y)) {
        return null;
      }
      return x instanceof Long m && y instanceof Long n
          ? whole(m, n)
          : decimal(x.doubleValue(), y.doubleValue());
    }

    private Object whole(long x, long y) {
      return switch (operator) {
        case "+" -> x + y;
        case "-" -> x - y;
        case "*" -> x * y;
        case "/" -> y == 0 ? null : (Object) (x / y);
        default -> throw new IllegalStateException("no operator: " + operator);
      };
    }

    private Object decimal(double x, double y) {
      return switch (operator) {
        case "+" -> x + y;
        case "-" -> x - y;
        case "*" -> x * y;
        case "/" -> x / y;
        default -> throw new IllegalStateException("no operator: " + operator);
      };
    }
  }

  private static Boolean asBoolean(Object value) {
    return value instanceof Boolean b ? b : null;
  }
}
