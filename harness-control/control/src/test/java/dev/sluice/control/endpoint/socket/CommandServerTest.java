package dev.sluice.control.endpoint.socket;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.control.command.CommandRunner.StatisticsLine;
import dev.sluice.control.command.FakeRunControl;
import dev.sluice.control.endpoint.access.AccessToken;
import dev.sluice.control.endpoint.access.AccessTokens;
import dev.sluice.control.endpoint.access.AddressLimits;
import dev.sluice.control.endpoint.access.AddressLimits.TokenLimits;
import dev.sluice.control.endpoint.access.PortSettings;
import dev.sluice.core.run.RunStatus.WorkloadStatus;
import dev.sluice.core.stats.Standing.PaceMode;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class CommandServerTest {

  private RealRun run;
  private CommandServer server;
  private InetSocketAddress at;

  @BeforeEach
  void start() throws Exception {
    run = new RealRun("P1", 2, 50);
    server = new CommandServer(run.control(), CommandServerSettings.onLoopback(0));
    at = server.start();
  }

  @AfterEach
  void stop() throws Exception {
    server.close();
    run.close();
  }

  /** Scripts of JMSPerfHarness may look for its warning; others look for what this program says. */
  @Test
  void anUnknownCommandIsAnsweredAsTheRunsToolDoes() throws Exception {
    StatisticsLine older =
        new StatisticsLine() {
          @Override
          public boolean ofOlderTool() {
            return true;
          }

          @Override
          public Optional<String> latest() {
            return Optional.empty();
          }
        };
    try (TestClient client = new TestClient(at)) {
      client.readLine();
      assertThat(client.ask("FOO -x 1")).last().asString().startsWith("ERR unknown-command");
    }
    CommandServer there =
        new CommandServer(
            run.control(),
            CommandServerSettings.onLoopback(0),
            older,
            UnaryOperator.identity(),
            AddressLimits.usual());
    try (there;
        TestClient client = new TestClient(there.start())) {
      client.readLine();
      assertThat(client.askLegacy("FOO -x 1"))
          .isEqualTo("P1,WARNING: unsupported command: FOO -x 1");
      assertThat(client.ask("rate abc")).last().asString().startsWith("ERR bad-argument");
      assertThat(client.askLegacy("ALTER -rt 40 -nt 3"))
          .isEqualTo("P1,SUCCESS: ALTER -rt 40 -nt 3");
      assertThat(senders().target().perWorkerPerSecond()).isEqualTo(40);
      assertThat(run.control().status().workloads().get(0).workers()).isEqualTo(2);
    }
  }

  @Test
  void aRateChangeByLineReachesTheRun() throws Exception {
    try (TestClient client = new TestClient(at)) {
      assertThat(client.readLine())
          .isEqualTo("P1,connected to SocketCommandProcessor on port " + at.getPort());
      assertThat(client.ask("rate +15"))
          .containsExactly("OK senders 65.00/s per worker, 130.00/s in total, 2 workers");
      assertThat(senders().target().totalPerSecond()).isEqualTo(130);
      assertThat(client.ask("total 20"))
          .containsExactly("OK senders 10.00/s per worker, 20.00/s in total, 2 workers");
      assertThat(client.askLegacy("ALTER -rt 116")).isEqualTo("P1,SUCCESS: ALTER -rt 116");
      assertThat(senders().target().perWorkerPerSecond()).isEqualTo(116);
      assertThat(client.ask("pause"))
          .containsExactly("OK senders paused (116.00/s per worker, 232.00/s in total), 2 workers");
      assertThat(senders().target().mode()).isEqualTo(PaceMode.PAUSED);
      assertThat(client.ask("resume")).last().asString().startsWith("OK senders 116.00/s");
      assertThat(client.ask("rate nobody 5"))
          .containsExactly("ERR refused unknown workload nobody; workloads: senders");
    }
  }

  @Test
  void workersAreReallyStartedAndEnded() throws Exception {
    try (TestClient client = TestClient.greeted(at)) {
      assertThat(client.askLegacy("START -nt 3")).isEqualTo("P1,SUCCESS: START -nt 3");
      assertThat(senders().workersUp()).isEqualTo(5);
      assertThat(client.askLegacy("END -nt 4")).isEqualTo("P1,SUCCESS: END -nt 4");
      assertThat(senders().workers()).isEqualTo(1);
      assertThat(client.ask("threads +1")).last().asString().endsWith("2 workers");
    }
  }

  @Test
  void endWithoutANumberEndsTheRun() throws Exception {
    try (TestClient client = TestClient.greeted(at)) {
      assertThat(client.askLegacy("END")).isEqualTo("P1,SUCCESS: END");
      assertThat(run.awaitEnd().clean()).isTrue();
    }
  }

  @Test
  void theReplyToStopLeavesBeforeTheSocketCloses() throws Exception {
    try (TestClient client = TestClient.greeted(at)) {
      client.send("stop\n");
      run.awaitEnd();
      server.close();
      assertThat(client.readLine()).isEqualTo("OK the run is ending");
      assertThat(client.readLine()).isNull();
    }
  }

  @Test
  void severalLinesAtOnceAreAnsweredInOrder() throws Exception {
    try (TestClient client = TestClient.greeted(at)) {
      StringBuilder lines = new StringBuilder();
      for (int rate = 1; rate <= 500; rate++) {
        lines.append("rate ").append(rate).append("\r\n\r\n");
      }
      client.send(lines.toString());
      for (int rate = 1; rate <= 500; rate++) {
        assertThat(client.readLine()).startsWith("OK senders " + rate + ".00/s per worker");
      }
    }
  }

  @Test
  void aClientThatHasSentAllItHasStillGetsItsReplies() throws Exception {
    try (TestClient client = TestClient.greeted(at)) {
      client.send("rate 7\nrate 8\nmark last line without an end");
      client.socket().shutdownOutput();
      assertThat(client.readLine()).startsWith("OK senders 7.00/s");
      assertThat(client.readLine()).startsWith("OK senders 8.00/s");
      assertThat(client.readLine()).isEqualTo("OK marked");
      assertThat(client.readLine()).isNull();
    }
  }

  /** The end of the input is seen while the slow command runs; what came before it still counts. */
  @Test
  void linesThatCameBeforeTheEndOfTheInputAreAllCarriedOut() throws Exception {
    CountDownLatch entered = new CountDownLatch(1);
    CountDownLatch release = new CountDownLatch(1);
    FakeRunControl slow = new FakeRunControl();
    slow.onAddWorkers =
        () -> {
          entered.countDown();
          awaitUninterruptibly(release);
        };
    try (CommandServer slowServer = new CommandServer(slow, CommandServerSettings.onLoopback(0))) {
      InetSocketAddress slowAt = slowServer.start();
      try (TestClient client = TestClient.greeted(slowAt);
          TestClient other = TestClient.greeted(slowAt)) {
        client.send("auth x\nthreads +1\n\nrate 5\nmark last");
        client.socket().shutdownOutput();
        entered.await();
        assertThat(other.ask("status")).last().asString().startsWith("OK run");
        release.countDown();
        assertThat(client.readLine()).startsWith("OK this socket needs no token");
        assertThat(client.readReply()).last().asString().startsWith("OK senders");
        assertThat(client.readReply()).last().asString().startsWith("OK senders");
        assertThat(client.readLine()).isEqualTo("OK marked");
        assertThat(client.readLine()).isNull();
      }
    }
    assertThat(slow.calls).hasSize(3);
  }

  @Test
  void quitClosesTheConnectionOnly() throws Exception {
    try (TestClient leaving = TestClient.greeted(at);
        TestClient staying = TestClient.greeted(at)) {
      leaving.send("quit\n");
      assertThat(leaving.readLine()).isNull();
      assertThat(staying.ask("status")).last().asString().startsWith("OK run P1 running");
    }
  }

  @Test
  void aPortInUseIsReportedInOneLine() throws Exception {
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        CommandServer second =
            new CommandServer(
                run.control(), CommandServerSettings.onLoopback(taken.getLocalPort()))) {
      assertThatThrownBy(second::start)
          .isInstanceOf(IOException.class)
          .hasMessageMatching(
              "cannot listen on 127\\.0\\.0\\.1 port " + taken.getLocalPort() + ": [^\\n]+");
    }
  }

  @Test
  void anotherAddressThanLoopbackNeedsATokenAndTls() throws Exception {
    InetAddress everywhere = InetAddress.getByName("0.0.0.0");
    PortSettings bare = new PortSettings(everywhere, 0, AccessTokens.NONE, Optional.empty());
    assertThatIllegalArgumentException()
        .isThrownBy(() -> bare.requireToken("--a-token"))
        .withMessageContaining("needs a token: --a-token");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> bare.requireTls("--tls"))
        .withMessageContaining("needs a certificate: --tls");
    assertThat(bare.warning()).hasValueSatisfying(why -> assertThat(why).contains("anybody"));
    AccessTokens tokens =
        new AccessTokens(Optional.of(new AccessToken("s3cretW0rd")), Optional.empty());
    PortSettings withToken = new PortSettings(everywhere, 0, tokens, Optional.empty());
    assertThat(withToken.requireToken("--a-token").toString()).doesNotContain("s3cretW0rd");
    assertThat(withToken.warning())
        .hasValueSatisfying(why -> assertThat(why).contains("can read the tokens"));
    assertThat(PortSettings.onLoopback(0).requireToken("").requireTls("").warning()).isEmpty();
  }

  @Test
  void theTokenForWatchingChangesNothing() throws Exception {
    FakeRunControl control = new FakeRunControl();
    CommandServer guarded = new CommandServer(control, settings(Duration.ofMinutes(1)));
    try (guarded;
        TestClient client = TestClient.greeted(guarded.start())) {
      assertThat(client.ask("auth watch0nly")).containsExactly("OK");
      for (String change :
          List.of("rate +5", "pause", "stop", "mark x", "threads +1", "total 5", "resume")) {
        assertThat(client.ask(change))
            .containsExactly("ERR auth this token is for watching, and not for commands");
      }
      for (String change : List.of("ALTER -rt 5", "END", "START")) {
        assertThat(client.ask(change)).last().asString().startsWith("ERR auth ");
      }
      assertThat(client.ask("status")).last().asString().startsWith("OK run");
      assertThat(control.calls).isEmpty();
      assertThat(client.ask("auth s3cretW0rd")).containsExactly("OK");
      assertThat(client.ask("pause")).last().asString().startsWith("OK");
      assertThat(control.calls).hasSize(1);
      assertThat(control.audited).containsExactly("command from 127.0.0.1 (control): pause");
    }
  }

  @Test
  void aSlowCommandHoldsUpNobodyElse() throws Exception {
    CountDownLatch entered = new CountDownLatch(1);
    CountDownLatch release = new CountDownLatch(1);
    FakeRunControl slow = new FakeRunControl();
    slow.onAddWorkers =
        () -> {
          entered.countDown();
          awaitUninterruptibly(release);
        };
    try (CommandServer slowServer = new CommandServer(slow, CommandServerSettings.onLoopback(0))) {
      InetSocketAddress slowAt = slowServer.start();
      try (TestClient starting = TestClient.greeted(slowAt);
          TestClient other = TestClient.greeted(slowAt)) {
        starting.send("START -nt 1000\nstatus\n");
        entered.await();
        assertThat(other.ask("rate 5")).last().asString().startsWith("OK senders");
        release.countDown();
        assertThat(starting.readLine()).isEqualTo(",SUCCESS: START -nt 1000");
        assertThat(starting.readReply()).last().asString().startsWith("OK run running");
      }
    }
  }

  @Test
  void aTokenComesFirst() throws Exception {
    try (CommandServer guarded = guarded(Duration.ofMinutes(1))) {
      InetSocketAddress guardedAt = guarded.start();
      try (TestClient client = TestClient.greeted(guardedAt)) {
        assertThat(client.ask("status")).last().asString().startsWith("ERR auth ");
        assertThat(client.ask("nonsense")).last().asString().startsWith("ERR auth ");
        assertThat(client.ask("auth s3cretW0rd")).containsExactly("OK");
        assertThat(client.ask("status")).last().asString().startsWith("OK run P1");
      }
      try (TestClient client = TestClient.greeted(guardedAt)) {
        for (int i = 0; i < 3; i++) {
          assertThat(client.ask("auth wrongW0rd" + i)).last().asString().startsWith("ERR auth ");
        }
        assertThat(client.readLine()).isNull();
      }
    }
  }

  @Test
  void anIdleSessionIsClosed() throws Exception {
    try (CommandServer impatient = guarded(Duration.ofMillis(50))) {
      try (TestClient client = TestClient.greeted(impatient.start())) {
        assertThat(client.readLine()).isNull();
      }
    }
  }

  @Test
  void watchSendsIntervalsUntilALineComes() throws Exception {
    try (TestClient client = TestClient.greeted(at)) {
      client.send("watch\n");
      String first = client.readLine();
      String second = client.readLine();
      assertThat(List.of(first, second)).allMatch(line -> line.startsWith("senders interval="));
      assertThat(first).isNotEqualTo(second);
      client.send("rate 9\n");
      assertThat(client.readReply()).last().isEqualTo("OK");
      assertThat(client.readReply()).last().asString().startsWith("OK senders 9.00/s");
    }
  }

  @Test
  void watchGoesOnForAClientThatOnlyReads() throws Exception {
    try (TestClient client = TestClient.greeted(at)) {
      client.send("watch\n");
      client.socket().shutdownOutput();
      for (int i = 0; i < 3; i++) {
        assertThat(client.readLine()).startsWith("senders interval=");
      }
      run.control().stop("enough");
      run.awaitEnd();
      assertThat(client.readReply()).last().isEqualTo("OK the run has ended");
    }
  }

  @Test
  void statsAndReportSpeakOfTheSameInterval() throws Exception {
    try (TestClient client = TestClient.greeted(at)) {
      client.send("watch\n");
      client.readLine(); // there is an interval now
      assertThat(client.ask("")).last().isEqualTo("OK");
      assertThat(client.ask("stats")).first().asString().startsWith("senders interval=");
      assertThat(client.askLegacy("REPORT -stats"))
          .matches("P1,id=P1,rate=\\d+\\.\\d\\d,total messages=\\d+,Snapshot period=0,threads=2");
    }
  }

  @Test
  void silentConnectionsLockNobodyOut() throws Exception {
    try (CommandServer guarded = guarded(Duration.ofMinutes(5))) {
      InetSocketAddress there = guarded.start();
      List<TestClient> silent = new ArrayList<>();
      for (int i = 0; i < 64; i++) {
        silent.add(new TestClient(there));
      }
      for (int i = 0; i < 3; i++) {
        try (TestClient client = TestClient.greeted(there)) {
          assertThat(client.ask("auth s3cretW0rd")).containsExactly("OK");
          assertThat(client.ask("status")).last().asString().startsWith("OK run P1");
        }
      }
      for (TestClient client : silent) {
        client.close();
      }
    }
  }

  @Test
  void theTokenForCommandsAlwaysGetsIn() throws Exception {
    List<TestClient> others = new ArrayList<>();
    try (CommandServer guarded = guarded(Duration.ofMinutes(5))) {
      InetSocketAddress there = guarded.start();
      try (TestClient owner = TestClient.greeted(there)) {
        assertThat(owner.ask("auth s3cretW0rd")).containsExactly("OK");
        for (int i = 0; i < 12; i++) { // three times as many as there may be
          TestClient watcher = TestClient.greeted(there);
          others.add(watcher);
          assertThat(watcher.ask("auth watch0nly")).containsExactly("OK");
          watcher.send("watch\n");
          watcher.readLine(); // else this watcher could be the one that is disconnected
          others.add(new TestClient(there));
        }
        assertThat(owner.ask("status")).as("is never sent away").last().asString().startsWith("OK");
        try (TestClient second = TestClient.greeted(there)) {
          assertThat(second.ask("auth s3cretW0rd")).containsExactly("OK");
          assertThat(second.ask("rate 9")).last().asString().startsWith("OK senders 9.00/s");
        }
        String last = "";
        for (String line = ""; line != null; line = others.get(0).readLine()) {
          last = line;
        }
        assertThat(last).isEqualTo("ERR busy a new connection took the place of this one");
      }
    } finally {
      for (TestClient other : others) {
        other.close();
      }
    }
  }

  @Test
  void whoIsSilentIsDisconnectedLongBeforeTheIdleTime() throws Exception {
    TokenLimits limits =
        new TokenLimits(
            Duration.ofMillis(100),
            3,
            Duration.ZERO,
            Duration.ofSeconds(1),
            9,
            Duration.ofSeconds(1),
            Duration.ofMinutes(1));
    try (CommandServer guarded =
        new CommandServer(
            run.control(),
            settings(Duration.ofMinutes(5)),
            StatisticsLine.basic(run.control()),
            UnaryOperator.identity(),
            AddressLimits.of(limits, 200, 1_000))) {
      InetSocketAddress there = guarded.start();
      try (TestClient silent = TestClient.greeted(there)) {
        assertThat(silent.readLine()).isEqualTo("ERR auth no token arrived within 100 ms");
        assertThat(silent.readLine()).isNull();
      }
    }
  }

  @Test
  void longLinesAndBlankOnesAreWrongTokens() throws Exception {
    try (CommandServer guarded = guarded(Duration.ofMinutes(5))) {
      InetSocketAddress there = guarded.start();
      try (TestClient client = TestClient.greeted(there)) {
        client.send("\n" + "x".repeat(2_000) + "\n \n");
        for (int i = 0; i < 3; i++) {
          assertThat(client.readLine()).startsWith("ERR auth ");
        }
        assertThat(client.readLine()).isNull();
      }
      try (TestClient next = new TestClient(there)) {
        assertThat(next.readLine())
            .matches("ERR auth too many wrong tokens .* in 1 s|.*,connected.*");
      }
    }
  }

  private static void awaitUninterruptibly(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private CommandServer guarded(Duration idleTimeout) {
    return new CommandServer(run.control(), settings(idleTimeout));
  }

  private static CommandServerSettings settings(Duration idleTimeout) {
    AccessTokens tokens =
        new AccessTokens(
            Optional.of(new AccessToken("s3cretW0rd")), Optional.of(new AccessToken("watch0nly")));
    return new CommandServerSettings(
        new PortSettings(InetAddress.getLoopbackAddress(), 0, tokens, Optional.empty()),
        4,
        idleTimeout);
  }

  private WorkloadStatus senders() {
    return run.control().status().workloads().get(0);
  }
}
