package dev.sluice.control.fleet.link;

import static dev.sluice.control.fleet.link.MemberRole.AGENT;
import static dev.sluice.control.fleet.link.MemberRole.CONTROLLER;
import static dev.sluice.control.fleet.link.MemberRole.VISITOR;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.control.fleet.link.TestMember.Lock;
import dev.sluice.control.fleet.link.TestMember.Said;
import dev.sluice.control.fleet.link.TestMember.Split;
import dev.sluice.control.fleet.link.TestMember.View;
import dev.sluice.control.fleet.protocol.Content;
import dev.sluice.control.fleet.protocol.Epoch;
import dev.sluice.control.fleet.protocol.FleetLink;
import dev.sluice.control.fleet.protocol.FleetMessage.Echo;
import dev.sluice.control.fleet.protocol.FleetMessage.FilePart;
import dev.sluice.control.fleet.protocol.FleetMessage.FileRequest;
import dev.sluice.control.fleet.protocol.FleetMessage.Inquiry;
import dev.sluice.control.fleet.protocol.FleetMessage.Leaving;
import dev.sluice.control.fleet.protocol.FleetMessage.State;
import dev.sluice.jms.provider.ConfigurationException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.logging.Logger;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Members and a real hub, by counts and order alone. */
@SuppressWarnings("try") // members and hubs that are there, or close early
class HubLinkTest {

  private static final int CONTROLLERS = 16;
  private static final int HALF_OPEN = 200;
  private static final int SAMPLES = 300;
  private static final Pattern OF_THE_NETWORK =
      Pattern.compile(
          "org\\.apache\\.|io\\.netty\\.(channel|handler)\\.|java\\.net\\.|sun\\.(nio|security\\.ssl)\\.");
  private static final int AGENTS = 4;

  private static State state(long version) {
    return new State(new Epoch(1, "c"), version, Echo.NONE, 0, Optional.empty());
  }

  @Test
  void oneOfManyControllersHasTheLockAndAnotherOneWhenItEnds() throws Exception {
    try (EmbeddedHub hub = TestMember.hub()) {
      List<TestMember> waiting = new ArrayList<>();
      for (int i = 0; i < CONTROLLERS; i++) {
        waiting.add(TestMember.of("c" + i, CONTROLLER, hub.port()));
      }
      while (!waiting.isEmpty()) {
        TestMember holder = holder(waiting);
        waiting.remove(holder);
        for (TestMember other : waiting) {
          assertThat(other.rest()).doesNotContain(new Lock(true));
        }
        holder.close();
      }
    }
  }

  private static TestMember holder(List<TestMember> members) throws InterruptedException {
    while (true) {
      for (TestMember each : members) {
        if (each.rest().contains(new Lock(true))) {
          return each;
        }
      }
      Thread.onSpinWait();
    }
  }

  @Test
  void messagesReachThoseTheyAreForAndNobodyElse() throws Exception {
    byte[] part = new byte[256 << 10];
    FilePart file = new FilePart("t", "plan", 0, Content.of(part));
    try (EmbeddedHub hub = TestMember.hub();
        TestMember one = TestMember.of("a#1", AGENT, hub.port());
        TestMember namesake = TestMember.of("a#2", AGENT, hub.port());
        TestMember controller = TestMember.of("c#1", CONTROLLER, hub.port())) {
      controller.await(new View(Set.of("a#1", "a#2")));
      controller.send("a#1", file);
      controller.send("a#2", state(2));
      one.await(new Said("c#1", file));
      namesake.await(new Said("c#1", state(2)));
      one.send(FleetLink.CONTROLLER, new FileRequest("t", "plan", 7));
      controller.await(new Said("a#1", new FileRequest("t", "plan", 7)));
      assertThat(one.rest()).isEmpty();
      assertThat(namesake.rest()).isEmpty();
    }
  }

  /** What waited is not what is true any more. */
  @Test
  void anAgentThatWasSlowHearsTheNewestState() throws Exception {
    int states = 200;
    try (EmbeddedHub hub = TestMember.hub();
        TestMember agent = TestMember.of("a", AGENT, hub.port());
        TestMember controller = TestMember.of("c", CONTROLLER, hub.port())) {
      controller.await(new View(Set.of("a")));
      CountDownLatch wakes = new CountDownLatch(1);
      agent.standStill(wakes);
      for (int i = 1; i <= states; i++) {
        controller.send("a", state(i));
      }
      controller.send("a", new Inquiry(1)); // behind all of them
      controller.send("a", state(states + 1));
      CountDownLatch sent = new CountDownLatch(1);
      controller.link.execute(sent::countDown);
      sent.await();
      wakes.countDown();
      int heard = 1;
      for (Object next = agent.next(); !next.equals(new Said("c", state(states + 1))); ) {
        heard++;
        next = agent.next();
      }
      assertThat(heard).isLessThan(states / 2);
    }
  }

  @Test
  void aControllerKnowsWhoIsThereAndWhoComesAndGoes() throws Exception {
    try (EmbeddedHub hub = TestMember.hub();
        TestMember first = TestMember.of("a.1#x", AGENT, hub.port())) {
      try (TestMember controller = TestMember.of("c", CONTROLLER, hub.port());
          TestMember visitor = TestMember.of("v", VISITOR, hub.port())) {
        controller.await(new View(Set.of("a.1#x")));
        visitor.await(new View(Set.of("a.1#x")));
        try (TestMember second = TestMember.of("a.2#y", AGENT, hub.port())) {
          controller.await(new View(Set.of("a.1#x", "a.2#y")));
        }
        controller.await(new View(Set.of("a.1#x")));
        visitor.await(new View(Set.of("a.1#x")));
      }
    }
  }

  @Test
  void whatALeavingMemberSendsLastArrives() throws Exception {
    try (EmbeddedHub hub = TestMember.hub();
        TestMember controller = TestMember.of("c", CONTROLLER, hub.port());
        TestMember agent = TestMember.of("a", AGENT, hub.port())) {
      controller.await(new View(Set.of("a")));
      agent.send(FleetLink.CONTROLLER, new Leaving());
      agent.close();
      controller.await(new Said("a", new Leaving()));
    }
  }

  @Test
  void allComeBackToAHubThatComesBack() throws Exception {
    EmbeddedHub hub = TestMember.hub();
    int port = hub.port();
    try (TestMember agent = TestMember.of("a", AGENT, port);
        TestMember controller = TestMember.of("c", CONTROLLER, port)) {
      controller.await(new View(Set.of("a")));
      hub.close();
      controller.awaitAll(new Lock(false), new View(Set.of())); // a hub hangs up on one by one
      agent.line("no hub answers at 127.0.0.1:" + port);
      try (EmbeddedHub again = TestMember.hub(port)) {
        controller.await(new Lock(true));
        controller.await(new View(Set.of("a")));
        agent.send(FleetLink.CONTROLLER, new Leaving());
        controller.await(new Said("a", new Leaving()));
      }
    }
  }

  /** It is not told anything that was meant for the one that follows. */
  @Test
  void aControllerThatStandsStillForALeaseLosesTheLock() throws Exception {
    try (EmbeddedHub hub = TestMember.hub();
        TestMember agent = TestMember.of("a", AGENT, hub.port());
        TestMember first = new TestMember("c1", CONTROLLER, TestMember.SECRET, "1", hub.port())) {
      first.open(1);
      first.await(new View(Set.of("a")));
      CountDownLatch wakes = new CountDownLatch(1);
      first.standStill(wakes);
      try (TestMember second = TestMember.of("c2", CONTROLLER, hub.port())) {
        second.await(new View(Set.of("a")));
        agent.send(FleetLink.CONTROLLER, new Leaving());
        second.await(new Said("a", new Leaving()));
        wakes.countDown();
        first.await(new Lock(false));
        assertThat(first.rest()).doesNotContain(new Said("a", new Leaving()));
      }
      first.await(new Lock(true));
    }
  }

  /** Its sends do not wait meanwhile, though nothing passes. */
  @Test
  void anAgentThatIsCutOffIsMissingUntilItsBytesPassAgain() throws Exception {
    try (EmbeddedHub hub = TestMember.hub();
        HoldingRelay network = new HoldingRelay(hub.port());
        TestMember agent = new TestMember("a", AGENT, TestMember.SECRET, "1", network.port());
        TestMember controller = TestMember.of("c", CONTROLLER, hub.port())) {
      agent.open(1);
      controller.await(new View(Set.of("a")));
      agent.send(FleetLink.CONTROLLER, new Leaving());
      controller.await(new Said("a", new Leaving()));
      network.hold();
      CountDownLatch sent = new CountDownLatch(1);
      agent.link.execute(
          () -> {
            for (int i = 0; i < 10_000; i++) {
              agent.link.send(FleetLink.CONTROLLER, new FileRequest("t", "plan", i));
            }
            sent.countDown();
          });
      sent.await();
      controller.await(new View(Set.of()));
      network.pass();
      controller.await(new View(Set.of("a")));
    }
  }

  /** As if the hub stood still: it takes nothing, and says nothing. */
  @Test
  void theProtocolIsNeverInsideACallOfTheNetwork() throws Exception {
    try (EmbeddedHub hub = TestMember.hub();
        HoldingRelay network = new HoldingRelay(hub.port());
        TestMember agent = TestMember.of("a", AGENT, network.port());
        TestMember controller = TestMember.of("c", CONTROLLER, network.port())) {
      controller.await(new View(Set.of("a")));
      network.hold();
      Content part = Content.of(new byte[256 << 10]);
      int seen = 0;
      for (int i = 0; i < SAMPLES; i++) {
        FilePart file = new FilePart("t", "plan", i, part);
        FileRequest request = new FileRequest("t", "plan", i);
        controller.link.execute(() -> controller.link.send("a", file));
        agent.link.execute(() -> agent.link.send(FleetLink.CONTROLLER, request));
        for (var each : Thread.getAllStackTraces().entrySet()) {
          if (each.getKey().getName().startsWith("fleet-protocol")) {
            seen++;
          }
          assertThat(withTheTurn(each.getValue()))
              .noneMatch(frame -> OF_THE_NETWORK.matcher(frame.getClassName()).lookingAt());
        }
      }
      assertThat(seen).isGreaterThanOrEqualTo(SAMPLES);
    }
  }

  /** What a thread is in while the protocol is its; nothing if it is not. */
  private static List<StackTraceElement> withTheTurn(StackTraceElement[] stack) {
    List<StackTraceElement> frames = List.of(stack);
    int turn =
        IntStream.range(0, stack.length)
            .filter(i -> stack[i].getClassName().equals(HubLink.class.getName()))
            .filter(i -> stack[i].getMethodName().equals("turn"))
            .findFirst()
            .orElse(0);
    return frames.subList(0, turn);
  }

  @Test
  void whoReadsNothingDelaysNobodyElse() throws Exception {
    int states = 500;
    FilePart file = new FilePart("t", "plan", 0, Content.of(new byte[64 << 10]));
    try (EmbeddedHub hub = TestMember.hub();
        HoldingRelay network = new HoldingRelay(hub.port());
        TestMember slow = TestMember.of("slow", AGENT, network.port());
        TestMember other = TestMember.of("other", AGENT, hub.port());
        TestMember controller = TestMember.of("c", CONTROLLER, hub.port())) {
      controller.await(new View(Set.of("slow", "other")));
      network.hold();
      for (int i = 1; i <= states; i++) {
        controller.send("slow", file);
        controller.send("slow", state(i));
        controller.send("other", state(i));
        other.await(new Said("c", state(i)));
      }
      assertThat(slow.rest()).isEmpty();
      network.pass();
      slow.await(new Said("c", state(states)));
    }
  }

  @Test
  void anAgentWhoseConnectionIsClosedDialsAgain() throws Exception {
    try (EmbeddedHub hub = TestMember.hub();
        HoldingRelay network = new HoldingRelay(hub.port());
        TestMember agent = TestMember.of("a", AGENT, network.port());
        TestMember controller = TestMember.of("c", CONTROLLER, hub.port())) {
      controller.await(new View(Set.of("a")));
      network.cut();
      while (!controller.rest().contains(new Said("a", new Leaving()))) {
        agent.send(FleetLink.CONTROLLER, new Leaving()); // into either connection
      }
    }
  }

  @Test
  void aLockThatIsGivenBackIsSoughtAgain() throws Exception {
    try (EmbeddedHub hub = TestMember.hub();
        TestMember controller = TestMember.of("c", CONTROLLER, hub.port())) {
      controller.await(new Lock(true));
      controller.link.execute(controller.link::release);
      assertThat(controller.next())
          .isEqualTo(new Lock(true)); // the loss itself is not reported after a release
    }
  }

  @Test
  void twoHubsThatAnswerAreTold() throws Exception {
    try (EmbeddedHub one = TestMember.hub();
        EmbeddedHub other = TestMember.hub();
        TestMember agent = TestMember.of("a", AGENT, one.port(), other.port())) {
      agent.await(new Split(true));
      other.close();
      agent.await(new Split(false));
    }
  }

  @Test
  void aHubThatAnotherControllerHasAnswersToo() throws Exception {
    try (EmbeddedHub one = TestMember.hub();
        EmbeddedHub other = TestMember.hub();
        TestMember first = TestMember.of("c1", CONTROLLER, other.port())) {
      first.await(new Lock(true));
      try (TestMember second = TestMember.of("c2", CONTROLLER, one.port(), other.port())) {
        second.await(new Split(true));
      }
    }
  }

  @Test
  void whoHasNotTheSecretIsRefusedInOneLineOnBothSides() throws Exception {
    BlockingQueue<String> lines = new LinkedBlockingQueue<>();
    try (EmbeddedHub hub =
            new EmbeddedHub(new FleetAddresses("it"), TestMember.SECRET, 0, lines::add);
        TestMember wrong = TestMember.of("w", AGENT, TestMember.OTHER_SECRET, "1", hub.port())) {
      assertThat(wrong.line("secret"))
          .isEqualTo(
              "refused by the hub at 127.0.0.1:%d: its fleet secret is another one"
                  .formatted(hub.port()));
      assertThat(lines.poll(2, TimeUnit.MINUTES))
          .isEqualTo("refused 127.0.0.1: it has not this fleet's secret");
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "AMQ224088: Timeout (30 seconds) on acceptor \"fleet\" during protocol handshake with"
            + " 10.0.0.4:5123 has occurred.",
        "AMQ222208: SSL handshake failed for client from 10.0.0.4:5123:"
            + " java.nio.channels.ClosedChannelException.",
        "AMQ222208: SSL handshake failed for client from 10.0.0.4:5123:"
            + " java.net.SocketException: Connection reset."
      })
  void whoIsTooSlowForTheHandshakeOrEndsInItIsNotSaidToHaveAnotherSecret(String warning)
      throws Exception {
    List<String> lines = new ArrayList<>();
    try (EmbeddedHub hub =
        new EmbeddedHub(new FleetAddresses("it"), TestMember.SECRET, 0, lines::add)) {
      Logger.getLogger("org.apache.activemq.artemis.core.server").warning(warning);
      assertThat(lines)
          .containsExactly(
              "refused 10.0.0.4: it has not shown in time that it has this fleet's secret");
    }
  }

  /** As one that is too busy does, in the end. */
  @Test
  void whoHangsUpDuringTheHandshakeIsNotTakenToHaveAnotherSecret() throws Exception {
    try (ServerSocket busy = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        TestMember agent = TestMember.of("a", AGENT, busy.getLocalPort())) {
      Socket call = busy.accept();
      assertThat(call.getInputStream().read()).isPositive(); // it greets
      call.getInputStream().skip(call.getInputStream().available());
      call.close();
      assertThat(agent.line("127.0.0.1:" + busy.getLocalPort()))
          .isEqualTo(
              "no hub answers at 127.0.0.1:%d: the connection was closed during the TLS handshake"
                  .formatted(busy.getLocalPort()));
    }
  }

  @Test
  void anotherVersionIsSaidOnBothSides() throws Exception {
    try (EmbeddedHub hub = TestMember.hub();
        TestMember agent = TestMember.of("a", AGENT, TestMember.SECRET, "2", hub.port());
        TestMember controller = TestMember.of("c", CONTROLLER, hub.port())) {
      controller.await(new View(Set.of("a")));
      agent.send(FleetLink.CONTROLLER, new Leaving());
      assertThat(controller.line("refused a"))
          .matches("refused a: it is version 2 .*, and this is version 1 .*");
      assertThat(agent.line("refused c"))
          .matches("refused c: it is version 1 .*, and this is version 2 .*");
      assertThat(controller.rest()).noneMatch(Said.class::isInstance);
    }
  }

  @Test
  void silentConnectionsKeepNobodyOut() throws Exception {
    List<Socket> silent = new ArrayList<>();
    try (EmbeddedHub hub = TestMember.hub()) {
      for (int i = 0; i < HALF_OPEN; i++) {
        silent.add(new Socket(InetAddress.getLoopbackAddress(), hub.port()));
      }
      try (TestMember agent = TestMember.of("a", AGENT, hub.port());
          TestMember controller = TestMember.of("c", CONTROLLER, hub.port())) {
        controller.await(new View(Set.of("a")));
      }
    } finally {
      for (Socket each : silent) {
        each.close();
      }
    }
  }

  /** As one of its users, who all make the controller's queue at once. */
  @Test
  void membersMeetAtABrokerOfOnesOwnAndAgainWhenItComesBack() throws Exception {
    UsersBroker broker = new UsersBroker(0);
    int port = broker.port();
    List<TestMember> agents = new ArrayList<>();
    for (int i = 0; i < AGENTS; i++) {
      agents.add(TestMember.of("a" + i, AGENT, broker));
    }
    Set<String> names = agents.stream().map(each -> each.link.self()).collect(Collectors.toSet());
    try (TestMember controller = TestMember.of("c", CONTROLLER, broker);
        TestMember visitor = TestMember.of("v", VISITOR, broker)) {
      controller.await(new View(names));
      assertThat(agents).allSatisfy(each -> assertThat(each.lines()).isEmpty());
      broker.close();
      controller.await(new Lock(false));
      try (UsersBroker again = new UsersBroker(port)) {
        controller.await(new Lock(true));
        controller.await(new View(names));
        visitor.await(new View(names));
        agents.get(0).send(FleetLink.CONTROLLER, new Leaving());
        controller.await(new Said("a0", new Leaving()));
      }
    } finally {
      agents.forEach(TestMember::close);
    }
  }

  @Test
  void aPortThatIsTakenIsNamed() throws Exception {
    try (EmbeddedHub hub = TestMember.hub()) {
      assertThatThrownBy(() -> TestMember.hub(hub.port()))
          .isInstanceOf(ConfigurationException.class)
          .hasMessageContaining("cannot listen on port " + hub.port());
    }
  }
}
