package dev.sluice.jms.provider.ibmmq.observe;

import static org.assertj.core.api.Assertions.assertThat;

import com.ibm.mq.MQException;
import com.ibm.mq.MQMessage;
import com.ibm.mq.MQQueueManager;
import com.ibm.mq.constants.CMQC;
import com.ibm.mq.constants.CMQCFC;
import com.ibm.mq.headers.pcf.PCFMessage;
import com.ibm.mq.headers.pcf.PCFMessageAgent;
import dev.sluice.core.time.NanoClock;
import dev.sluice.jms.provider.BrokerView.Interest;
import dev.sluice.jms.provider.BrokerView.Reading;
import dev.sluice.jms.provider.BrokerView.Readout;
import dev.sluice.jms.provider.ibmmq.observe.QueueManagersView.QueueManagerAccess;
import dev.sluice.mqsim.cluster.SimulatedCluster;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Hashtable;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Asks simulated queue managers. */
class QueueManagersViewTest {

  private static final String CHANNEL = "APP.SVRCONN";
  private static final Duration WITHIN = Duration.ofSeconds(20);
  private static final List<String> ALL =
      List.of(
          MqMeasures.APPLICATIONS,
          MqMeasures.QUEUES,
          MqMeasures.CHANNELS,
          MqMeasures.MESSAGES,
          MqMeasures.LOG,
          MqMeasures.CPU);

  private final SimulatedCluster cluster =
      SimulatedCluster.builder().group("UC").queueManagers("QM1", "QM2").build();
  private final List<MQQueueManager> opened = new ArrayList<>();

  @BeforeEach
  void start() {
    cluster.start("QM1");
  }

  @AfterEach
  void close() throws MQException {
    for (MQQueueManager each : opened) {
      each.disconnect();
    }
    cluster.close();
  }

  @SuppressWarnings("JdkObsolete") // it is what the constructor takes
  private MQQueueManager connect(String name, String application, String channel)
      throws MQException {
    Hashtable<String, Object> properties = new Hashtable<>();
    properties.put(CMQC.HOST_NAME_PROPERTY, "127.0.0.1");
    properties.put(CMQC.PORT_PROPERTY, cluster.port(name));
    properties.put(CMQC.CHANNEL_PROPERTY, channel);
    properties.put(CMQC.APPNAME_PROPERTY, application);
    return new MQQueueManager(name, properties);
  }

  private MQQueueManager application(String name, String application) throws MQException {
    MQQueueManager connected = connect(name, application, CHANNEL);
    opened.add(connected);
    return connected;
  }

  private QueueManagersView view(Interest interest, String channel, String... members) {
    return new QueueManagersView(
        Stream.of(members)
            .map(
                name ->
                    new QueueManagerAccess(
                        name,
                        true,
                        () -> connect(name, QueueManagersView.APPLICATION, channel),
                        QueueManagersViewTest::reason))
            .toList(),
        interest,
        NanoClock.SYSTEM);
  }

  private static String reason(Throwable failure) {
    return failure instanceof MQException mq ? "reason " + mq.getReason() : failure.toString();
  }

  private static Map<String, Double> values(Readout readout, Predicate<Reading> which) {
    return readout.readings().stream()
        .filter(which)
        .collect(
            Collectors.toMap(
                each -> each.member() + " " + each.subject() + " " + each.measure().name(),
                Reading::value));
  }

  private static List<Reading> statistics(Readout readout) {
    return readout.readings().stream().filter(each -> !each.covered().isZero()).toList();
  }

  private static void put(MQQueueManager queueManager, String queue, int count) throws Exception {
    for (int i = 0; i < count; i++) {
      MQMessage message = new MQMessage();
      message.writeString("x".repeat(100));
      queueManager.put(queue, message);
    }
  }

  @Test
  void eachMemberSaysWhatIsThereAndOneOfThemSpeaksForAll() throws Exception {
    cluster.start("QM2");
    put(application("QM1", "a"), "Q1", 3);
    application("QM2", "a");
    application("QM2", "b");
    Interest interest = new Interest(ALL, List.of("Q1"), WITHIN);
    try (QueueManagersView view = view(interest, CHANNEL, "QM1", "QM2")) {
      Readout readout = view.ask();
      assertThat(values(readout, each -> each.measure().topic().equals(MqMeasures.APPLICATIONS)))
          .containsEntry("QM1 a instances", 1.0)
          .containsEntry("QM2 a instances", 1.0)
          .containsEntry("QM2 b instances", 1.0)
          .containsEntry("QM1 a immovable: NOT_RECONNECTABLE", 1.0)
          .containsEntry("QM2 a instances as the cluster knows them", 1.0)
          .allSatisfy((what, value) -> assertThat(what).doesNotContain("observer"));
      assertThat(values(readout, each -> each.subject().equals("Q1")))
          .containsEntry("QM1 Q1 depth", 3.0);
      assertThat(values(readout, each -> each.subject().equals(CHANNEL)))
          .containsKeys("QM1 APP.SVRCONN running channels", "QM2 APP.SVRCONN conversations");
      assertThat(readout.gaps()).isEqualTo(Map.of("QM2", "queue Q1: reason 2085"));
      assertThat(readout.calls()).isPositive();
      assertThat(readout.cpu()).isPositive();
    }
  }

  /** The queue manager publishes by itself, too, every ten seconds: before, between or after. */
  @Test
  void publicationsHaveTheTimeTheyCoverAndTheQueueManagersClockIsSetRight() throws Exception {
    MQQueueManager sender = application("QM1", "a");
    put(sender, "Q1", 1);
    Interest interest = new Interest(ALL, List.of("Q*"), WITHIN);
    long opened = System.nanoTime();
    try (QueueManagersView view = view(interest, CHANNEL, "QM1")) {
      view.ask();
      cluster.publishStatistics("QM1");
      List<Reading> read = new ArrayList<>(statistics(view.ask()));
      put(sender, "Q1", 5);
      long before = System.nanoTime();
      cluster.publishStatistics("QM1");
      long after = System.nanoTime();
      read.addAll(statistics(view.ask()));
      Duration most = Duration.ofNanos(System.nanoTime() - opened);
      assertThat(read)
          .as("the first publication covers a longer time and gives no reading")
          .allSatisfy(each -> assertThat(each.covered()).isPositive().isLessThan(most));
      assertThat(read)
          .filteredOn(
              each ->
                  before - each.errorNanos() <= each.nanos()
                      && each.nanos() <= after + each.errorNanos())
          .extracting(QueueManagersViewTest::what)
          .as("all that is published has its time")
          .containsAll(read.stream().map(QueueManagersViewTest::what).toList())
          .contains(" User CPU time percentage", " Log - write latency", "Q1 average queue time");
      List<Reading> puts =
          read.stream().filter(each -> each.measure().name().equals("MQPUT/MQPUT1 count")).toList();
      assertThat(puts).extracting(Reading::subject).containsOnly("Q1");
      assertThat(puts.stream().mapToDouble(Reading::value).sum()).isEqualTo(5);
      cluster.publishStatistics("QM1");
      assertThat(statistics(view.ask())).isNotEmpty();
    }
  }

  private static String what(Reading reading) {
    return reading.subject() + " " + reading.measure().name();
  }

  @Test
  void aMemberThatIsDownIsAGapAndItIsAskedAgain() throws Exception {
    Interest interest = new Interest(List.of(MqMeasures.CHANNELS), List.of(), WITHIN);
    try (QueueManagersView view = view(interest, CHANNEL, "QM1", "QM2")) {
      assertThat(view.ask().gaps()).containsOnlyKeys("QM2");
      cluster.start("QM2");
      assertThat(view.ask().gaps()).isEmpty();
      cluster.kill("QM1");
      Readout without = view.ask();
      assertThat(without.gaps()).containsOnlyKeys("QM1");
      assertThat(without.readings()).extracting(Reading::member).containsOnly("QM2");
      cluster.start("QM1");
      assertThat(view.ask().gaps()).isEmpty();
    }
  }

  @Test
  void aMemberThatDoesNotAnswerHoldsNobodyUp() throws Exception {
    cluster.start("QM2");
    Interest interest =
        new Interest(List.of(MqMeasures.CHANNELS), List.of(), Duration.ofSeconds(1));
    try (QueueManagersView view = view(interest, CHANNEL, "QM1", "QM2")) {
      while (!view.ask().gaps().isEmpty()) {
        // a busy host needs longer for the first connection
      }
      cluster.cutNetwork("QM1");
      Readout without = view.ask();
      assertThat(without.gaps()).isEqualTo(Map.of("QM1", "no answer within 1 s"));
      assertThat(without.readings()).extracting(Reading::member).containsOnly("QM2");
      cluster.restoreNetwork("QM1");
    }
  }

  @Test
  void queuesThatNeedMoreHandlesThanThereAreHaveNoStatisticsAndThatIsSaid() throws Exception {
    cluster.mqsc("QM1", "ALTER QMGR MAXHANDS(20)");
    MQQueueManager sender = application("QM1", "a");
    for (String queue : IntStream.range(0, 10).mapToObj(i -> "Q" + i).toList()) {
      put(sender, queue, 1);
    }
    Interest interest = new Interest(List.of(MqMeasures.QUEUES), List.of("Q*"), WITHIN);
    try (QueueManagersView view = view(interest, CHANNEL, "QM1")) {
      Readout readout = view.ask();
      assertThat(readout.gaps())
          .isEqualTo(
              Map.of(
                  "QM1",
                  "statistics of 5 queues only: each takes 3 handles, and the queue manager allows"
                      + " a connection 20. Observe fewer queues, or raise MAXHANDS"));
      assertThat(values(readout, each -> each.measure().equals(MqMeasures.DEPTH))).hasSize(10);
    }
  }

  @Test
  void manyAnswersCostNoMoreCallsToTheQueueManagerThanFew() throws Exception {
    cluster.clientChannel("QM1", "WATCH");
    Interest interest = new Interest(List.of(MqMeasures.APPLICATIONS), List.of(), WITHIN);
    MQQueueManager first = application("QM1", "a");
    try (QueueManagersView view = view(interest, "WATCH", "QM1")) {
      view.ask();
      int before = callsOn("WATCH", first);
      view.ask();
      int forOne = callsOn("WATCH", first) - before;
      for (int i = 0; i < 30; i++) {
        application("QM1", "a");
      }
      before = callsOn("WATCH", first);
      Readout readout = view.ask();
      assertThat(values(readout, each -> each.measure().equals(MqMeasures.INSTANCES)))
          .containsEntry("QM1 a instances", 31.0);
      assertThat(callsOn("WATCH", first) - before).isLessThan(forOne + 5);
    }
  }

  private static int callsOn(String channel, MQQueueManager asking) throws Exception {
    PCFMessage command = new PCFMessage(CMQCFC.MQCMD_INQUIRE_CHANNEL_STATUS);
    command.addParameter(CMQCFC.MQCACH_CHANNEL_NAME, channel);
    return new PCFMessageAgent(asking).send(command)[0].getIntParameterValue(CMQCFC.MQIACH_MSGS);
  }

  @Test
  void countsAreResetOnlyWhereThatIsAskedFor() throws Exception {
    put(application("QM1", "a"), "Q1", 3);
    try (QueueManagersView view = view(new Interest(ALL, List.of("Q1"), WITHIN), CHANNEL, "QM1")) {
      view.ask();
    }
    Interest resets = new Interest(List.of(MqMeasures.RESETS), List.of("Q1"), WITHIN);
    try (QueueManagersView view = view(resets, CHANNEL, "QM1")) {
      String put = "QM1 Q1 messages put since the last reset";
      assertThat(values(view.ask(), each -> true)).containsEntry(put, 3.0);
      assertThat(values(view.ask(), each -> true)).containsEntry(put, 0.0);
    }
  }

  @Test
  void theLeastAuthorityIsEnoughAndLessIsAGap() throws Exception {
    put(application("QM1", "a"), "PERF.1", 1);
    cluster.mqsc("QM1", "DEFINE CHANNEL(WATCH) CHLTYPE(SVRCONN)");
    cluster.mqsc("QM1", "ALTER CHANNEL(WATCH) CHLTYPE(SVRCONN) MCAUSER('watch')");
    List<String> rights =
        Files.readAllLines(Path.of("observer.mqsc")).stream()
            .filter(line -> !line.startsWith("*"))
            .toList();
    Interest interest = new Interest(ALL, List.of("PERF.1"), WITHIN);
    try (QueueManagersView view = view(interest, "WATCH", "QM1")) {
      assertThat(view.ask().gaps()).isEqualTo(Map.of("QM1", "reason 2035"));
      cluster.mqsc("QM1", String.join("\n", rights));
      assertThat(view.ask().gaps()).isEmpty();
      cluster.publishStatistics("QM1");
      view.ask();
      cluster.publishStatistics("QM1");
      assertThat(view.ask().readings()).extracting(each -> each.measure().topic()).contains("log");
    }
    for (String right : rights) {
      cluster.mqsc("QM1", right.replace("AUTHADD", "AUTHRMV"));
      try (QueueManagersView view = view(interest, "WATCH", "QM1")) {
        assertThat(view.ask().gaps()).as("without %s", right).isNotEmpty();
      }
      cluster.mqsc("QM1", right);
    }
  }
}
