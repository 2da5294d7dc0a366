package dev.sluice.it.legacy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.jms.provider.embedded.EmbeddedProvider;
import dev.sluice.mqsim.cluster.SimulatedCluster;
import java.time.Duration;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The lines of round trips that people have in their scripts, on both brokers. */
@Tag("soak")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class RequestReplyLinesIT {

  private static final String QUEUE_MANAGER = "PERF0";
  private static final Duration LONG_ENOUGH = Duration.ofMinutes(2);
  private static final Pattern ALL_UP = Pattern.compile(".*: all workers are up,.*");
  private static final Pattern ANSWERING = Pattern.compile(".*rate=.*threads=200");
  private static final Pattern RATE_OF_SOME = Pattern.compile("rate=[1-9].*");
  private static final Pattern ASKING = Pattern.compile("id=ReqP1,rate=[1-9][\\d.]*,.*threads=100");
  private static final String FINAL_OF_CPH = "totalIterations=[1-9]\\d*,totalSeconds=.*,avgRate=.*";
  private static final String FINAL = "totalIterations=[1-9]\\d*,avgDuration=.*,totalRate=.*";

  private final SimulatedCluster cluster =
      SimulatedCluster.builder().queueManagers(QUEUE_MANAGER).build();
  private final EmbeddedProvider artemis = EmbeddedProvider.withTcp(0);

  @BeforeAll
  void start() {
    cluster.start(QUEUE_MANAGER);
  }

  @AfterAll
  void close() {
    artemis.close();
    cluster.close();
  }

  /** The options in front of a line for a queue manager that run it elsewhere. */
  private String front(String broker) {
    return broker.equals("artemis")
        ? "--provider artemis --url tcp://127.0.0.1:" + artemis.tcpPort() + " "
        : "";
  }

  private String queueManager() {
    return String.format(
        " -jb %s -jh 127.0.0.1 -jp %d -jc APP.SVRCONN", QUEUE_MANAGER, cluster.port(QUEUE_MANAGER));
  }

  @ParameterizedTest
  @ValueSource(strings = {"queue manager", "artemis"})
  void tutorialOfMqCph(String broker) throws Exception {
    String either = front(broker) + "-jt mqc" + queueManager() + " -wi 0 -ss 2 -tx -pp -dn 10 ";
    tutorial(
        "cph " + either + "-nt 200 -rl 0 -cr -co -to -1 -tc Responder",
        "cph " + either + "-nt 100 -rl 5 -co -to 30 -ms 2048 -id ReqP1 -tc Requester",
        FINAL_OF_CPH);
  }

  /** Its responders are told no {@code -co}: there it takes the message id for the reply's. */
  @ParameterizedTest
  @ValueSource(strings = {"queue manager", "artemis"})
  void tutorialOfJmsPerfHarness(String broker) throws Exception {
    String either =
        front(broker)
            + "-pc WebSphereMQ -sc BasicStats -jt mqc"
            + queueManager()
            + " -wi 0 -ss 2 -tx -pp -dn 10 ";
    tutorial(
        "perfharness " + either + "-nt 200 -rl 0 -cr -to -1 -tc jms.r11.Responder",
        "perfharness "
            + either
            + "-nt 100 -rl 5 -co -to 30 -ms 2048 -id ReqP1 -tc jms.r11.Requestor",
        FINAL);
  }

  private static void tutorial(String answering, String asking, String finalLine) throws Exception {
    try (LiveProcess responders = LiveProcess.start(answering)) {
      assertThat(responders.await(0, ANSWERING, LONG_ENOUGH)).as("%s", responders).isPresent();
      List<String> lines = linesOf(asking);
      assertThat(lines).anyMatch(ASKING.asMatchPredicate());
      assertThat(lines).anyMatch(line -> line.matches(finalLine));
      end(responders);
    }
  }

  /** All would be up after a thousand seconds. */
  @ParameterizedTest
  @ValueSource(strings = {"queue manager", "artemis"})
  void respondersAnswerWhileOthersConnect(String broker) throws Exception {
    String either =
        front(broker)
            + "-pc WebSphereMQ -sc BasicStats -jt mqc"
            + queueManager()
            + " -ss 1 -iq EARLY -oq EARLY.REPLY ";
    try (LiveProcess responders =
        LiveProcess.start(
            "perfharness " + either + "-wi 1000 -nt 1000 -rl 0 -cr -to -1 -tc jms.r11.Responder")) {
      List<String> lines =
          linesOf("perfharness " + either + "-nt 1 -mg 50 -rl 0 -co -to 60 -tc jms.r11.Requestor");
      assertThat(lines).anyMatch(line -> line.startsWith("totalIterations=50,"));
      assertThat(responders.await(0, RATE_OF_SOME, LONG_ENOUGH)).as("%s", responders).isPresent();
      assertThat(responders.lines()).noneMatch(ALL_UP.asMatchPredicate());
      end(responders);
      assertThat(responders.lines()).anyMatch(line -> line.matches(FINAL));
    }
  }

  /** As the scripts of the container image have them, but shorter. */
  @ParameterizedTest
  @CsvSource({"2048,1,true,''", "20480,4,false,' -us app -pw secret -jm true'"})
  void containerImage(String size, String threads, String persistent, String credentials)
      throws Exception {
    String either =
        " -iq REQUEST -oq REPLY -db 1 -dx 10 -mt text"
            + String.format(" -jp %d -jc APP.SVRCONN", cluster.port(QUEUE_MANAGER))
            + String.format(" -jb %s -jt mqc -pc WebSphereMQ -jh 127.0.0.1", QUEUE_MANAGER)
            + " -jq SYSTEM.BROKER.DEFAULT.STREAM -ja 100"
            + String.format(" -tx %s -pp %s", persistent, persistent)
            + credentials
            + " -jl";
    String answering =
        "perfharness -su -wt 10000 -wi 10 -nt 200 -id 1 -ss 0 -rl 0 -tc jms.r11.Responder"
            + " -cr true -jfq true -to 60 -sc BasicStats";
    String asking =
        String.format("perfharness -ms %s -su -wt 10000 -wi 10 -nt %s -id 1", size, threads)
            + " -ss 10 -sc BasicStats -rl 3 -sw 1 -tc jms.r11.Requestor -to 60";
    try (LiveProcess responders = LiveProcess.start(answering + either)) {
      assertThat(responders.await(0, ALL_UP, LONG_ENOUGH)).as("%s", responders).isPresent();
      List<String> lines = linesOf(asking + either);
      assertThat(lines).anyMatch(line -> line.matches(FINAL));
      assertThat(lines).noneMatch(line -> line.contains("secret"));
      end(responders);
    }
  }

  private static List<String> linesOf(String line) throws Exception {
    try (LiveProcess process = LiveProcess.start(line)) {
      assertThat(process.exitCode(LONG_ENOUGH)).as("%s", process).isZero();
      return process.lines();
    }
  }

  private static void end(LiveProcess process) throws Exception {
    process.interrupt();
    assertThat(process.exitCode(LONG_ENOUGH)).as("%s", process).isZero();
  }
}
