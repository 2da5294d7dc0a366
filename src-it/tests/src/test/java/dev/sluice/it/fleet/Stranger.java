package dev.sluice.it.fleet;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Random;

/**
 * Calls the hub of a fleet without being a member. It sends random bytes, half a line, one byte
 * after the other, or nothing; it hangs up, or it does not. For one thread.
 */
final class Stranger implements AutoCloseable {

  private static final int HELD = 400;
  private static final byte[] CLIENT_HELLO = {22, 3, 1, 2, 0, 1, 0, 1, (byte) 252, 3, 3};
  private static final int PATIENCE_MILLIS = 60_000;

  private final Random random;
  private final Deque<Socket> held = new ArrayDeque<>();

  Stranger(long seed) {
    this.random = new Random(seed);
  }

  void call(int port) throws IOException {
    Socket socket = connect(port);
    try {
      say(socket.getOutputStream());
    } catch (IOException e) {
      // it was closed before all was said
    }
    if (random.nextInt(10) == 0) {
      held.add(socket);
    } else {
      socket.close();
    }
    if (held.size() > HELD) {
      held.remove().close();
    }
  }

  static Socket connect(int port) throws IOException {
    Socket socket = new Socket();
    socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), PATIENCE_MILLIS);
    return socket;
  }

  private void say(OutputStream out) throws IOException {
    switch (random.nextInt(6)) {
      case 0 -> out.write(bytes(random.nextInt(2_000)));
      case 1 -> out.write(bytes(50_000 + random.nextInt(50_000)));
      case 2 -> out.write(CLIENT_HELLO); // and no more of it
      case 3 -> out.write("GET / HTTP/1.1\r\nHost: x\r\n\r\n".getBytes(UTF_8));
      case 4 -> {
        for (byte each : "ARTEMIS, but slow".getBytes(UTF_8)) {
          out.write(each); // each in a packet of its own
          out.flush();
        }
      }
      default -> {} // not a word
    }
  }

  private byte[] bytes(int count) {
    byte[] bytes = new byte[count];
    random.nextBytes(bytes);
    return bytes;
  }

  @Override
  public void close() throws IOException {
    for (Socket socket : held) {
      socket.close();
    }
  }
}
