package dev.sluice.control.scenario.running.outside;

import dev.sluice.control.endpoint.client.HostPort;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

/**
 * Sends a line to a TCP port whose answers end with a line that begins with OK or ERR, such as the
 * admin port of the simulated cluster. Immutable; any thread.
 */
public final class AdminLine {

  /**
   * Sends one line and waits for the answer.
   *
   * @return the last line of it
   * @throws OutsideException if there is none, or it is an error
   */
  public String send(HostPort at, String line, Duration timeout) throws OutsideException {
    int timeoutMillis = (int) Math.min(timeout.toMillis(), Integer.MAX_VALUE);
    try (Socket socket = new Socket()) {
      socket.connect(new InetSocketAddress(at.host(), at.port()), timeoutMillis);
      socket.setSoTimeout(timeoutMillis);
      socket.getOutputStream().write((line + "\n").getBytes(StandardCharsets.UTF_8));
      BufferedReader answers =
          new BufferedReader(
              new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8));
      while (true) {
        String answer = answers.readLine();
        if (answer == null) {
          throw new OutsideException(at + " closed the connection without an answer to " + line);
        }
        if (answer.startsWith("OK")) {
          return answer;
        }
        if (answer.startsWith("ERR")) {
          throw new OutsideException(at + " answered '" + line + "' with: " + answer);
        }
      }
    } catch (IOException e) {
      throw new OutsideException("no answer from " + at + " to '" + line + "': " + e.getMessage());
    }
  }
}
