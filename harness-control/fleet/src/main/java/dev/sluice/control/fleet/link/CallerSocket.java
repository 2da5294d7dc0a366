package dev.sluice.control.fleet.link;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.ConnectException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketAddress;
import java.net.SocketTimeoutException;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;

/**
 * A connection to a member: connecting includes the lines of {@link Admission} and TLS, and its
 * streams are those of TLS.
 */
final class CallerSocket extends Socket {

  private static final int TIMEOUT_MILLIS = 5_000;

  private final Admission admission;
  private final SSLContext tls;
  private final Refusals refusals;
  private SSLSocket secured; // null until the member has said welcome

  CallerSocket(Admission admission, SSLContext tls, Refusals refusals) {
    this.admission = admission;
    this.tls = tls;
    this.refusals = refusals;
  }

  @Override
  public void connect(SocketAddress endpoint, int timeoutMillis) throws IOException {
    InetSocketAddress listener = (InetSocketAddress) endpoint;
    String greeting;
    String join;
    try {
      super.connect(endpoint, timeoutMillis);
      greeting = readLine(this, TIMEOUT_MILLIS);
      join = admission.join(greeting).orElseThrow(() -> new IOException("not a line of a fleet"));
    } catch (ConnectException e) {
      refusals.notReached(listener, true, "refuses connections: no agent listens there");
      throw e;
    } catch (SocketTimeoutException e) {
      refusals.notReached(listener, false, "does not answer");
      throw e;
    } catch (IOException e) {
      refusals.notReached(listener, false, "does not answer like an agent: " + e.getMessage());
      throw e;
    }
    super.getOutputStream().write((join + "\n").getBytes(UTF_8));
    String answer = readLine(this, TIMEOUT_MILLIS);
    if (!Admission.isWelcome(answer)) {
      String reason = Admission.refusal(answer).orElse("it does not say why");
      refusals.notReached(listener, false, "refuses this process: " + reason);
      refusals.refusedBy(Admission.greeter(greeting).orElse(""), listener, reason);
      throw new IOException("refused by " + listener + ": " + reason);
    }
    setSoTimeout(TIMEOUT_MILLIS);
    SSLSocket layered =
        (SSLSocket)
            tls.getSocketFactory()
                .createSocket(this, listener.getHostString(), listener.getPort(), false);
    layered.startHandshake();
    setSoTimeout(0);
    secured = layered;
    refusals.reached(listener);
  }

  /**
   * The next line of a connection, byte by byte, so that what follows it stays there.
   *
   * @throws IOException if there is none in time
   */
  static String readLine(Socket socket, int timeoutMillis) throws IOException {
    InputStream in = socket.getInputStream();
    long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(timeoutMillis);
    byte[] line = new byte[Admission.MAX_LINE_BYTES];
    for (int length = 0; length < line.length; length++) {
      long leftMillis = TimeUnit.NANOSECONDS.toMillis(deadline - System.nanoTime());
      if (leftMillis <= 0) {
        throw new SocketTimeoutException("no line of a fleet in time");
      }
      socket.setSoTimeout((int) leftMillis);
      int next = in.read();
      if (next < 0) {
        throw new EOFException("the connection was closed before a line of a fleet arrived");
      }
      if (next == '\n') {
        return new String(line, 0, length, UTF_8);
      }
      line[length] = (byte) next;
    }
    throw new IOException("a line is too long for a line of a fleet");
  }

  @Override
  public InputStream getInputStream() throws IOException {
    return secured == null ? super.getInputStream() : secured.getInputStream();
  }

  @Override
  public OutputStream getOutputStream() throws IOException {
    return secured == null ? super.getOutputStream() : secured.getOutputStream();
  }
}
