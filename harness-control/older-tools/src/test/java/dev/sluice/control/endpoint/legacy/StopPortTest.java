package dev.sluice.control.endpoint.legacy;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class StopPortTest {

  @Test
  void aConnectionEndsTheRun() throws Exception {
    CountDownLatch stopped = new CountDownLatch(1);
    InetSocketAddress anyPort = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    try (StopPort port = StopPort.open(anyPort, stopped::countDown);
        Socket socket = new Socket(port.address().getAddress(), port.address().getPort())) {
      assertThat(stopped.await(30, TimeUnit.SECONDS)).isTrue();
      assertThat(socket.getInputStream().read()).isEqualTo(-1);
    }
  }
}
