package dev.sluice.jms.provider;

import jakarta.jms.JMSException;
import jakarta.jms.JMSRuntimeException;
import java.util.function.Supplier;

/**
 * The unchecked failures of the simplified API as those of the classic one, so that one failure has
 * one name and one meaning, whichever API is used.
 */
public final class CheckedFailures {

  private static final String JMS = JMSException.class.getPackageName();

  private CheckedFailures() {}

  /** What a call of the simplified API returns, with the failures of the classic one. */
  public static <T> T get(Supplier<T> call) throws JMSException {
    try {
      return call.get();
    } catch (JMSRuntimeException e) {
      throw of(e);
    }
  }

  /** A call of the simplified API, with the failures of the classic one. */
  public static void run(Runnable call) throws JMSException {
    try {
      call.run();
    } catch (JMSRuntimeException e) {
      throw of(e);
    }
  }

  /**
   * The failure of the classic API with the same type, words and code, caused by this one. The
   * types of the two APIs are called the same, but for one word.
   */
  public static JMSException of(JMSRuntimeException failure) {
    Class<?> type = failure.getClass();
    while (!type.getPackageName().equals(JMS)) {
      type = type.getSuperclass();
    }
    try {
      JMSException checked =
          Class.forName(type.getName().replace("Runtime", ""))
              .asSubclass(JMSException.class)
              .getConstructor(String.class, String.class)
              .newInstance(failure.getMessage(), failure.getErrorCode());
      checked.initCause(failure);
      return checked;
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("the classic API has no " + type, e);
    }
  }
}
