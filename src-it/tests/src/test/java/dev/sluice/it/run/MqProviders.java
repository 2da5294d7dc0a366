package dev.sluice.it.run;

import dev.sluice.jms.provider.Credentials;
import dev.sluice.jms.provider.JmsProvider;
import dev.sluice.jms.provider.ibmmq.IbmMqSettings;
import dev.sluice.jms.provider.ibmmq.MqEndpoint;
import dev.sluice.jms.provider.ibmmq.QueueOptions;
import dev.sluice.jms.provider.ibmmq.Reconnect;
import dev.sluice.jms.provider.ibmmq.Reconnect.ReconnectOption;
import dev.sluice.jms.provider.ibmmq.Tls;
import dev.sluice.mqsim.cluster.SimulatedCluster;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;

/** Simulated queue managers by the IBM client, as workers connect to them. */
public final class MqProviders {

  private MqProviders() {}

  /** One queue manager, which has to run. */
  public static JmsProvider direct(
      SimulatedCluster cluster, String queueManager, ReconnectOption reconnect) {
    return provider(
        new MqEndpoint.Direct("127.0.0.1", cluster.port(queueManager), "APP.SVRCONN", queueManager),
        new Reconnect(reconnect, Duration.ofMinutes(30)),
        "");
  }

  /** One queue manager through a port in front of it; the client does not connect again. */
  public static JmsProvider through(int port, String queueManager) {
    return provider(
        new MqEndpoint.Direct("127.0.0.1", port, "APP.SVRCONN", queueManager),
        new Reconnect(ReconnectOption.DISABLED, Duration.ofMinutes(30)),
        "");
  }

  /**
   * Any queue manager of a group; the client connects again by itself, to any of them.
   *
   * @param reconnectFor how long it tries to
   */
  public static JmsProvider group(
      Path ccdt, String group, String application, Duration reconnectFor) {
    return provider(
        new MqEndpoint.Ccdt(ccdt.toString(), "*" + group),
        new Reconnect(ReconnectOption.ANY, reconnectFor),
        application);
  }

  private static JmsProvider provider(
      MqEndpoint endpoint, Reconnect reconnect, String application) {
    return new IbmMqSettings(
            endpoint,
            Credentials.NONE,
            IbmMqSettings.DEFAULT_CONNECT_TIMEOUT,
            reconnect,
            application,
            Tls.NONE,
            QueueOptions.DEFAULT,
            Map.of())
        .create();
  }
}
