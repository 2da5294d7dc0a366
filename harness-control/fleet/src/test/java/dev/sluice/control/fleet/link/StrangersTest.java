package dev.sluice.control.fleet.link;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Strangers on the port of a fleet change nothing, and keep no member out. */
class StrangersTest {

  /** How many; more by {@code -Dfleet.strangers=100000}. */
  private static final int STRANGERS = Integer.getInteger("fleet.strangers", 2_000);

  @Test
  void strangersBytesChangeNothingAndTakeFewLines() throws Exception {
    try (TestMember one = TestMember.of("one");
        TestMember two = TestMember.of("two", one)) {
      one.awaitView("one", "two");
      int lines = one.log.size();
      Random random = new Random(1);
      List<Socket> halfOpen = new ArrayList<>();
      for (int i = 0; i < STRANGERS; i++) {
        Socket stranger = new Socket();
        stranger.connect(
            new InetSocketAddress(InetAddress.getLoopbackAddress(), one.port()), 60_000);
        say(random, stranger);
        if (random.nextInt(10) == 0) {
          halfOpen.add(stranger);
        } else {
          stranger.close();
        }
        if (halfOpen.size() > 500) {
          close(halfOpen.remove(0));
        }
      }
      TestMember.await(
          "a message in spite of them",
          () -> {
            two.say("one", "still here");
            return one.received.contains("two: still here");
          });
      for (Socket each : halfOpen) {
        close(each);
      }
      assertThat(one.view()).containsExactlyInAnyOrder("one", "two");
      assertThat(two.view()).containsExactlyInAnyOrder("one", "two");
      assertThat(one.log.size() - lines).isLessThan(40);
      assertThat(one.received.stream().distinct()).containsExactly("two: still here");
    }
  }

  private static void say(Random random, Socket stranger) {
    byte[] bytes = new byte[random.nextInt(2_000)];
    random.nextBytes(bytes);
    String text =
        switch (random.nextInt(5)) {
          case 0 -> "";
          case 1 -> "GET / HTTP/1.1\r\nHost: x\r\n\r\n";
          case 2 -> "join test 1 5 stranger " + "0".repeat(64) + "\n";
          case 3 -> "join ".repeat(1 + random.nextInt(2_000));
          default -> "";
        };
    try {
      OutputStream out = stranger.getOutputStream();
      out.write(text.isEmpty() ? bytes : text.getBytes(UTF_8));
      out.flush();
    } catch (IOException e) {
      // it was closed before all was said
    }
  }

  private static void close(Socket socket) {
    try {
      socket.close();
    } catch (IOException e) {
      // the member has closed it
    }
  }

  @Test
  void aNewMemberJoinsBesideSilentConnections() throws Exception {
    try (TestMember one = TestMember.of("one")) {
      List<Socket> silent = new ArrayList<>();
      for (int i = 0; i < 20; i++) {
        silent.add(new Socket(InetAddress.getLoopbackAddress(), one.port()));
      }
      try (TestMember two = TestMember.of("two", one)) {
        two.awaitView("one", "two");
        one.awaitView("one", "two");
        assertThat(silent).as("closed by their own side").noneMatch(Socket::isClosed);
      } finally {
        silent.forEach(StrangersTest::close);
      }
    }
  }
}
