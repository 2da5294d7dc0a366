package dev.sluice.control.cli.option.provider;

import dev.sluice.control.cli.option.Numbers;
import dev.sluice.control.cli.option.OptionRules;
import dev.sluice.control.sink.folder.CcdtDigest;
import dev.sluice.jms.provider.ConfigurationException;
import dev.sluice.jms.provider.Credentials;
import dev.sluice.jms.provider.ibmmq.IbmMqSettings;
import dev.sluice.jms.provider.ibmmq.MqEndpoint;
import dev.sluice.jms.provider.ibmmq.QueueOptions;
import dev.sluice.jms.provider.ibmmq.Reconnect;
import dev.sluice.jms.provider.ibmmq.ReconnectOption;
import dev.sluice.jms.provider.ibmmq.TargetClient;
import dev.sluice.jms.provider.ibmmq.ccdt.CcdtLocation;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.Spec;

/** Options of the provider ibmmq. */
@Command(optionListHeading = "%nIBM MQ (--provider ibmmq):%n")
final class IbmMqOptions {

  private static final String GROUP = "ibmmq: ";
  private static final Set<Class<?>> OF_IBM_MQ = Set.of(IbmMqOptions.class, TlsOptions.class);

  @Spec(Spec.Target.MIXEE)
  CommandSpec command;

  @Option(
      names = "--host",
      order = 70,
      paramLabel = "HOST",
      defaultValue = "localhost",
      description = GROUP + "where the queue manager is (default ${DEFAULT-VALUE}).")
  String host;

  @Option(
      names = "--port",
      order = 71,
      paramLabel = "PORT",
      defaultValue = "1414",
      converter = Numbers.Port.class,
      description = GROUP + "its listener's port (default ${DEFAULT-VALUE}).")
  int port;

  @Option(
      names = "--channel",
      order = 72,
      paramLabel = "NAME",
      defaultValue = "SYSTEM.DEF.SVRCONN",
      description = GROUP + "the server connection channel (default ${DEFAULT-VALUE}).")
  String channel;

  @Option(
      names = "--qmgr",
      order = 73,
      paramLabel = "NAME",
      defaultValue = "",
      description =
          GROUP
              + "the queue manager; with --ccdt, *GROUP means any one of a group (quote the "
              + "star).")
  String queueManager;

  @Option(
      names = "--ccdt",
      order = 74,
      paramLabel = "FILE|URL",
      description = GROUP + "connect through a JSON CCDT; host, port and channel come from it.")
  String ccdt;

  @Option(
      names = "--bindings",
      order = 75,
      description = GROUP + "connect through shared memory to a queue manager on this host.")
  boolean bindings;

  @Option(
      names = "--reconnect",
      order = 76,
      paramLabel = "MODE",
      defaultValue = "as-def",
      description = GROUP + "automatic reconnection: any, qmgr, disabled, as-def (the default).")
  ReconnectOption reconnect;

  @Option(
      names = "--reconnect-timeout",
      order = 77,
      paramLabel = "TIME",
      defaultValue = "30m",
      description = GROUP + "how long the client tries to reconnect (default ${DEFAULT-VALUE}).")
  Duration reconnectTimeout;

  @Option(
      names = "--app-name",
      order = 78,
      paramLabel = "NAME",
      defaultValue = "sluice",
      description =
          GROUP + "the application's name, at most 28 characters (default ${DEFAULT-VALUE}).")
  String applicationName;

  @Mixin TlsOptions encryption;

  @Option(
      names = "--async-put",
      order = 80,
      description =
          GROUP
              + "put without waiting for the queue manager (latency then covers only the "
              + "handover).")
  boolean asyncPut;

  @Option(
      names = "--read-ahead",
      order = 81,
      description = GROUP + "let the queue manager send messages ahead of receives.")
  boolean readAhead;

  @Option(
      names = "--target-client",
      order = 82,
      paramLabel = "KIND",
      defaultValue = "jms",
      description = GROUP + "jms (the default), or mq: no MQRFH2 header in messages.")
  TargetClient targetClient;

  @Option(
      names = "--property",
      order = 83,
      paramLabel = "NAME=VALUE",
      description =
          GROUP
              + "any other property of the connection factory, by the name of its WMQ "
              + "constant. Repeatable.")
  Map<String, String> properties = new LinkedHashMap<>();

  /** These options with the other parts of the settings. */
  IbmMqSettings settings(Credentials credentials) {
    return new IbmMqSettings(
        endpoint(),
        credentials,
        IbmMqSettings.DEFAULT_CONNECT_TIMEOUT,
        new Reconnect(reconnect, reconnectTimeout),
        applicationName,
        encryption.tls(ccdt != null),
        new QueueOptions(asyncPut, readAhead, targetClient),
        properties);
  }

  /** The channel table, if there is one. */
  Optional<CcdtDigest> ccdtDigest() {
    if (ccdt == null || bindings) {
      return Optional.empty();
    }
    Optional<Path> file = CcdtLocation.of(ccdt).file();
    try {
      return Optional.of(file.isPresent() ? CcdtDigest.of(file.get()) : CcdtDigest.unread(ccdt));
    } catch (IOException e) {
      throw new ConfigurationException("CCDT file " + ccdt + " cannot be read", e);
    }
  }

  /** An option for IBM MQ that would have no effect is refused, not ignored. */
  void rejectUnless(boolean used) {
    ParseResult given = command.commandLine().getParseResult();
    if (used || given == null) {
      return;
    }
    for (OptionSpec option : given.matchedOptionsSet()) {
      if (option.userObject() instanceof java.lang.reflect.Field field
          && OF_IBM_MQ.contains(field.getDeclaringClass())) {
        new OptionRules(command).requires("--provider ibmmq", false, option.longestName(), true);
      }
    }
  }

  private MqEndpoint endpoint() {
    if (bindings) {
      return new MqEndpoint.Bindings(queueManager);
    }
    return ccdt == null
        ? new MqEndpoint.Direct(host, port, channel, queueManager)
        : new MqEndpoint.Ccdt(ccdt, queueManager);
  }
}
