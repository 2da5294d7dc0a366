package dev.sluice.control.endpoint.client;

import dev.sluice.control.endpoint.access.ClientTls;
import dev.sluice.core.text.ForeignText;
import dev.sluice.core.time.NanoClock;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;

/**
 * A connection that speaks lines and has so much time for everything together. For one thread; any
 * other may close it.
 */
final class LineSocket implements AutoCloseable {

  /** More is no reply to a command, but some other server. */
  private static final int MAX_LINE_BYTES = 1 << 20;

  /** The other side is not a command socket. */
  static final class NoReplyException extends IOException {

    private static final long serialVersionUID = 1L;

    NoReplyException(String message) {
      super(message);
    }
  }

  private final NanoClock clock;
  private long deadlineNanos;
  private final Socket socket;
  private final InputStream in;

  /**
   * Connects.
   *
   * @param tls how it is encrypted, if it is
   * @throws SocketTimeoutException if the time is over
   * @throws IOException if there is no connection
   */
  LineSocket(HostPort at, Optional<ClientTls> tls, Duration timeout, NanoClock clock)
      throws IOException {
    this.clock = clock;
    this.deadlineNanos = clock.nanos() + timeout.toNanos();
    Socket plain = new Socket();
    try {
      plain.connect(new InetSocketAddress(at.host(), at.port()), remainingMillis());
      plain.setTcpNoDelay(true);
      this.socket = tls.isPresent() ? tls.get().over(plain, at.host(), at.port()) : plain;
      this.in = new BufferedInputStream(socket.getInputStream());
    } catch (IOException e) {
      plain.close();
      throw e;
    }
  }

  /** From now on it has this much time. */
  void allow(Duration timeout) {
    deadlineNanos = clock.nanos() + timeout.toNanos();
  }

  void send(String line) throws IOException {
    socket.getOutputStream().write((line + "\n").getBytes(StandardCharsets.UTF_8));
  }

  /**
   * The next line, without its end.
   *
   * @throws EOFException if there is none
   * @throws NoReplyException if a line has more than any reply
   * @throws SocketTimeoutException if the time is over
   */
  String receive() throws IOException {
    ByteArrayOutputStream line = new ByteArrayOutputStream();
    while (true) {
      if (in.available() == 0) {
        socket.setSoTimeout(remainingMillis());
      }
      int octet = in.read();
      if (octet < 0) {
        throw new EOFException("the connection was closed");
      }
      if (octet == '\n') {
        return ForeignText.printable(line.toString(StandardCharsets.UTF_8).stripTrailing());
      }
      if (line.size() == MAX_LINE_BYTES) {
        throw new NoReplyException("a line of its reply does not end");
      }
      line.write(octet);
    }
  }

  /** The same within less time than there is. */
  String receive(Duration atMost) throws IOException {
    long allNanos = deadlineNanos;
    deadlineNanos = Math.min(allNanos, clock.nanos() + atMost.toNanos());
    try {
      return receive();
    } finally {
      deadlineNanos = allNanos;
    }
  }

  /** Whether more than this is left of its time. */
  boolean hasMoreThan(Duration time) {
    return clock.nanos() + time.toNanos() < deadlineNanos;
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }

  private int remainingMillis() throws SocketTimeoutException {
    long millis = Duration.ofNanos(deadlineNanos - clock.nanos()).toMillis();
    if (millis <= 0) {
      throw new SocketTimeoutException();
    }
    return (int) Math.min(millis, Integer.MAX_VALUE);
  }
}
