package dev.sluice.jms.provider.ibmmq;

import static dev.sluice.jms.provider.RefusedSettings.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.catchThrowable;

import com.ibm.mq.jakarta.jms.MQQueue;
import dev.sluice.jms.provider.ConfigurationException;
import dev.sluice.jms.provider.Credentials;
import dev.sluice.jms.provider.Failure;
import dev.sluice.jms.provider.JmsProvider;
import dev.sluice.jms.provider.ProviderOption;
import dev.sluice.jms.provider.Secret;
import dev.sluice.jms.provider.ibmmq.QueueOptions.TargetClient;
import dev.sluice.jms.provider.ibmmq.Reconnect.ReconnectOption;
import dev.sluice.jms.provider.ibmmq.ccdt.CcdtEntry.Address;
import jakarta.jms.JMSException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Messages about wrong settings and hosts that do not answer, with the real client. */
class IbmMqProviderTest {

  private static Socket held; // a port, without listening on it

  @BeforeAll
  static void holdAPort() throws IOException {
    held = new Socket();
    held.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
  }

  @AfterAll
  static void letItGo() throws IOException {
    held.close();
  }

  @TempDir Path dir;

  @Test
  void nothingListensAtThePort() throws Exception {
    int port = freePort();
    Failure failure = failureOf(settings(port));

    assertThat(failure.cause())
        .isEqualTo(
            "2538 MQRC_HOST_NOT_AVAILABLE: no queue manager answered (127.0.0.1("
                + port
                + "), channel APP.SVRCONN, queue manager QM1)");
    assertThat(failure.line().lines()).hasSize(1);
    assertThat(failure.configuration()).isFalse();
  }

  /** Where the client may reconnect by itself, a wait must not be ended by closing its consumer. */
  @ParameterizedTest
  @CsvSource({
    "false, AS_DEF, true",
    "false, DISABLED, true",
    "false, ANY, false",
    "false, QMGR, false",
    "true, AS_DEF, false",
    "true, DISABLED, true",
    "true, ANY, false"
  })
  void closingEndsWaitsWhereTheClientDoesNotReconnect(
      boolean table, ReconnectOption option, boolean ends) {
    MqEndpoint endpoint =
        table
            ? new MqEndpoint.Ccdt("http://127.0.0.1:1/ccdt.json", "*QM")
            : new MqEndpoint.Direct("127.0.0.1", 1414, "C", "QM1");
    IbmMqSettings settings =
        new IbmMqSettings(
            endpoint,
            Credentials.NONE,
            IbmMqSettings.DEFAULT_CONNECT_TIMEOUT,
            new Reconnect(option, Duration.ofMinutes(1)),
            "",
            Tls.NONE,
            QueueOptions.DEFAULT,
            Map.of());
    try (JmsProvider provider = settings.create()) {
      assertThat(provider.closingEndsWaits()).isEqualTo(ends);
    }
  }

  @Test
  void theHostHasNoAddress() {
    MqEndpoint endpoint = new MqEndpoint.Direct("no-such-host.invalid", 1414, "C", "QM1");

    Failure failure = failureOf(IbmMqSettings.of(endpoint));

    assertThat(failure.cause())
        .startsWith("2538 MQRC_HOST_NOT_AVAILABLE: unknown host no-such-host.invalid (");
    assertThat(failure.configuration()).isFalse();
    assertThat(failure.outcomeUnknown()).isFalse();
  }

  @Test
  void aHostThatDoesNotAnswerIsDropped() throws Exception {
    try (ServerSocket mute = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
      IbmMqSettings defaults = settings(mute.getLocalPort());
      IbmMqSettings settings =
          new IbmMqSettings(
              defaults.endpoint(),
              Credentials.NONE,
              Duration.ofSeconds(1),
              Reconnect.DEFAULT,
              "",
              Tls.NONE,
              QueueOptions.DEFAULT,
              Map.of());

      Failure failure = failureOf(settings);

      assertThat(failure.cause())
          .startsWith("no answer within 1 s by 127.0.0.1(" + mute.getLocalPort() + ")");
      assertThat(failure.configuration()).isFalse();
      assertThat(failure.connectionBroken()).isTrue();
    }
  }

  @Test
  void somethingElseListensAtThePort() throws Exception {
    try (ServerSocket rude = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
      Thread closing = new Thread(() -> closeAll(rude, new AtomicInteger()));
      closing.setDaemon(true);
      closing.start();

      assertThat(failureOf(settings(rude.getLocalPort())).cause())
          .startsWith("2009 MQRC_CONNECTION_BROKEN");
    }
  }

  @Test
  void bindingsNeedAnInstallation() {
    Failure failure = failureOf(IbmMqSettings.of(new MqEndpoint.Bindings("QM1")));

    assertThat(failure.cause()).startsWith("2495 MQRC_MODULE_NOT_FOUND").contains("QM1");
    assertThat(failure.configuration()).isTrue();
  }

  @Test
  void theCcdtIsMissing() {
    Path file = dir.resolve("none.json");

    assertWrong(IbmMqSettings.of(new MqEndpoint.Ccdt(file.toString(), "*GRP")), file.toString());
  }

  @Test
  void theCcdtLacksTheGroup() throws IOException {
    assertWrong(
        IbmMqSettings.of(new MqEndpoint.Ccdt(ccdt("QM1", 1414), "*GRP")), "'GRP'", "it has 'QM1'");
  }

  @Test
  void theClientTakesTheCcdt() throws IOException {
    int port = freePort();
    String ccdt = ccdt("GRP", port);

    Failure failure = failureOf(IbmMqSettings.of(new MqEndpoint.Ccdt(ccdt, "*GRP")));

    assertThat(failure.cause())
        .isEqualTo(
            "2538 MQRC_HOST_NOT_AVAILABLE: no queue manager answered (CCDT "
                + ccdt
                + ", queue manager *GRP)");
  }

  @Test
  void theApplicationNameIsTooLong() throws IOException {
    String name = "a".repeat(29);

    assertWrong(with(name, "", Map.of()), name, "29", "28 at most");
    assertThatCode(() -> with(name.substring(1), "", Map.of()).create()).doesNotThrowAnyException();
  }

  @Test
  void theCipherIsUnknown() throws IOException {
    assertWrong(with("", "ROT13", Map.of()), "'ROT13'", "ANY_TLS12_OR_HIGHER");
  }

  @ParameterizedTest
  @MethodSource("ciphers")
  void theClientTakesEveryCipherOfTheTable(String cipher) throws IOException {
    // 2400 if not, before it looks for the host
    assertThat(failureOf(with("", cipher, Map.of())).cause())
        .startsWith("2538 MQRC_HOST_NOT_AVAILABLE");
  }

  static Iterable<String> ciphers() {
    return CipherName.specs().keySet();
  }

  @Test
  void thePropertyIsUnknown() throws IOException {
    assertWrong(
        with("", "", Map.of("SHARE_CONV", "1")),
        "'SHARE_CONV'",
        "did you mean WMQ_SHARE_CONV_ALLOWED");
    assertWrong(with("", "", Map.of("NONSENSE", "1")), "'NONSENSE'", "WMQConstants");
  }

  @ParameterizedTest
  @CsvSource({
    "WMQ_SHARE_CONV_ALLOWED, 7",
    "XMSC_WMQ_SHARE_CONV_ALLOWED, many",
    "USER_AUTHENTICATION_MQCSP, maybe",
    "WMQ_CLIENT_RECONNECT_TIMEOUT, -1",
    "WMQ_MSG_COMP, ZLIBFAST",
    "WMQ_MSG_COMP, '2,'",
    "WMQ_HEADER_COMP, 1"
  })
  void theValueOfAPropertyIsWrong(String name, String value) throws IOException {
    assertWrong(with("", "", Map.of(name, value)), name, "'" + value + "'");
  }

  @ParameterizedTest
  @CsvSource({
    "WMQ_SHARE_CONV_ALLOWED, 1",
    "XMSC_WMQ_SHARE_CONV_ALLOWED, WMQ_SHARE_CONV_ALLOWED_NO",
    "WMQ_BALANCING_APPLICATION_TYPE, WMQ_BALANCING_APPLICATION_TYPE_REQUEST_REPLY",
    "USER_AUTHENTICATION_MQCSP, false",
    "WMQ_LOCAL_ADDRESS, 127.0.0.1",
    "WMQ_RECEIVE_CONVERSION, WMQ_RECEIVE_CONVERSION_QMGR",
    "WMQ_MSG_COMP, WMQ_COMPMSG_ZLIBFAST",
    "WMQ_MSG_COMP, 'WMQ_COMPMSG_RLE, WMQ_COMPMSG_ZLIBHIGH,WMQ_COMPMSG_NONE'",
    "WMQ_MSG_COMP, 2",
    "WMQ_HEADER_COMP, WMQ_COMPHDR_SYSTEM"
  })
  void otherPropertiesAreSetByName(String name, String value) throws IOException {
    JmsProvider provider = with("", "", Map.of(name, value)).create();

    assertThat(provider.describe()).contains("with " + name).doesNotContain("=" + value);
  }

  @Test
  void aPropertyThatTakesAnObjectIsRejected() throws IOException {
    assertWrong(with("", "", Map.of("WMQ_SSL_SOCKET_FACTORY", "x")), "WMQ_SSL_SOCKET_FACTORY");
    assertWrong(with("", "", Map.of("WMQ_RECONNECT_LISTENER", "x")), "Java object");
    assertWrong(with("", "", Map.of("WMQ_CONNECTION_TAG", "x")), "Java object");
  }

  /** Else messages and observers would speak of another host, channel or application. */
  @ParameterizedTest
  @MethodSource("propertiesWithAnOption")
  void aPropertyThatHasAnOptionNamesIt(String key, String option) throws IOException {
    assertThat(new IbmMqType().options().stream().map(ProviderOption::name)).contains(option);
    assertWrong(with("", "", Map.of(key, "1")), key, "use " + option);
  }

  static Stream<Arguments> propertiesWithAnOption() {
    return MqProperty.OPTIONS.entrySet().stream()
        .filter(each -> !each.getValue().equals("--user")) // which every provider has
        .map(each -> Arguments.of(each.getKey(), each.getValue()));
  }

  /** The client alone would drop a host that has a blank behind it, without a word. */
  @ParameterizedTest
  @ValueSource(strings = {"%s,%s", "%s , %s", " %s ,%s "})
  void everyHostOfANameListIsTriedAndNamed(String list) throws Exception {
    try (ServerSocket first = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        ServerSocket second = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
      AtomicInteger calls = new AtomicInteger();
      String one = "127.0.0.1(" + first.getLocalPort() + ")";
      String two = "127.0.0.1(" + second.getLocalPort() + ")";
      for (ServerSocket each : List.of(first, second)) {
        Thread closing = new Thread(() -> closeAll(each, calls));
        closing.setDaemon(true);
        closing.start();
      }
      List<Address> hosts = Address.list(list.formatted(one, two));
      IbmMqSettings settings = IbmMqSettings.of(new MqEndpoint.Direct(hosts, "APP.SVRCONN", "QM1"));

      assertThat(settings.create().describe())
          .isEqualTo("IBM MQ by " + one + "," + two + ", channel APP.SVRCONN, queue manager QM1");
      assertThat(failureOf(settings).cause()).contains("(" + one + "," + two + ", channel");
      assertThat(calls).hasValue(2);
      assertThat(catchThrowable(() -> new ClassesForJava(settings).connect(""))).isNotNull();
      assertThat(calls).hasValue(4);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"a(1);b(2)", "a(1)b", "a(x)", "a(1),,b(2)", "a(1),${HOST}(2)", "a(0)"})
  void aNameListThatCannotBeIsRejected(String list) {
    List<Address> hosts = Address.list(list);

    assertThatExceptionOfType(ConfigurationException.class)
        .isThrownBy(IbmMqSettings.of(new MqEndpoint.Direct(hosts, "APP", ""))::create);
  }

  @ParameterizedTest
  @ValueSource(strings = {"WMQ_CONNECTION_NAME_LIST", "XMSC_WMQ_CONNECTION_NAME_LIST"})
  void aNameListIsNoProperty(String name) throws IOException {
    assertWrong(with("", "", Map.of(name, "a(1) , b(2)")), name, "--hosts");
  }

  @ParameterizedTest
  @CsvSource({
    "https://mq/, APP, QM1, no host has :",
    "'mq1(1414),mq2(1414)', APP, QM1, no host has (",
    "mq1, APP, a b, 'a b' is not the name of a queue manager",
    "mq1, CHANNEL.OF.TWENTY.ONE, QM1, 20 at most",
    "mq1, APP, QUEUE.MANAGER.WITH.A.NAME.OF.FORTY.NINE.LETTERS.X, 48 at most"
  })
  void whatCannotBeIsRejectedBeforeDialling(
      String host, String channel, String queueManager, String why) {
    assertWrong(IbmMqSettings.of(new MqEndpoint.Direct(host, 1414, channel, queueManager)), why);
  }

  /** The client keeps such a parameter and does nothing with it. */
  @ParameterizedTest
  @CsvSource({
    "queue:///Q?targetCleint=1, 'targetCleint'",
    "queue:///Q?persistence=1&readAheadalowed=1, 'readAheadalowed'",
    "topic://a/b?nonsense=1, 'nonsense'"
  })
  void anUnknownParameterOfADestinationIsRejected(String uri, String parameter) throws Exception {
    try (JmsProvider provider = settings(freePort()).create()) {
      assertThatExceptionOfType(ConfigurationException.class)
          .isThrownBy(() -> provider.destination(MQQueue::new, uri))
          .withMessageContainingAll(uri, "'" + parameter + "'");
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"NO GOOD", "Q!", "A.NAME.OF.MORE.THAN.FORTY.EIGHT.CHARACTERS.IS.NO.QUEUE"})
  void anImpossibleNameOfAQueueIsRejected(String name) throws Exception {
    try (JmsProvider provider = settings(freePort()).create()) {
      assertThatExceptionOfType(ConfigurationException.class)
          .isThrownBy(() -> provider.destination(MQQueue::new, name))
          .withMessageContaining("'" + name + "' is not the name of a queue: letters");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"Q", "queue:///Q?CCSID=1208&priority=4&targetClient=1", "queue://QM/Q?"})
  void knownParametersOfADestinationAreTaken(String uri) throws Exception {
    try (JmsProvider provider = settings(freePort()).create()) {
      assertThatCode(() -> provider.destination(MQQueue::new, uri)).doesNotThrowAnyException();
    }
  }

  @Test
  void userAndPasswordAreNotProperties() throws IOException {
    assertThatExceptionOfType(ConfigurationException.class)
        .isThrownBy(() -> with("", "", Map.of("PASSWORD", "pa55word")).create())
        .withMessageContaining("'PASSWORD'")
        .satisfies(e -> assertThat(e.getMessage()).doesNotContain("pa55word"));
  }

  @Test
  void describesItselfWithoutSecrets() {
    IbmMqSettings settings =
        new IbmMqSettings(
            new MqEndpoint.Direct("mq.example", 1414, "APP.SVRCONN", "QM1"),
            new Credentials("app", Secret.of("pa55word")),
            IbmMqSettings.DEFAULT_CONNECT_TIMEOUT,
            new Reconnect(ReconnectOption.ANY, Duration.ofSeconds(60)),
            "sluice",
            Tls.of("ANY_TLS12"),
            new QueueOptions(true, true, TargetClient.MQ),
            Map.of("WMQ_SHARE_CONV_ALLOWED", "1"));

    assertThat(settings.create().describe())
        .isEqualTo(
            "IBM MQ by mq.example(1414), channel APP.SVRCONN, queue manager QM1, user app,"
                + " application sluice, TLS ANY_TLS12 (*TLS12), reconnect any for 60 s,"
                + " asynchronous put, read ahead, messages without MQRFH2,"
                + " with WMQ_SHARE_CONV_ALLOWED");
    assertThat(settings.toString()).doesNotContain("pa55word");
  }

  @Test
  void aPortIsAPort() {
    assertWrong(
        IbmMqSettings.of(new MqEndpoint.Direct("localhost", 70_000, "APP", "")), "70000", "65535");
  }

  private static void assertWrong(IbmMqSettings settings, String... parts) {
    assertRefused(settings::create, parts);
  }

  private static Failure failureOf(IbmMqSettings settings) {
    try (JmsProvider provider = settings.create()) {
      Throwable failure = catchThrowable(provider::connect);
      assertThat(failure).isInstanceOf(JMSException.class);
      return provider.explain(failure);
    }
  }

  private static IbmMqSettings settings(int port) {
    return IbmMqSettings.of(new MqEndpoint.Direct("127.0.0.1", port, "APP.SVRCONN", "QM1"));
  }

  private static IbmMqSettings with(
      String applicationName, String cipher, Map<String, String> properties) throws IOException {
    IbmMqSettings defaults = settings(freePort());
    return new IbmMqSettings(
        defaults.endpoint(),
        Credentials.NONE,
        IbmMqSettings.DEFAULT_CONNECT_TIMEOUT,
        Reconnect.DEFAULT,
        applicationName,
        Tls.of(cipher),
        QueueOptions.DEFAULT,
        properties);
  }

  private String ccdt(String queueManager, int port) throws IOException {
    return Files.writeString(
            dir.resolve("ccdt.json"),
            """
            {"channel": [{
              "name": "APP.SVRCONN",
              "type": "clientConnection",
              "clientConnection": {
                "connection": [{"host": "127.0.0.1", "port": %d}],
                "queueManager": "%s"}}]}
            """
                .formatted(port, queueManager))
        .toString();
  }

  /** Nobody listens there, and no other process is given it: a socket holds it. */
  private static int freePort() {
    return held.getLocalPort();
  }

  private static void closeAll(ServerSocket server, AtomicInteger calls) {
    try {
      while (true) {
        Socket caller = server.accept();
        calls.incrementAndGet();
        caller.close();
      }
    } catch (IOException e) {
      // the test is over
      return;
    }
  }
}
