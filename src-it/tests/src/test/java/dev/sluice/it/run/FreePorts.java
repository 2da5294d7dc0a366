package dev.sluice.it.run;

import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.List;

/**
 * Ports of the loopback interface for programs that are started later. They lie below those that
 * Linux gives to connections ({@code ip_local_port_range} begins at 32768): a port of that range
 * may be taken by any connection before the program listens on it. Each JVM has a block of them; it
 * keeps listening on the first one, so that no other JVM takes the same block. Safe for use from
 * several threads.
 */
public final class FreePorts {

  private static final int FIRST = 20_000;
  private static final int END = 32_768;
  private static final int BLOCK_SIZE = 64;
  private static final FreePorts OF_THIS_PROCESS = new FreePorts();

  private final ServerSocket guard;
  private int offset;

  private FreePorts() {
    this.guard = guardOfAFreeBlock();
  }

  public static int take() throws IOException {
    return take(1).get(0);
  }

  /** Different ones. */
  public static List<Integer> take(int count) throws IOException {
    return OF_THIS_PROCESS.next(count);
  }

  private synchronized List<Integer> next(int count) throws IOException {
    List<Integer> ports = new ArrayList<>();
    for (int tried = 1; tried < BLOCK_SIZE && ports.size() < count; tried++) {
      offset = offset % (BLOCK_SIZE - 1) + 1;
      int port = guard.getLocalPort() + offset;
      if (isFree(port)) {
        ports.add(port);
      }
    }
    if (ports.size() < count) {
      throw new IOException(
          "fewer than %d ports are free from %d to %d"
              .formatted(count, guard.getLocalPort() + 1, guard.getLocalPort() + BLOCK_SIZE - 1));
    }
    return ports;
  }

  /** Held until the JVM ends. */
  private static ServerSocket guardOfAFreeBlock() {
    int blocks = (END - FIRST) / BLOCK_SIZE;
    long start = ProcessHandle.current().pid() % blocks;
    for (int i = 0; i < blocks; i++) {
      int port = FIRST + (int) ((start + i) % blocks) * BLOCK_SIZE;
      try {
        return new ServerSocket(port, 1, InetAddress.getLoopbackAddress());
      } catch (IOException taken) {
        // The next block, then.
      }
    }
    throw new IllegalStateException("no block of free ports from %d to %d".formatted(FIRST, END));
  }

  /** Also if a connection that was closed a moment ago still waits for its last bytes. */
  private static boolean isFree(int port) throws IOException {
    try (ServerSocket socket = new ServerSocket()) {
      socket.setReuseAddress(true);
      socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 1);
      return true;
    } catch (BindException taken) {
      return false;
    }
  }
}
