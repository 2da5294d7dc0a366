package dev.sluice.it.endurance;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.SplittableRandom;
import javax.net.ssl.SSLContext;

/**
 * Somebody who has no token and wants to give commands, or to do harm: from a random address of
 * this host, in a random way. For one thread.
 */
final class HostileClient implements AutoCloseable {

  /** The ways. */
  enum Attack {
    RANDOM_BYTES,
    OVERSIZE,
    WRONG_TOKEN,
    NO_TOKEN,
    SLOW,
    HALF_OPEN,
    TLS_GARBAGE,
    OTHER_PROTOCOL,
    WRONG_ORIGIN,
    PATH_TRAVERSAL,
    SMUGGLING
  }

  private static final int READ_MILLIS = 2_000;
  private static final int HELD = 8;
  private static final String[] COMMANDS = {
    "rate 0", "rate +1000000", "pause", "stop", "END", "ALTER -rt 9", "threads +500", "mark hostile"
  };
  private static final String[] PATHS = {
    "/../../../../etc/passwd",
    "/%2e%2e/%2e%2e/etc/passwd",
    "/..%5c..%5cwindows",
    "//etc/passwd",
    "/api/v1/../../../run.json",
    "/assets/..;/..;/secret",
    "/api/v1/run%00.json",
    "file:///etc/passwd"
  };
  private static final String[] SMUGGLED = {
    "Content-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nPOST /api/v1/commands HTTP/1.1\r\n",
    "Content-Length: 0\r\nContent-Length: 60\r\n\r\nPOST /api/v1/commands HTTP/1.1\r\n",
    "Transfer-Encoding : chunked\r\n\r\nffffffffffffffff\r\nx",
    "Transfer-Encoding: chunked\r\nTransfer-Encoding: identity\r\n\r\n5;x\r\nstop\r\n",
    "X: a\r\n Authorization: Bearer x\r\n\r\n",
    "Content-Length: -1\r\n\r\nstop"
  };

  private final int socketPort;
  private final int pagePort;
  private final SSLContext tls;
  private final SplittableRandom random;
  private final Deque<Socket> held = new ArrayDeque<>(); // the oldest first

  /**
   * @param socketPort a command socket without encryption
   * @param pagePort an HTTP port with it
   * @param tls trusts the page's certificate
   */
  HostileClient(int socketPort, int pagePort, SSLContext tls, SplittableRandom random) {
    this.socketPort = socketPort;
    this.pagePort = pagePort;
    this.tls = tls;
    this.random = random;
  }

  /** Attacks over one connection; answers how many requests or lines that were. */
  int attack() {
    Attack[] all = Attack.values();
    Attack attack = all[random.nextInt(all.length)];
    boolean lines = random.nextBoolean();
    try {
      Socket socket = connected(lines ? socketPort : pagePort);
      try {
        boolean encrypted = !lines && random.nextInt(4) == 0;
        Socket spoken = encrypted ? over(socket) : socket;
        return lines ? speakLines(spoken, attack) : speakHttp(spoken, attack);
      } finally {
        if (attack == Attack.SLOW || (attack == Attack.HALF_OPEN && random.nextBoolean())) {
          hold(socket);
        } else {
          socket.setSoLinger(random.nextInt(3) == 0, 0); // a reset, now and then
          socket.close();
        }
      }
    } catch (IOException e) {
      return 1; // it has been refused, or cut off
    }
  }

  @Override
  public void close() throws IOException {
    for (Socket socket : held) {
      socket.close();
    }
  }

  private Socket connected(int port) throws IOException {
    Socket socket = new Socket();
    byte[] from = {127, (byte) random.nextInt(1, 255), (byte) random.nextInt(256), 1};
    socket.bind(new InetSocketAddress(InetAddress.getByAddress(from), 0));
    socket.setSoTimeout(READ_MILLIS);
    socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), READ_MILLIS);
    return socket;
  }

  private Socket over(Socket plain) throws IOException {
    return tls.getSocketFactory().createSocket(plain, "127.0.0.1", pagePort, true);
  }

  private void hold(Socket socket) throws IOException {
    held.add(socket);
    if (held.size() > HELD) {
      held.remove().close();
    }
  }

  private int speakLines(Socket socket, Attack attack) throws IOException {
    OutputStream out = socket.getOutputStream();
    switch (attack) {
      case RANDOM_BYTES -> out.write(bytes(random.nextInt(2_000)));
      case OVERSIZE -> out.write(("rate " + "9".repeat(20_000)).getBytes(ISO_8859_1));
      case SLOW, HALF_OPEN -> {
        out.write('r');
        return 1;
      }
      case TLS_GARBAGE -> out.write(clientHello());
      case OTHER_PROTOCOL, WRONG_ORIGIN, PATH_TRAVERSAL, SMUGGLING ->
          out.write(
              "POST /api/v1/commands HTTP/1.1\r\nHost: x\r\n\r\nstop\r\n".getBytes(ISO_8859_1));
      case WRONG_TOKEN, NO_TOKEN -> {
        for (int i = 0; i < 3; i++) {
          String line = attack == Attack.NO_TOKEN ? command() : "auth guess-" + random.nextLong();
          out.write((line + "\n").getBytes(ISO_8859_1));
        }
        drain(socket);
        return 3;
      }
    }
    out.write('\n');
    socket.shutdownOutput();
    drain(socket);
    return 1;
  }

  private int speakHttp(Socket socket, Attack attack) throws IOException {
    OutputStream out = socket.getOutputStream();
    switch (attack) {
      case RANDOM_BYTES -> out.write(bytes(random.nextInt(3_000)));
      case OVERSIZE -> out.write(post("X: " + "y".repeat(20_000) + "\r\n", "stop"));
      case WRONG_TOKEN ->
          out.write(post("Authorization: Bearer guess-" + random.nextLong() + "\r\n", command()));
      case NO_TOKEN -> out.write(post("", command()));
      case SLOW, HALF_OPEN -> {
        out.write("POST /api/v1/commands HT".getBytes(ISO_8859_1));
        return 1;
      }
      case TLS_GARBAGE -> out.write(clientHello());
      case OTHER_PROTOCOL -> out.write((command() + "\n").getBytes(ISO_8859_1));
      case WRONG_ORIGIN ->
          out.write(post("Origin: https://evil.example\r\nCookie: a=b\r\n", command()));
      case PATH_TRAVERSAL ->
          out.write(
              ("GET " + PATHS[random.nextInt(PATHS.length)] + " HTTP/1.1\r\nHost: x\r\n\r\n")
                  .getBytes(ISO_8859_1));
      case SMUGGLING ->
          out.write(
              ("POST /api/v1/commands HTTP/1.1\r\nHost: x\r\n"
                      + SMUGGLED[random.nextInt(SMUGGLED.length)]
                      + "Host: x\r\nContent-Length: 4\r\n\r\nstop")
                  .getBytes(ISO_8859_1));
    }
    out.flush();
    readSome(socket);
    return 1;
  }

  private byte[] post(String headers, String body) {
    return ("POST /api/v1/commands HTTP/1.1\r\nHost: x\r\nConnection: close\r\n"
            + headers
            + "Content-Length: "
            + body.length()
            + "\r\n\r\n"
            + body)
        .getBytes(ISO_8859_1);
  }

  private String command() {
    return COMMANDS[random.nextInt(COMMANDS.length)];
  }

  private byte[] bytes(int count) {
    byte[] bytes = new byte[count];
    random.nextBytes(bytes);
    return bytes;
  }

  /** The beginning of a handshake, and rubbish behind it. */
  private byte[] clientHello() {
    byte[] bytes = bytes(300);
    byte[] header = {0x16, 3, 1, 1, 0x20, 1, 0, 1, 0x1c, 3, 3};
    System.arraycopy(header, 0, bytes, 0, header.length);
    return bytes;
  }

  /** Reads to the end, as far as there is one soon. */
  private static void drain(Socket socket) throws IOException {
    socket.getInputStream().transferTo(OutputStream.nullOutputStream());
  }

  private static void readSome(Socket socket) throws IOException {
    InputStream in = socket.getInputStream();
    socket.setSoTimeout(200); // a request that has no end has no answer
    if (in.read(new byte[1_024]) < 0) {
      throw new IOException("closed");
    }
  }
}
