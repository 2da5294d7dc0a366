package dev.sluice.control.fleet.link;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.channels.ServerSocketChannel;
import org.jgroups.util.DefaultSocketFactory;

/** All sockets that JGroups gets: they connect members to members. */
final class FleetSockets extends DefaultSocketFactory {

  private final Admission admission;
  private final FleetSecret secret;
  private final Refusals refusals;
  private final ServerSocketChannel listening;

  /**
   * @param listening bound to the port of this member
   */
  FleetSockets(
      Admission admission, FleetSecret secret, Refusals refusals, ServerSocketChannel listening) {
    this.listening = listening;
    this.admission = admission;
    this.secret = secret;
    this.refusals = refusals;
  }

  @Override
  public Socket createSocket(String service) {
    return new CallerSocket(admission, secret.tls(), refusals);
  }

  @Override
  public ServerSocket createServerSocket(String service) throws IOException {
    return new AdmittingServerSocket(listening, admission, secret.tls(), refusals);
  }

  @Override
  public ServerSocket createServerSocket(String service, int port, int backlog, InetAddress bind)
      throws IOException {
    ServerSocket socket = createServerSocket(service);
    socket.bind(new InetSocketAddress(bind, port), backlog);
    return socket;
  }
}
