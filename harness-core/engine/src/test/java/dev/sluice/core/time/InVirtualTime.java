package dev.sluice.core.time;

import java.lang.reflect.Method;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.InvocationInterceptor;
import org.junit.jupiter.api.extension.ReflectiveInvocationContext;

/** Plays each test of a class in {@link VirtualTime} of its own. */
public final class InVirtualTime implements InvocationInterceptor {

  @Override
  public void interceptTestMethod(
      Invocation<Void> test, ReflectiveInvocationContext<Method> method, ExtensionContext context)
      throws Throwable {
    play(test);
  }

  @Override
  public void interceptTestTemplateMethod(
      Invocation<Void> test, ReflectiveInvocationContext<Method> method, ExtensionContext context)
      throws Throwable {
    play(test);
  }

  private static void play(Invocation<Void> test) throws Exception {
    new VirtualTime()
        .play(
            () -> {
              try {
                return test.proceed();
              } catch (Exception | Error failure) {
                throw failure;
              } catch (Throwable other) {
                throw new AssertionError(other);
              }
            });
  }
}
