package dev.sluice.jms.provider.ibmmq;

import dev.sluice.jms.provider.BrokerView;
import dev.sluice.jms.provider.ConnectionCost;
import dev.sluice.jms.provider.ConnectionCost.Range;
import dev.sluice.jms.provider.ConnectionTable;
import dev.sluice.jms.provider.FailureExplainer;
import dev.sluice.jms.provider.GivenOptions;
import dev.sluice.jms.provider.JmsProvider;
import dev.sluice.jms.provider.ProviderOption;
import dev.sluice.jms.provider.ProviderType;
import dev.sluice.jms.provider.ibmmq.QueueOptions.TargetClient;
import dev.sluice.jms.provider.ibmmq.Reconnect.ReconnectOption;
import dev.sluice.jms.provider.ibmmq.ccdt.CcdtEntry.Address;
import dev.sluice.jms.provider.ibmmq.ccdt.CcdtLocation;
import dev.sluice.jms.provider.ibmmq.observe.MqMeasures;
import jakarta.jms.ConnectionFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** IBM MQ queue managers. */
public final class IbmMqType implements ProviderType {

  /** By how many conversations its channel lets share a socket: ten, or one. */
  static final ConnectionCost COST =
      new ConnectionCost(
          "IBM's client", new Range(0.2, 2), new Range(0.2, 2), new Range(190e3, 490e3));

  private static final ProviderOption<String> HOST =
      ProviderOption.text("--host", "HOST", "localhost", "where the queue manager is.");

  private static final ProviderOption<Integer> PORT =
      ProviderOption.port("--port", "1414", "its listener's port.");

  private static final ProviderOption<String> HOSTS =
      ProviderOption.optional(
          "--hosts",
          "LIST",
          "several hosts, as mq1(1414),mq2(1414), tried in this order; replaces host and port.");

  private static final ProviderOption<String> CHANNEL =
      ProviderOption.text(
          "--channel", "NAME", "SYSTEM.DEF.SVRCONN", "the server connection channel.");

  private static final ProviderOption<String> QUEUE_MANAGER =
      ProviderOption.text(
              "--qmgr",
              "NAME",
              "",
              "the queue manager; with --ccdt, *GROUP means any one of a group (quote the star).")
          .mostUsed();

  private static final ProviderOption<String> CCDT =
      ProviderOption.optional(
              "--ccdt",
              "FILE|URL",
              "connect through a JSON CCDT; host, port and channel come from it.")
          .mostUsed();

  private static final ProviderOption<Boolean> BINDINGS =
      ProviderOption.flag(
          "--bindings", "connect through shared memory to a queue manager on this host.");

  private static final ProviderOption<ReconnectOption> RECONNECT =
      ProviderOption.choice(
          "--reconnect",
          "MODE",
          ReconnectOption.class,
          "as-def",
          "automatic reconnection: any, qmgr, disabled, as-def (the default).");

  private static final ProviderOption<Duration> RECONNECT_TIMEOUT =
      ProviderOption.time("--reconnect-timeout", "30m", "how long the client tries to reconnect.");

  private static final ProviderOption<String> APPLICATION_NAME =
      ProviderOption.text(
          "--app-name", "NAME", "sluice", "the application's name, at most 28 characters.");

  private static final ProviderOption<Boolean> ASYNC_PUT =
      ProviderOption.flag(
          "--async-put",
          "put without waiting for the queue manager (latency then covers only the handover).");

  private static final ProviderOption<Boolean> READ_AHEAD =
      ProviderOption.flag("--read-ahead", "let the queue manager send messages ahead of receives.");

  private static final ProviderOption<TargetClient> TARGET_CLIENT =
      ProviderOption.choice(
          "--target-client",
          "KIND",
          TargetClient.class,
          "jms",
          "jms (the default), or mq: no MQRFH2 header in messages.");

  private static final ProviderOption<Map<String, String>> PROPERTY =
      ProviderOption.pairs(
          "--property",
          "any other property of the connection factory, by the name of its WMQ "
              + "constant. Repeatable.");

  private static final ProviderOption<String> COMMAND_HOST =
      ProviderOption.optional(
          "--control-queue-host",
          "HOST",
          "Host of the IBM MQ queue manager with --control-queue (default: the broker of the"
              + " run).");

  private static final ProviderOption<Integer> COMMAND_PORT =
      ProviderOption.port("--control-queue-port", "1414", "Its port.");

  private static final ProviderOption<String> COMMAND_CHANNEL =
      ProviderOption.text("--control-queue-channel", "NAME", "SYSTEM.DEF.SVRCONN", "Its channel.");

  private static final ProviderOption<String> COMMAND_QUEUE_MANAGER =
      ProviderOption.text("--control-queue-qmgr", "NAME", "", "Its name.");

  private static final String CLIENT_PACKAGE = "com.ibm.mq.jakarta.jms";

  /** In the manifest of its jar; in one jar with the program, there is another one. */
  private static final String CLIENT_TITLE = "IBM MQ classes for JMS";

  /** Turns off the log that the client writes to {@code mqjms.log.0} in the current folder. */
  private static final String LOG_STATUS = "com.ibm.msg.client.commonservices.log.status";

  /** The first of a kind alone, not one of each worker, goes to {@code FFDC} in that folder. */
  private static final String FAILURE_FILES = "com.ibm.msg.client.commonservices.ffst.suppress";

  @Override
  public String name() {
    return "ibmmq";
  }

  @Override
  public String title() {
    return "IBM MQ";
  }

  @Override
  public String client() {
    return CLIENT_PACKAGE + ".MQConnectionFactory";
  }

  /** As long as {@link #ASYNC_PUT} is not asked for. */
  @Override
  public boolean awaitsAllSends() {
    return true;
  }

  @Override
  public List<BrokerView.Measure> measures() {
    return MqMeasures.all();
  }

  @Override
  public Map<String, String> versions() {
    if (lacksClient()) {
      return Map.of();
    }
    Map<String, String> versions = ProviderType.super.versions();
    ClassLoader loader = IbmMqType.class.getClassLoader();
    Package client = loader.getDefinedPackage(CLIENT_PACKAGE); // null before its first use
    if (client != null && CLIENT_TITLE.equals(client.getImplementationTitle())) {
      String version = client.getImplementationVersion().split(" ")[0]; // a build's name follows
      versions.replaceAll((name, built) -> version);
    }
    return versions;
  }

  @Override
  public List<ProviderOption<?>> options() {
    List<ProviderOption<?>> options = new ArrayList<>();
    Collections.addAll(options, HOST, PORT, HOSTS, CHANNEL, QUEUE_MANAGER, CCDT, BINDINGS);
    Collections.addAll(options, RECONNECT, RECONNECT_TIMEOUT, APPLICATION_NAME);
    options.addAll(Tls.OPTIONS);
    Collections.addAll(options, ASYNC_PUT, READ_AHEAD, TARGET_CLIENT, PROPERTY);
    return options;
  }

  @Override
  public JmsProvider open(GivenOptions given) {
    return new IbmMqSettings(
            endpoint(given),
            given.credentials(),
            IbmMqSettings.DEFAULT_CONNECT_TIMEOUT,
            new Reconnect(given.value(RECONNECT), given.value(RECONNECT_TIMEOUT)),
            given.value(APPLICATION_NAME),
            Tls.of(given, given.value(CCDT) != null),
            new QueueOptions(
                given.value(ASYNC_PUT), given.value(READ_AHEAD), given.value(TARGET_CLIENT)),
            given.value(PROPERTY))
        .create();
  }

  @Override
  public List<ProviderOption<?>> commandBrokerOptions() {
    return List.of(COMMAND_HOST, COMMAND_PORT, COMMAND_CHANNEL, COMMAND_QUEUE_MANAGER);
  }

  @Override
  public JmsProvider openCommandBroker(GivenOptions given) {
    return new IbmMqSettings(
            new MqEndpoint.Direct(
                given.value(COMMAND_HOST),
                given.value(COMMAND_PORT),
                given.value(COMMAND_CHANNEL),
                given.value(COMMAND_QUEUE_MANAGER)),
            given.credentials(),
            IbmMqSettings.DEFAULT_CONNECT_TIMEOUT,
            Reconnect.DEFAULT,
            "",
            Tls.NONE,
            new QueueOptions(false, false, TargetClient.MQ), // plain text, for any program
            Map.of())
        .create();
  }

  @Override
  public List<String> examples(String command) {
    return switch (command) {
      case "send" ->
          List.of(
              "  sluice send --provider ibmmq --ccdt ccdt/UC01.json --qmgr '*UC01QM' \\",
              "      --reconnect any --app-name mqperf.senders --threads 180 \\",
              "      --queue REQUEST --queues 1..1 --size 2KiB --rate 1 --control 4444");
      case "receive" ->
          List.of(
              "  sluice receive --provider ibmmq --ccdt ccdt/UC01.json --qmgr '*UC01QM' \\",
              "      --reconnect any --app-name mqperf.receiver --threads 180 \\",
              "      --queue REQUEST --queues 1..1 --receive-timeout 20s");
      case "dead-letter" ->
          List.of(
              "  sluice dead-letter --provider ibmmq --qmgr QM1 \\",
              "      --queue SYSTEM.DEAD.LETTER.QUEUE");
      default -> List.of();
    };
  }

  @Override
  public void configureLogging(boolean verbose) {
    setUnlessSet(LOG_STATUS, "OFF");
    setUnlessSet(FAILURE_FILES, "-1");
  }

  private static void setUnlessSet(String property, String value) {
    if (System.getProperty(property) == null) { // else somebody wants it, or has turned it off
      System.setProperty(property, value);
    }
  }

  @Override
  public Optional<ConnectionTable> connectionTable(GivenOptions given) {
    String ccdt = given.value(CCDT);
    return ccdt == null || given.value(BINDINGS)
        ? Optional.empty()
        : Optional.of(new ConnectionTable(ccdt, CcdtLocation.of(ccdt).file()));
  }

  @Override
  public Optional<FailureExplainer> explainer(String place, ConnectionFactory factory) {
    return Optional.of(new MqFailures(place));
  }

  @Override
  public Optional<ConnectionCost> connectionCost(ConnectionFactory factory) {
    return factory.getClass().getName().startsWith("com.ibm.")
        ? Optional.of(COST)
        : Optional.empty();
  }

  private static MqEndpoint endpoint(GivenOptions given) {
    String queueManager = given.value(QUEUE_MANAGER);
    if (given.value(BINDINGS)) {
      return new MqEndpoint.Bindings(queueManager);
    }
    if (given.value(CCDT) != null) {
      return new MqEndpoint.Ccdt(given.value(CCDT), queueManager);
    }
    String hosts = given.value(HOSTS);
    return new MqEndpoint.Direct(
        hosts == null
            ? List.of(new Address(given.value(HOST), given.value(PORT)))
            : Address.list(hosts),
        given.value(CHANNEL),
        queueManager);
  }
}
