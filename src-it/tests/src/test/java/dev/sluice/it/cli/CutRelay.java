package dev.sluice.it.cli;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * Passes commands on to the administration of simulated queue managers, and knows by a clock
 * outside of the harness for how long a network was cut.
 */
final class CutRelay implements AutoCloseable {

  /** A cut, whose length lies between what passed within and around its two commands. */
  record Outage(double leastMillis, double mostMillis) {}

  private final ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
  private final int to;
  private final boolean harmless;
  private final List<Outage> outages = new CopyOnWriteArrayList<>();
  private long[] cutNanos; // before and after it

  /**
   * @param to the port of the administration
   * @param harmless whether commands are answered without being passed on, so that nothing is cut
   */
  CutRelay(int to, boolean harmless) throws IOException {
    this.to = to;
    this.harmless = harmless;
    Thread thread = new Thread(this::serve, "relay");
    thread.setDaemon(true);
    thread.start();
  }

  int port() {
    return server.getLocalPort();
  }

  /** Those that are over. */
  List<Outage> outages() {
    return outages;
  }

  private void serve() {
    while (!server.isClosed()) {
      try (Socket client = server.accept()) {
        String line = reader(client).readLine();
        long before = System.nanoTime();
        String answer = harmless ? "OK" : pass(line);
        note(line, before, System.nanoTime());
        new PrintStream(client.getOutputStream(), true, StandardCharsets.UTF_8).println(answer);
      } catch (IOException e) {
        // closed, or an answer that nobody waits for
      }
    }
  }

  private String pass(String line) throws IOException {
    try (Socket admin = new Socket(InetAddress.getLoopbackAddress(), to)) {
      new PrintStream(admin.getOutputStream(), true, StandardCharsets.UTF_8).println(line);
      return reader(admin).readLine();
    }
  }

  private void note(String line, long before, long after) {
    if (line.startsWith("network cut")) {
      cutNanos = new long[] {before, after};
    } else if (cutNanos != null) {
      outages.add(
          harmless
              ? new Outage(0, 0)
              : new Outage((before - cutNanos[1]) / 1e6, (after - cutNanos[0]) / 1e6));
      cutNanos = null;
    }
  }

  private static BufferedReader reader(Socket from) throws IOException {
    return new BufferedReader(new InputStreamReader(from.getInputStream(), StandardCharsets.UTF_8));
  }

  @Override
  public void close() throws IOException {
    server.close();
  }
}
