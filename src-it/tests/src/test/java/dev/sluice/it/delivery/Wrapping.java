package dev.sluice.it.delivery;

import jakarta.jms.JMSException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;

/** Puts something between an object of JMS and its user, whatever other methods it has. */
public final class Wrapping {

  /** The effect of a call. */
  @FunctionalInterface
  public interface Call {
    Object call(Method method, Object[] arguments) throws Throwable;
  }

  private Wrapping() {}

  public static <T> T of(Class<T> type, Call call) {
    return type.cast(
        Proxy.newProxyInstance(
            type.getClassLoader(),
            new Class<?>[] {type},
            (self, method, arguments) -> call.call(method, arguments)));
  }

  /** Passes a call on. */
  public static Object pass(Object target, Method method, Object[] arguments) throws JMSException {
    try {
      return method.invoke(target, arguments);
    } catch (InvocationTargetException e) {
      if (e.getCause() instanceof JMSException failure) {
        throw failure;
      }
      if (e.getCause() instanceof RuntimeException failure) {
        throw failure;
      }
      throw new IllegalStateException(e.getCause());
    } catch (IllegalAccessException e) {
      throw new IllegalStateException(e);
    }
  }
}
