package dev.sluice.control.endpoint.legacy;

import dev.sluice.control.endpoint.access.TcpListener;
import io.netty.channel.socket.SocketChannel;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.Optional;

/** A port to which a connection ends the run; nothing is read and nothing answered. */
public record StopPort(TcpListener listener) implements AutoCloseable {

  private static final int MAX_CONNECTIONS = 8;

  /**
   * Listens.
   *
   * @param stop ends the run, returns at once
   * @throws IOException if the port cannot be had, with one line that says why
   */
  public static StopPort open(InetSocketAddress address, Runnable stop) throws IOException {
    return new StopPort(
        TcpListener.listen(
            "stop-port",
            address,
            Optional.empty(),
            MAX_CONNECTIONS,
            connection -> ended(connection, stop)));
  }

  @SuppressWarnings("FutureReturnValueIgnored") // whether it closes well does not matter
  private static void ended(SocketChannel connection, Runnable stop) {
    stop.run();
    connection.close();
  }

  /** Where it listens. */
  public InetSocketAddress address() {
    return listener.address();
  }

  @Override
  public void close() {
    listener.close();
  }
}
