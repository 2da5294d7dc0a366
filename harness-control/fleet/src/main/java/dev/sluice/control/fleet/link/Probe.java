package dev.sluice.control.fleet.link;

import dev.sluice.control.fleet.protocol.FleetLink.Evidence;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetSocketAddress;
import java.net.Socket;

/** Finds out by a connection attempt whether a process is there. */
final class Probe {

  private static final int TIMEOUT_MILLIS = 1_000;

  private Probe() {}

  /**
   * What is found, within some seconds. A host that answers for the port with another process, or
   * with none, shows that the member's process has ended. A process that is suspended takes the
   * connection and says nothing.
   */
  static Evidence of(String member, InetSocketAddress at) {
    try (Socket socket = new Socket()) {
      socket.connect(at, TIMEOUT_MILLIS);
      return Admission.greeter(CallerSocket.readLine(socket, TIMEOUT_MILLIS))
          .map(greeter -> greeter.equals(member) ? Evidence.ANSWERED : Evidence.REFUSED)
          .orElse(Evidence.SILENT);
    } catch (ConnectException e) { // long before the system would give up
      return Evidence.REFUSED;
    } catch (IOException e) {
      return Evidence.SILENT;
    }
  }
}
