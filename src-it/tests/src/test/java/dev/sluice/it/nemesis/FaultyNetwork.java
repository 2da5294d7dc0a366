package dev.sluice.it.nemesis;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** The network between clients and one broker: a relay that loses, holds up and cuts. */
public final class FaultyNetwork implements AutoCloseable {

  private static final int CHUNK_BYTES = 8 << 10;
  private static final int CONNECT_MILLIS = 2_000;
  private static final long MILLIS_PER_SECOND = 1_000;

  private final ServerSocket server;
  private final int brokerPort;
  private final Set<Link> links = ConcurrentHashMap.newKeySet();
  private volatile boolean cut;
  private volatile boolean blackHole;
  private volatile long delayMillis;
  private volatile int bytesPerSecond; // 0 = no limit

  public FaultyNetwork(int brokerPort) throws IOException {
    this.brokerPort = brokerPort;
    this.server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    start("network", this::accept);
  }

  public int port() {
    return server.getLocalPort();
  }

  /** Ends all connections and accepts none until it is healed. */
  public void cut() {
    cut = true;
    links.forEach(Link::close);
  }

  /** Resets all connections; new ones are accepted. */
  void reset() {
    links.forEach(Link::reset);
  }

  /** Each connection ends in the middle of what it carries next. */
  void cutInTheMiddle() {
    links.forEach(link -> link.endsInTheMiddle = true);
  }

  /** Nothing gets through in either direction until it is healed, and nobody is told. */
  public void swallow() {
    blackHole = true;
  }

  void delay(long millis) {
    delayMillis = millis;
  }

  /** Each direction of a connection carries no more. */
  public void limit(int perSecond) {
    bytesPerSecond = perSecond;
  }

  public synchronized void heal() {
    cut = false;
    blackHole = false;
    delayMillis = 0;
    bytesPerSecond = 0;
    links.forEach(link -> link.endsInTheMiddle = false);
    notifyAll();
  }

  @Override
  public void close() throws IOException {
    server.close();
    heal();
    links.forEach(Link::close);
  }

  private void accept() {
    while (!server.isClosed()) {
      try {
        Socket client = server.accept();
        if (cut) {
          client.close();
        } else {
          start("network", () -> connect(client));
        }
      } catch (IOException e) {
        return; // closed
      }
    }
  }

  private void connect(Socket client) {
    Socket broker = new Socket();
    Link link = new Link(client, broker);
    try {
      awaitTheEndOfTheHole();
      broker.connect(
          new InetSocketAddress(InetAddress.getLoopbackAddress(), brokerPort), CONNECT_MILLIS);
      client.setTcpNoDelay(true);
      broker.setTcpNoDelay(true);
      links.add(link);
      if (cut) {
        link.close();
        return;
      }
      start("network to broker", () -> link.carry(client, broker));
      link.carry(broker, client);
    } catch (IOException e) {
      link.close();
    }
  }

  private synchronized void awaitTheEndOfTheHole() {
    try {
      while (blackHole) {
        wait();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static void start(String name, Runnable work) {
    Thread thread = new Thread(work, name);
    thread.setDaemon(true);
    thread.start();
  }

  private static void sleep(long millis) {
    try {
      Thread.sleep(millis);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** One connection through the relay. */
  private final class Link {

    private final Socket client;
    private final Socket broker;
    private volatile boolean endsInTheMiddle;

    Link(Socket client, Socket broker) {
      this.client = client;
      this.broker = broker;
    }

    void carry(Socket from, Socket to) {
      byte[] chunk = new byte[CHUNK_BYTES];
      try {
        InputStream input = from.getInputStream();
        OutputStream output = to.getOutputStream();
        for (int length = input.read(chunk); length >= 0; length = input.read(chunk)) {
          awaitTheEndOfTheHole();
          if (delayMillis > 0) {
            sleep(delayMillis);
          }
          if (endsInTheMiddle && length > 1) {
            output.write(chunk, 0, length / 2);
            break;
          }
          output.write(chunk, 0, length);
          int limit = bytesPerSecond;
          if (limit > 0) {
            sleep(length * MILLIS_PER_SECOND / limit);
          }
        }
      } catch (IOException e) {
        // one of the two has gone; the other is told
      } finally {
        close();
      }
    }

    void reset() {
      try {
        client.setSoLinger(true, 0); // so that closing resets
        broker.setSoLinger(true, 0);
      } catch (IOException e) {
        // it has gone already
      }
      close();
    }

    void close() {
      links.remove(this);
      closeQuietly(client);
      closeQuietly(broker);
    }

    private void closeQuietly(Closeable socket) {
      try {
        socket.close();
      } catch (IOException e) {
        // nobody is left who could mind
      }
    }
  }
}
