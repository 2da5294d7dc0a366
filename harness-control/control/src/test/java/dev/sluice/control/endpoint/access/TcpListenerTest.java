package dev.sluice.control.endpoint.access;

import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.Optional;
import org.assertj.core.api.AbstractThrowableAssert;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.Test;

class TcpListenerTest {

  private static final String ANOTHER_PORT = "; choose another, or 0 for any free port";

  private static AbstractThrowableAssert<?, IOException> refused(InetSocketAddress address) {
    return Assertions.assertThat(
        catchThrowableOfType(
            IOException.class,
            () -> TcpListener.listen("it", address, Optional.empty(), 1, accepted -> {}).close()));
  }

  @Test
  void anotherPortIsTheRemedyWhereItIsTaken() throws IOException {
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      refused((InetSocketAddress) taken.getLocalSocketAddress()).hasMessageEndingWith(ANOTHER_PORT);
    }
  }

  /** No host has 192.0.2.1, which is reserved for documentation (RFC 5737). */
  @Test
  void noPortIsWhereTheAddressIsAnotherHosts() {
    refused(new InetSocketAddress("192.0.2.1", 0))
        .hasMessageStartingWith("cannot listen on 192.0.2.1 port 0: ")
        .hasMessageNotContaining(ANOTHER_PORT);
  }
}
