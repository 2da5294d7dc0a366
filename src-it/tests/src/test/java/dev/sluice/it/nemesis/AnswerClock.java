package dev.sluice.it.nemesis;

import dev.sluice.it.run.FreePorts;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * A clock outside of a program and of its client: it stands between their connections and the
 * broker, and notes when each connection that carries messages was first answered. It listens only
 * while it is told that the broker does, so that clients are refused as by the broker.
 */
final class AnswerClock implements AutoCloseable {

  /** What each message has somewhere, by which it is known in any protocol. */
  static final String MARK = "outside-clock";

  /**
   * The first answers on one connection.
   *
   * @param anyNanos to whatever it said
   * @param messageNanos to a message, or with one
   */
  record Answers(long anyNanos, long messageNanos) {}

  private static final int CHUNK_BYTES = 64 << 10;

  private final int brokerPort;
  private final int port;
  private final List<Answers> answers = new CopyOnWriteArrayList<>(); // one a connection
  private ServerSocket server;

  AnswerClock(int brokerPort) throws IOException {
    this.brokerPort = brokerPort;
    this.port = FreePorts.take();
    listen();
  }

  int port() {
    return port;
  }

  void listen() throws IOException {
    server = new ServerSocket(port, 50, InetAddress.getLoopbackAddress());
    ServerSocket listening = server;
    start(() -> accept(listening));
  }

  /** Refuses connections, and forgets the answers so far. */
  void refuse() throws IOException {
    server.close();
    answers.clear();
  }

  /** On each connection since then. */
  List<Answers> answers() {
    return List.copyOf(answers);
  }

  @Override
  public void close() throws IOException {
    server.close();
  }

  @SuppressWarnings("resource") // each is closed with the connection that it belongs to
  private void accept(ServerSocket listening) {
    while (true) {
      try {
        Socket client = listening.accept();
        start(() -> connect(client));
      } catch (IOException e) {
        return; // closed
      }
    }
  }

  private void connect(Socket client) {
    try (client;
        Socket broker = new Socket(InetAddress.getLoopbackAddress(), brokerPort)) {
      Link link = new Link();
      client.setTcpNoDelay(true);
      broker.setTcpNoDelay(true);
      start(() -> carry(client, broker, link::asks));
      carry(broker, client, link::answers);
    } catch (IOException e) {
      // the broker has gone, and the client is told
    }
  }

  private static void carry(Socket from, Socket to, Passing passing) {
    byte[] chunk = new byte[CHUNK_BYTES];
    try (from;
        to) {
      InputStream input = from.getInputStream();
      OutputStream output = to.getOutputStream();
      for (int length = input.read(chunk); length >= 0; length = input.read(chunk)) {
        passing.of(new String(chunk, 0, length, StandardCharsets.ISO_8859_1));
        output.write(chunk, 0, length);
      }
    } catch (IOException e) {
      // one of the two has gone; the other is told
    }
  }

  private static void start(Runnable work) {
    Thread thread = new Thread(work, "clock");
    thread.setDaemon(true);
    thread.start();
  }

  /** What sees the bytes that pass. */
  private interface Passing {
    void of(String chunk);
  }

  /** One connection, until its first answer. */
  private final class Link {

    private boolean carriesMessages; // guarded by this
    private boolean noted; // guarded by this
    private long anyNanos; // 0 until then; guarded by this

    synchronized void asks(String chunk) {
      carriesMessages |= chunk.replace("\0", "").contains(MARK); // some take two bytes a letter
    }

    synchronized void answers(String chunk) {
      long nowNanos = System.nanoTime();
      anyNanos = anyNanos == 0 ? nowNanos : anyNanos;
      asks(chunk);
      if (carriesMessages && !noted) {
        noted = true;
        answers.add(new Answers(anyNanos, nowNanos));
      }
    }
  }
}
