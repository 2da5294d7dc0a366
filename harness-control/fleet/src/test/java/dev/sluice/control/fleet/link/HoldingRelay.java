package dev.sluice.control.fleet.link;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;

/** A way to a port of this host that can hold bytes, as a network that is cut, or close it. */
final class HoldingRelay implements AutoCloseable {

  private final ServerSocket listening = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
  private final Set<Socket> open = ConcurrentHashMap.newKeySet();
  private final int to;
  private volatile CountDownLatch passes = new CountDownLatch(0);

  HoldingRelay(int to) throws IOException {
    this.to = to;
    start(this::accept);
  }

  int port() {
    return listening.getLocalPort();
  }

  /** From now on nothing passes, and nothing is lost. */
  void hold() {
    passes = new CountDownLatch(1);
  }

  void pass() {
    passes.countDown();
  }

  /** Closes all connections; others may follow. */
  void cut() throws IOException {
    for (Socket each : open) {
      each.close();
    }
    open.clear();
  }

  private static void start(Runnable task) {
    Thread thread = new Thread(task, "relay");
    thread.setDaemon(true);
    thread.start();
  }

  private void accept() {
    while (true) {
      try {
        Socket near = listening.accept();
        Socket far = new Socket(InetAddress.getLoopbackAddress(), to);
        open.add(near);
        open.add(far);
        start(() -> pump(near, far));
        start(() -> pump(far, near));
      } catch (IOException e) {
        if (listening.isClosed()) {
          return;
        }
      }
    }
  }

  private void pump(Socket from, Socket into) {
    byte[] bytes = new byte[1 << 16];
    try (from;
        into) {
      for (int read = from.getInputStream().read(bytes); read >= 0; ) {
        passes.await();
        into.getOutputStream().write(bytes, 0, read);
        read = from.getInputStream().read(bytes);
      }
    } catch (IOException | InterruptedException e) {
      // it is cut
    }
  }

  @Override
  public void close() throws IOException {
    listening.close();
    pass();
    cut();
  }
}
