package dev.sluice.jms.provider;

import jakarta.jms.ConnectionFactory;

/**
 * What the broker has yet to confirm to an Artemis client. A client without such a window completes
 * asynchronous sends itself, whether or not a broker has them.
 */
public final class ConfirmationWindow {

  private static final int BYTES = 1 << 20;

  private ConfirmationWindow() {}

  /**
   * Gives a factory the window unless it has one; does nothing with those of other clients. By
   * reflection, because the client may come by a class loader of its own.
   *
   * @throws ConfigurationException if the factory has made connections without it
   */
  public static void ensure(ConnectionFactory factory) {
    Class<?> type = factory.getClass();
    try {
      if ((int) type.getMethod("getConfirmationWindowSize").invoke(factory) < 0) {
        type.getMethod("setConfirmationWindowSize", int.class).invoke(factory, BYTES);
      }
    } catch (NoSuchMethodException e) {
      return; // its broker completes them
    } catch (ReflectiveOperationException e) {
      throw new ConfigurationException(
          "asynchronous sends need confirmationWindowSize=" + BYTES + " in the broker's URL", e);
    }
  }
}
