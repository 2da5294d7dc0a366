package dev.sluice.control.fleet.link;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import dev.sluice.control.fleet.protocol.FleetLink.Evidence;
import dev.sluice.jms.provider.Secret;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Members find each other, and only members do. */
class FleetChannelTest {

  @Test
  void membersFindEachOtherAndTalkAndSeeWhoLeaves() throws Exception {
    try (TestMember one = TestMember.of("one");
        TestMember two = TestMember.of("two", one)) {
      try (TestMember three = TestMember.of("three", one)) {
        for (TestMember each : new TestMember[] {one, two, three}) {
          each.awaitView("one", "two", "three");
        }
        TestMember.await(
            "a message",
            () -> {
              three.say("two", "hello");
              return two.received.contains("three: hello");
            });
        TestMember.await(
            "an answer",
            () -> {
              two.say("three", "yes");
              return three.received.contains("two: yes");
            });
        String large = "x".repeat(3 << 20);
        TestMember.await(
            "a large message",
            () -> {
              one.say("three", large);
              return three.received.contains("one: " + large);
            });
        one.probe("three");
        TestMember.await("a probe", () -> one.evidence.contains(Evidence.ANSWERED));
      }
      one.awaitView("one", "two");
      one.probe("three");
      TestMember.await("a probe", () -> one.evidence.contains(Evidence.REFUSED));
    }
  }

  @Test
  void oneWhosePeersDoNotLeadTheGroupJoins() throws Exception {
    try (TestMember leader = TestMember.of("leader");
        TestMember one = TestMember.of("one", leader);
        TestMember two = TestMember.of("two", leader);
        TestMember three = TestMember.of("three", leader)) {
      three.awaitView("leader", "one", "two", "three");
      assertTimeoutPreemptively(
          Duration.ofSeconds(60), // it asked its peers without end
          () -> {
            try (TestMember four = TestMember.of("four", one, two, three)) {
              four.awaitView("leader", "one", "two", "three", "four");
            }
          });
    }
  }

  /** One that says at once that it is alone would make people think that nobody is there. */
  @Test
  void oneThatNobodyNamesWaitsForItsPeersInsteadOfFoundingAGroup() throws Exception {
    int founderPort = TestMember.freePort();
    ExecutorService starts = Executors.newSingleThreadExecutor();
    try {
      Future<TestMember> starting =
          starts.submit(() -> TestMember.at("other", TestMember.freePort(), founderPort));
      TimeUnit.SECONDS.sleep(4);
      try (TestMember founder = TestMember.at("founder", founderPort, founderPort);
          TestMember other = starting.get()) {
        founder.awaitView("founder", "other");
        other.awaitView("founder", "other");
        assertThat(other.views()).allSatisfy(view -> assertThat(view).contains("founder"));
      }
    } finally {
      starts.shutdownNow();
    }
  }

  /** Only the first of them, which is to be found by the others, may think that it is alone. */
  @Test
  void membersThatStartTogetherFoundOneGroup() throws Exception {
    List<Integer> ports =
        List.of(TestMember.freePort(), TestMember.freePort(), TestMember.freePort());
    ExecutorService starts = Executors.newCachedThreadPool();
    List<Future<TestMember>> starting = new ArrayList<>();
    try {
      for (int port : ports) {
        starting.add(starts.submit(() -> TestMember.among("on-" + port, port, ports)));
      }
      List<Set<String>> alone = new ArrayList<>();
      for (Future<TestMember> each : starting) {
        TestMember member = each.get();
        TestMember.await("all three", () -> member.view().size() == 3);
        member.views().stream().filter(view -> view.size() == 1).forEach(alone::add);
      }
      assertThat(alone).hasSizeLessThanOrEqualTo(1);
    } finally {
      for (Future<TestMember> each : starting) {
        each.get().close();
      }
      starts.shutdownNow();
    }
  }

  @Test
  void whoCannotBeReachedIsNamedWithTheReason() throws Exception {
    try (ServerSocket stranger = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        TestMember one = TestMember.of("one")) {
      int nobody = TestMember.freePort();
      Thread hangsUp = new Thread(() -> hangUp(stranger));
      hangsUp.setDaemon(true);
      hangsUp.start();
      List<Integer> peers = List.of(one.port(), nobody, stranger.getLocalPort());
      try (TestMember two = TestMember.among("two", TestMember.freePort(), peers)) {
        TestMember.await("both are tried", () -> two.channel.unreached().size() == 2);
        assertThat(two.channel.unreached())
            .anySatisfy(
                line ->
                    assertThat(line)
                        .isEqualTo(
                            "peer 127.0.0.1:%d refuses connections: no agent listens there"
                                .formatted(nobody)))
            .anySatisfy(
                line ->
                    assertThat(line)
                        .startsWith(
                            "peer 127.0.0.1:%d does not answer like an agent"
                                .formatted(stranger.getLocalPort())));
      }
    }
  }

  private static void hangUp(ServerSocket on) {
    try {
      while (true) {
        on.accept().close();
      }
    } catch (IOException e) {
      // it is closed
    }
  }

  @Test
  void aPortThatTakesConnectionsAndSaysNothingIsSilent() throws Exception {
    try (ServerSocket suspended = new ServerSocket(0);
        TestMember one = TestMember.of("one")) {
      assertThat(one.channel.probe("x", at(suspended.getLocalPort())).get())
          .isEqualTo(Evidence.SILENT);
    }
  }

  @Test
  void aPortOfAnotherProcessShowsThatTheMemberHasEnded() throws Exception {
    try (TestMember one = TestMember.of("one")) {
      assertThat(one.channel.probe("another", at(one.port())).get()).isEqualTo(Evidence.REFUSED);
      assertThat(one.channel.probe("one", at(one.port())).get()).isEqualTo(Evidence.ANSWERED);
      assertThat(one.log).isEmpty();
    }
  }

  @Test
  void anotherSecretIsRefusedInOneLineOnBothSides() throws Exception {
    FleetSecret wrong = FleetSecret.of(Secret.of("another secret of this length"));
    try (TestMember one = TestMember.of("one");
        TestMember two = TestMember.of("test", "two", "1", wrong, one)) {
      refused(one, two, "the fleet secret of two is not that of one");
    }
  }

  @Test
  void anotherVersionIsRefusedInOneLineOnBothSides() throws Exception {
    try (TestMember one = TestMember.of("one");
        TestMember two = TestMember.of("test", "two", "2", TestMember.SECRET, one)) {
      refused(one, two, "two is version 2, and one is 1");
    }
  }

  @Test
  void anotherFleetIsRefusedInOneLineOnBothSides() throws Exception {
    try (TestMember one = TestMember.of("one");
        TestMember two = TestMember.of("other", "two", "1", TestMember.SECRET, one)) {
      refused(one, two, "two looks for fleet 'other', and this is fleet 'test'");
    }
  }

  private static InetSocketAddress at(int port) {
    return new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
  }

  private static void refused(TestMember member, TestMember refused, String reason)
      throws InterruptedException {
    TestMember.await("a refusal", () -> !refused.refusals.isEmpty() && !member.log.isEmpty());
    assertThat(member.log).containsExactly("refused a process of 127.0.0.1: " + reason);
    String line = "refused by one at " + member.address() + ": " + reason;
    assertThat(refused.log).containsExactly(line);
    assertThat(refused.refusals).contains(line);
    assertThat(member.view()).containsExactly("one");
    assertThat(refused.view()).containsExactly("two");
  }
}
