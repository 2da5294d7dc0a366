package dev.sluice.jms.provider.ibmmq;

import com.ibm.msg.client.jakarta.jms.JmsConnectionFactory;
import com.ibm.msg.client.jakarta.wmq.WMQConstants;
import dev.sluice.jms.provider.ConfigurationException;
import jakarta.jms.JMSException;
import java.time.Duration;
import java.util.Locale;

/**
 * How the client connects again by itself.
 *
 * @param option whether, and to which queue managers
 * @param timeout how long it tries, in whole seconds; what is not whole is cut off
 */
public record Reconnect(ReconnectOption option, Duration timeout) {

  /** The client's own reaction when a connection is lost that was up. */
  public enum ReconnectOption {
    /** As the channel definition says. */
    AS_DEF(WMQConstants.WMQ_CLIENT_RECONNECT_AS_DEF),
    /** Connects to any queue manager the settings allow. */
    ANY(WMQConstants.WMQ_CLIENT_RECONNECT),
    /** Connects to the same queue manager only. */
    QMGR(WMQConstants.WMQ_CLIENT_RECONNECT_Q_MGR),
    /** Nothing: the failure is the application's. */
    DISABLED(WMQConstants.WMQ_CLIENT_RECONNECT_DISABLED);

    private final int code;

    ReconnectOption(int code) {
      this.code = code;
    }
  }

  /** The client's own defaults: as the channel says, for half an hour. */
  public static final Reconnect DEFAULT =
      new Reconnect(ReconnectOption.AS_DEF, Duration.ofMinutes(30));

  public Reconnect {
    if (timeout.isNegative() || timeout.toSeconds() > Integer.MAX_VALUE) {
      throw new ConfigurationException(
          "reconnect time-out " + timeout.toSeconds() + " s: 0 to " + Integer.MAX_VALUE + " s");
    }
  }

  void applyTo(JmsConnectionFactory factory) throws JMSException {
    factory.setIntProperty(WMQConstants.WMQ_CLIENT_RECONNECT_OPTIONS, option.code);
    factory.setIntProperty(WMQConstants.WMQ_CLIENT_RECONNECT_TIMEOUT, (int) timeout.toSeconds());
  }

  String describe() {
    return switch (option) {
      case AS_DEF -> "";
      case DISABLED -> ", no reconnect";
      case ANY, QMGR ->
          ", reconnect "
              + option.name().toLowerCase(Locale.ROOT)
              + " for "
              + timeout.toSeconds()
              + " s";
    };
  }
}
