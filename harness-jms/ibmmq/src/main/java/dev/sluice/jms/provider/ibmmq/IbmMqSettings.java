package dev.sluice.jms.provider.ibmmq;

import dev.sluice.jms.provider.ConfigurationException;
import dev.sluice.jms.provider.Credentials;
import dev.sluice.jms.provider.JmsProvider;
import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * How to use an IBM MQ queue manager.
 *
 * @param endpoint where connections go to
 * @param credentials who connects
 * @param connectTimeout how long connecting may take
 * @param reconnect what the client does by itself when a connection is lost
 * @param applicationName what queue managers call this application, 28 characters at most; empty
 *     for the client's default
 * @param tls how connections are encrypted
 * @param queues how queues are used
 * @param properties any other properties by name, as {@link MqProperty} understands them
 */
public record IbmMqSettings(
    MqEndpoint endpoint,
    Credentials credentials,
    Duration connectTimeout,
    Reconnect reconnect,
    String applicationName,
    Tls tls,
    QueueOptions queues,
    Map<String, String> properties) {

  /** Longer than a client needs for the hosts of a large group, shorter than people wait. */
  public static final Duration DEFAULT_CONNECT_TIMEOUT = Duration.ofSeconds(30);

  public IbmMqSettings {
    properties = Collections.unmodifiableMap(new LinkedHashMap<>(properties));
  }

  /** Settings with the client's defaults. */
  public static IbmMqSettings of(MqEndpoint endpoint) {
    return new IbmMqSettings(
        endpoint,
        Credentials.NONE,
        DEFAULT_CONNECT_TIMEOUT,
        Reconnect.DEFAULT,
        "",
        Tls.NONE,
        QueueOptions.DEFAULT,
        Map.of());
  }

  /**
   * The provider of these settings; connects to nothing yet.
   *
   * @throws ConfigurationException if they cannot be right, or IBM's client is missing
   */
  public JmsProvider create() {
    if (new IbmMqType().lacksClient()) {
      throw new ConfigurationException(
          "this program comes without IBM MQ's client: put com.ibm.mq.jakarta.client-VERSION.jar"
              + " beside its jar, or name it by --class-path");
    }
    return new IbmMqProvider(this);
  }

  /**
   * The same for each queue manager of a group; only these if they name one queue manager.
   *
   * @throws ConfigurationException if the channel table names no member
   */
  List<IbmMqSettings> members() {
    if (!(endpoint instanceof MqEndpoint.Ccdt table) || table.isNamed()) {
      return List.of(this);
    }
    List<IbmMqSettings> members = table.members().stream().map(this::at).toList();
    if (members.isEmpty()) {
      throw new ConfigurationException(
          table.describe()
              + ": the table has no entry by a member's own name, so members cannot be told apart;"
              + " add one for each, or name one queue manager");
    }
    return members;
  }

  /** The same by another entry of the channel table. */
  IbmMqSettings at(MqEndpoint.Ccdt member) {
    return new IbmMqSettings(
        member, credentials, connectTimeout, reconnect, applicationName, tls, queues, properties);
  }

  String describe() {
    return endpoint.describe()
        + credentials.describe()
        + (applicationName.isEmpty() ? "" : ", application " + applicationName)
        + tls.describe()
        + reconnect.describe()
        + queues.describe()
        // names only: a value may be a secret
        + (properties.isEmpty() ? "" : ", with " + String.join(", ", properties.keySet()));
  }
}
