package dev.sluice.control.process;

import dev.sluice.jms.provider.ConfigurationException;
import java.io.IOException;
import java.net.ServerSocket;
import java.net.SocketTimeoutException;
import java.util.function.BooleanSupplier;

/**
 * A port that takes connections as long as this process is ready, and closes them: what asks wants
 * to know no more.
 */
public final class ReadyPort {

  private static final int LOOK_MILLIS = 250;

  private final int port;
  private final BooleanSupplier ready;

  /**
   * Watches until the process ends.
   *
   * @param ready whether it is, asked some times a second
   * @throws ConfigurationException if the port is taken now, with one line
   */
  public static void watch(int port, BooleanSupplier ready) {
    try {
      new ServerSocket(port).close();
    } catch (IOException e) {
      throw new ConfigurationException(
          "cannot listen on port %d: %s; --ready-port chooses another"
              .formatted(port, e.getMessage()),
          e);
    }
    Thread thread = new Thread(new ReadyPort(port, ready)::watch, "ready-port");
    thread.setDaemon(true);
    thread.start();
  }

  private ReadyPort(int port, BooleanSupplier ready) {
    this.port = port;
    this.ready = ready;
  }

  private void watch() {
    try {
      while (true) {
        if (ready.getAsBoolean()) {
          listen();
        }
        Thread.sleep(LOOK_MILLIS);
      }
    } catch (InterruptedException e) {
      // nobody wants to know any more
    }
  }

  private void listen() {
    try (ServerSocket listening = new ServerSocket(port)) {
      listening.setSoTimeout(LOOK_MILLIS);
      while (ready.getAsBoolean()) {
        try {
          listening.accept().close();
        } catch (SocketTimeoutException e) {
          // nobody asks now
        }
      }
    } catch (IOException e) {
      // another process has the port, so that one is asked
    }
  }
}
