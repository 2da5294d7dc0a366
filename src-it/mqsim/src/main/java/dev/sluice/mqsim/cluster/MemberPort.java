package dev.sluice.mqsim.cluster;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;

/**
 * The loopback port of a member. A port chosen by the system is kept while the member is down, by a
 * socket that is bound but does not listen: so channel tables stay valid, connecting to it is
 * refused, and no other process is given it.
 */
final class MemberPort {

  private final int number;
  private Socket placeholder;

  private MemberPort(int number, Socket placeholder) {
    this.number = number;
    this.placeholder = placeholder;
  }

  static MemberPort fixed(int number) {
    return new MemberPort(number, null);
  }

  static MemberPort chosenBySystem() throws IOException {
    Socket socket = boundTo(0);
    return new MemberPort(socket.getLocalPort(), socket);
  }

  int number() {
    return number;
  }

  InetSocketAddress address() {
    return new InetSocketAddress(InetAddress.getLoopbackAddress(), number);
  }

  /** Lets go of the port so that the member can listen on it. */
  void release() throws IOException {
    if (placeholder != null) {
      placeholder.close();
    }
  }

  /** Keeps the port again, if it was chosen by the system. */
  void keep() throws IOException {
    if (placeholder != null) {
      placeholder = boundTo(number);
    }
  }

  private static Socket boundTo(int port) throws IOException {
    Socket socket = new Socket();
    socket.setReuseAddress(true);
    socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
    return socket;
  }
}
