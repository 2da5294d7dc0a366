package dev.sluice.mqsim.client;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Arrays;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.UnaryOperator;

/** Stands between a client and a port, and counts what goes either way. */
public final class CountingRelay implements AutoCloseable {

  private final ServerSocket server;
  private final int target;
  private final UnaryOperator<byte[]> answers;
  private final AtomicLong bytes = new AtomicLong();
  private final AtomicLong requests = new AtomicLong();
  private final Queue<Socket> sockets = new ConcurrentLinkedQueue<>();
  private volatile boolean silent;

  public CountingRelay(int target) throws IOException {
    this(target, answer -> answer);
  }

  /** One that changes what the port answers. */
  CountingRelay(int target, UnaryOperator<byte[]> answers) throws IOException {
    this.target = target;
    this.answers = answers;
    server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    start(this::accept);
  }

  public int port() {
    return server.getLocalPort();
  }

  public long bytes() {
    return bytes.get();
  }

  /** How often something came from the client. */
  public long requests() {
    return requests.get();
  }

  /** From now on nothing that either side says reaches the other. */
  public void silence() {
    silent = true;
  }

  @SuppressWarnings("resource") // closed with the relay
  private void accept() {
    try {
      while (true) {
        Socket client = server.accept();
        Socket onward = new Socket(InetAddress.getLoopbackAddress(), target);
        sockets.add(client);
        sockets.add(onward);
        start(() -> copy(client, onward, this::request));
        start(() -> copy(onward, client, answers));
      }
    } catch (IOException e) {
      // closed
    }
  }

  private byte[] request(byte[] sent) {
    requests.incrementAndGet();
    return sent;
  }

  private void copy(Socket from, Socket to, UnaryOperator<byte[]> change) {
    byte[] chunk = new byte[65_536];
    try (InputStream in = from.getInputStream();
        OutputStream out = to.getOutputStream()) {
      for (int read = in.read(chunk); read >= 0; read = in.read(chunk)) {
        bytes.addAndGet(read);
        byte[] changed = change.apply(Arrays.copyOf(chunk, read));
        if (!silent) {
          out.write(changed);
        }
      }
    } catch (IOException e) {
      // one of the two has gone
    }
  }

  private static void start(Runnable task) {
    Thread thread = new Thread(task, "relay");
    thread.setDaemon(true);
    thread.start();
  }

  @Override
  public void close() throws IOException {
    server.close();
    for (Socket socket : sockets) {
      socket.close();
    }
  }
}
