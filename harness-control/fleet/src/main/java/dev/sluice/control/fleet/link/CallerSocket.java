package dev.sluice.control.fleet.link;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.sluice.control.fleet.protocol.FleetLink.Evidence;
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
import javax.net.ssl.SSLSocket;

/**
 * A connection to a member: connecting includes the lines of {@link Admission} and TLS, and its
 * streams are those of TLS.
 */
final class CallerSocket extends Socket {

  private static final int TIMEOUT_MILLIS = 5_000;
  private static final int PROBE_MILLIS = 1_000;

  private final Admission admission;
  private SSLSocket secured; // null until the member has said welcome

  CallerSocket(Admission admission) {
    this.admission = admission;
  }

  @Override
  public void connect(SocketAddress endpoint, int timeoutMillis) throws IOException {
    InetSocketAddress at = (InetSocketAddress) endpoint;
    String greeting;
    String join;
    try {
      super.connect(endpoint, timeoutMillis);
      greeting = readLine(this, TIMEOUT_MILLIS);
      join = admission.join(greeting).orElseThrow(() -> new IOException("not a line of a fleet"));
    } catch (ConnectException e) {
      admission.told().notReached(at, true, "refuses connections: no agent listens there");
      throw e;
    } catch (SocketTimeoutException e) {
      admission.told().notReached(at, false, "does not answer");
      throw e;
    } catch (IOException e) {
      admission.told().notReached(at, false, "does not answer like an agent: " + e.getMessage());
      throw e;
    }
    super.getOutputStream().write((join + "\n").getBytes(UTF_8));
    String answer = readLine(this, TIMEOUT_MILLIS);
    if (!Admission.isWelcome(answer)) {
      String reason = Admission.refusal(answer).orElse("it does not say why");
      admission.told().notReached(at, false, "refuses this process: " + reason);
      admission.told().refusedBy(Admission.greeter(greeting).orElse(""), at, reason);
      throw new IOException("refused by " + at + ": " + reason);
    }
    setSoTimeout(TIMEOUT_MILLIS);
    SSLSocket layered =
        (SSLSocket) admission.tls().createSocket(this, at.getHostString(), at.getPort(), false);
    layered.startHandshake();
    setSoTimeout(0);
    secured = layered;
    admission.told().reached(at);
  }

  /**
   * Finds out by a connection attempt, within some seconds, whether a process is there. A host that
   * answers for the port with another process, or with none, shows that the member's process has
   * ended. A process that is suspended takes the connection and says nothing.
   */
  static Evidence probe(String member, InetSocketAddress at) {
    try (Socket socket = new Socket()) {
      socket.connect(at, PROBE_MILLIS);
      return Admission.greeter(readLine(socket, PROBE_MILLIS))
          .map(greeter -> greeter.equals(member) ? Evidence.ANSWERED : Evidence.REFUSED)
          .orElse(Evidence.SILENT);
    } catch (ConnectException e) { // long before the system would give up
      return Evidence.REFUSED;
    } catch (IOException e) {
      return Evidence.SILENT;
    }
  }

  /**
   * The next line of a connection, byte by byte, so that what follows it stays there.
   *
   * @throws IOException if there is none in time
   */
  private static String readLine(Socket socket, int timeoutMillis) throws IOException {
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
