package dev.sluice.jms.provider.artemis;

import dev.sluice.core.time.NanoClock;
import dev.sluice.core.worker.ConnectionWatch;
import dev.sluice.jms.provider.BrokerView;
import dev.sluice.jms.provider.ConfigurationException;
import dev.sluice.jms.provider.ConfirmationWindow;
import dev.sluice.jms.provider.ConnectionCost;
import dev.sluice.jms.provider.Credentials;
import dev.sluice.jms.provider.Failure;
import dev.sluice.jms.provider.Failures;
import dev.sluice.jms.provider.Interruption;
import dev.sluice.jms.provider.JmsProvider;
import dev.sluice.jms.provider.QueueDepths;
import jakarta.jms.Connection;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Optional;
import java.util.regex.Pattern;
import org.apache.activemq.artemis.api.core.TransportConfiguration;
import org.apache.activemq.artemis.api.core.client.FailoverEventType;
import org.apache.activemq.artemis.core.remoting.impl.netty.TransportConstants;
import org.apache.activemq.artemis.jms.client.ActiveMQConnection;
import org.apache.activemq.artemis.jms.client.ActiveMQConnectionFactory;
import org.apache.activemq.artemis.jms.client.ActiveMQConnectionForContext;
import org.apache.activemq.artemis.jms.client.ActiveMQDestination;

/** Connects by the Artemis client, which bounds the time of every call itself. */
public class ArtemisProvider implements JmsProvider {

  private static final Pattern SECRETS =
      Pattern.compile("(password|passcode|secret)=[^&;,)]*", Pattern.CASE_INSENSITIVE);

  private static final Duration REPLY_TIMEOUT = Duration.ofSeconds(5);

  private final String name;
  private final String place;
  private final Credentials credentials;
  private final ActiveMQConnectionFactory factory;
  private final ActiveMQConnectionFactory confirming; // one that has connected takes no window
  private volatile boolean confirmed;
  private final Failures failures;

  /**
   * A provider that connects to nothing yet.
   *
   * @param url as the Artemis client takes it, with its options: {@code tcp://host:61616?...}
   * @throws ConfigurationException if the URL is not one
   */
  public ArtemisProvider(String url, Credentials credentials) {
    this("artemis", url, credentials);
  }

  /**
   * @param name what options and reports call it
   */
  protected ArtemisProvider(String name, String url, Credentials credentials) {
    this.name = name;
    this.place = SECRETS.matcher(url).replaceAll("$1=***");
    this.credentials = credentials;
    this.factory = factory(url, place);
    this.confirming = factory(url, place);
    ConfirmationWindow.ensure(confirming);
    this.failures = new Failures(new ArtemisFailures(" at " + place, factory));
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public String describe() {
    return "Artemis at " + place + credentials.describe();
  }

  @Override
  public Optional<ConnectionCost> connectionCost() {
    return Optional.of(ArtemisType.COST);
  }

  /** Other connections are those of a client that nobody has changed. */
  @Override
  public void confirmSends() {
    confirmed = true;
  }

  /**
   * A client that reconnects by itself does so inside its calls, and tells of it here alone. Its
   * connection's own setter for this listener would count as a use, after which it takes no client
   * id.
   */
  @Override
  public Connection connect(ConnectionWatch watch) throws JMSException {
    Connection connection = credentials.connect(confirmed ? confirming : factory);
    if (reconnects() && connection instanceof ActiveMQConnection artemis) {
      artemis.getSessionFactory().addFailoverListener(event -> tell(event, watch));
    }
    return connection;
  }

  @Override
  public JMSContext context(int sessionMode, ConnectionWatch watch) throws JMSException {
    return ((ActiveMQConnectionForContext) connect(watch)).createContext(sessionMode);
  }

  @Override
  public Interruption interruption(Throwable failure) {
    return reconnects() ? ArtemisFailures.interruption(failure) : Interruption.NONE;
  }

  private boolean reconnects() {
    return factory.getReconnectAttempts() != 0;
  }

  private static void tell(FailoverEventType event, ConnectionWatch watch) {
    switch (event) {
      case FAILURE_DETECTED -> watch.reconnecting(0);
      case FAILOVER_COMPLETED -> watch.reconnected("");
      case FAILOVER_FAILED -> watch.gaveUp();
    }
  }

  /**
   * The other way to refuse one, a listener that throws, takes ten seconds for each other consumer
   * of the session: the client rolls back on the session's thread, and waits there for that thread.
   */
  @Override
  public boolean closingConsumersRefuse() {
    return true;
  }

  @Override
  public Optional<String> queueOfSubscription(String clientId, String subscription) {
    return Optional.of(
        ActiveMQDestination.createQueueNameForSubscription(
                true, clientId.isEmpty() ? null : clientId, subscription)
            .toString());
  }

  @Override
  public Optional<QueueDepths> queueDepths() {
    return Optional.of(new ArtemisManagement(this, REPLY_TIMEOUT));
  }

  @Override
  public Optional<BrokerView> view(BrokerView.Interest interest) {
    return Optional.of(
        new ArtemisView(
            new ArtemisManagement(this, interest.within()),
            interest,
            failure -> explain(failure).line(),
            NanoClock.SYSTEM));
  }

  @Override
  public String deadLetterReason(Message letter) throws JMSException {
    String queue = letter.getStringProperty("_AMQ_ORIG_QUEUE");
    String reason = JmsProvider.super.deadLetterReason(letter);
    return queue == null ? reason : "from " + queue + ", " + reason;
  }

  @Override
  public Failure explain(Throwable failure) {
    return failures.explain(failure);
  }

  @Override
  public void close() {
    factory.close();
    confirming.close();
  }

  private static ActiveMQConnectionFactory factory(String url, String place) {
    try {
      ActiveMQConnectionFactory factory = new ActiveMQConnectionFactory(url);
      for (TransportConfiguration connector : factory.getStaticConnectors()) {
        Object port = connector.getParams().get(TransportConstants.PORT_PROP_NAME);
        if (port != null) { // the client meets a port that cannot be only when it connects
          new InetSocketAddress(Integer.parseInt(port.toString()));
        }
      }
      return factory;
    } catch (RuntimeException e) {
      throw new ConfigurationException(
          "'" + place + "' is not the URL of an Artemis broker, such as tcp://host:61616", e);
    }
  }
}
