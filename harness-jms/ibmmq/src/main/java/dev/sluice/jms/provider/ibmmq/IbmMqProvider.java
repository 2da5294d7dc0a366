package dev.sluice.jms.provider.ibmmq;

import com.ibm.msg.client.jakarta.jms.JmsConnectionFactory;
import com.ibm.msg.client.jakarta.jms.JmsDestination;
import com.ibm.msg.client.jakarta.jms.JmsFactoryFactory;
import com.ibm.msg.client.jakarta.jms.JmsPropertyContext;
import com.ibm.msg.client.jakarta.wmq.WMQConstants;
import dev.sluice.core.time.NanoClock;
import dev.sluice.core.worker.ConnectionWatch;
import dev.sluice.jms.provider.BrokerView;
import dev.sluice.jms.provider.CauseChain;
import dev.sluice.jms.provider.ConfigurationException;
import dev.sluice.jms.provider.ConnectDeadline;
import dev.sluice.jms.provider.ConnectionCost;
import dev.sluice.jms.provider.DestinationMaker;
import dev.sluice.jms.provider.Failure;
import dev.sluice.jms.provider.Failures;
import dev.sluice.jms.provider.Interruption;
import dev.sluice.jms.provider.JmsProvider;
import dev.sluice.jms.provider.QueueDepths;
import dev.sluice.jms.provider.ibmmq.ccdt.NamedObject;
import dev.sluice.jms.provider.ibmmq.observe.QueueManagersView;
import jakarta.jms.Connection;
import jakarta.jms.Destination;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.Queue;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import javax.net.ssl.SSLSocketFactory;

/** Connects by IBM's client. */
final class IbmMqProvider implements JmsProvider {

  private static final int MAX_APPLICATION_NAME_CHARS = 28;
  private static final String ID_PREFIX = "ID:";
  private static final String ZERO_MESSAGE_ID = ID_PREFIX + "0".repeat(48);

  private final IbmMqSettings settings;
  private final String description;
  private final Optional<String> suite;
  private final Optional<SSLSocketFactory> sockets;
  private final boolean reconnects;
  private final List<MqProperty> factoryProperties;
  private final List<MqProperty> queueProperties;
  private final ReconnectSignals signals = new ReconnectSignals(NanoClock.SYSTEM);
  private final ConnectDeadline deadline;
  private final Failures failures;

  IbmMqProvider(IbmMqSettings settings) {
    this.settings = settings;
    List<MqProperty> properties =
        settings.properties().entrySet().stream()
            .map(e -> MqProperty.of(e.getKey(), e.getValue()))
            .toList();
    this.queueProperties = properties.stream().filter(p -> !p.ofFactory()).toList();
    this.factoryProperties = properties.stream().filter(MqProperty::ofFactory).toList();
    this.suite = settings.tls().suite();
    this.sockets = settings.tls().sockets();
    this.reconnects = reconnects(factory(), settings.endpoint()); // which finds wrong settings too
    this.description = "IBM MQ by " + settings.describe();
    String place = settings.endpoint().describe();
    this.deadline = new ConnectDeadline(settings.connectTimeout(), "by " + place);
    this.failures = failures(settings);
  }

  @Override
  public String name() {
    return "ibmmq";
  }

  @Override
  public String describe() {
    return description;
  }

  @Override
  public Optional<ConnectionCost> connectionCost() {
    return Optional.of(IbmMqType.COST);
  }

  @Override
  public Connection connect(ConnectionWatch watch) throws JMSException {
    LatestName named = new LatestName(watch);
    JmsConnectionFactory own = factoryTold(named);
    return told(deadline.connect(() -> settings.credentials().connect(own)), named);
  }

  @Override
  public JMSContext context(int sessionMode, ConnectionWatch watch) throws JMSException {
    LatestName named = new LatestName(watch);
    JmsConnectionFactory own = factoryTold(named);
    return told(deadline.connect(() -> settings.credentials().context(own, sessionMode)), named);
  }

  @Override
  public Interruption interruption(Throwable failure) {
    return MqFailures.interruption(failure);
  }

  @Override
  public boolean inDoubt(Message sent) throws JMSException {
    // what the client leaves of a put that was under way when the connection was lost, and that it
    // does not repeat; every other id has the queue manager's name in it
    String id = sent.getJMSMessageID();
    return id != null && id.equals(ZERO_MESSAGE_ID);
  }

  /** The queue manager cannot notice that the client is gone before it has removed the message. */
  @Override
  public boolean getsTakeAtOnce() {
    return true;
  }

  @Override
  public boolean keepMessageIds(Destination to) throws JMSException {
    boolean refused =
        queueProperties.stream()
            .anyMatch(p -> p.key().equals(WMQConstants.WMQ_MQMD_WRITE_ENABLED) && !p.isTrue());
    if (refused || !(to instanceof Queue)) {
      return false;
    }
    ((JmsDestination) to).setBooleanProperty(WMQConstants.WMQ_MQMD_WRITE_ENABLED, true);
    return true;
  }

  @Override
  public void identify(Message message, String id) throws JMSException {
    byte[] bytes = HexFormat.of().parseHex(id, ID_PREFIX.length(), id.length());
    message.setObjectProperty(WMQConstants.JMS_IBM_MQMD_MSGID, bytes);
  }

  @Override
  public Destination destination(DestinationMaker session, String name) throws JMSException {
    MqProperty.checkParameters(name);
    Destination destination;
    try {
      destination = session.create(name);
    } catch (JMSException e) {
      if ("JMSCC0005".equals(e.getErrorCode())) { // a value that cannot be
        throw new ConfigurationException(NamedObject.QUEUE.wrong(name).orElse(e.getMessage()), e);
      }
      throw e;
    }
    JmsDestination properties = (JmsDestination) destination;
    settings.queues().applyTo(properties);
    for (MqProperty property : queueProperties) {
      property.applyTo(properties);
    }
    return destination;
  }

  @Override
  public Optional<QueueDepths> queueDepths() {
    return Optional.of(new MqQueueDepths(settings));
  }

  /** By a channel table of a group, each of its members that has an entry of its own. */
  @Override
  public Optional<BrokerView> view(BrokerView.Interest interest) {
    return Optional.of(
        new QueueManagersView(
            settings.members().stream().map(IbmMqProvider::place).toList(),
            interest,
            NanoClock.SYSTEM));
  }

  private static QueueManagersView.QueueManagerAccess place(IbmMqSettings member) {
    Failures failures = failures(member);
    return new QueueManagersView.QueueManagerAccess(
        member.endpoint().queueManager(),
        !(member.endpoint() instanceof MqEndpoint.Bindings),
        () -> new ClassesForJava(member).connect(QueueManagersView.APPLICATION),
        failure -> failures.explain(failure).line());
  }

  private static Failures failures(IbmMqSettings settings) {
    return new Failures(new MqFailures(" (" + settings.endpoint().describe() + ")"));
  }

  @Override
  public String application() {
    return settings.applicationName();
  }

  /** It has to be: a message that is refused is brought again while its consumer is closing. */
  @Override
  public boolean listenersEndDelivery() {
    return true;
  }

  /**
   * Not where the client reconnects by itself. It cancels a wait by a call, and when the connection
   * is lost, or is to be moved, during that call, it waits for the reconnection without leaving the
   * call, while the reconnection waits for all calls to be left. One thread reconnects all
   * connections of a process, so none of them ever comes back. To close the connection of any other
   * call ends nothing: it waits until the call has returned, and hides that the client reconnected.
   */
  @Override
  public boolean closingEndsWaits() {
    return !reconnects;
  }

  @Override
  public String deadLetterQueue() {
    return "SYSTEM.DEAD.LETTER.QUEUE";
  }

  @Override
  public String deadLetterReason(Message letter) throws JMSException {
    Optional<DeadLetterHeader> header = DeadLetterHeader.of(letter);
    return header.isPresent()
        ? header.get().describe()
        : JmsProvider.super.deadLetterReason(letter);
  }

  @Override
  public Failure explain(Throwable failure) {
    return failures.explain(failure);
  }

  @Override
  public void close() {
    // the factory holds nothing
  }

  private JmsConnectionFactory factoryTold(ConnectionWatch watch) throws JMSException {
    JmsConnectionFactory own = factory();
    signals.connect(own, watch);
    return own;
  }

  /** Tells the queue manager that a connection of either API came to. */
  private static <C> C told(C connection, ConnectionWatch watch) throws JMSException {
    JmsPropertyContext properties = (JmsPropertyContext) connection;
    watch.connected(
        ReconnectSignals.queueManager(
            properties.getStringProperty(WMQConstants.WMQ_RESOLVED_QUEUE_MANAGER)));
    return connection;
  }

  /**
   * Passes on what is told of a connection. The client may have moved it before the name of its
   * first queue manager is read; the later one counts then. Any thread.
   */
  static final class LatestName implements ConnectionWatch {

    private final ConnectionWatch worker;
    private String moved; // to that queue manager; null before; guarded by this

    LatestName(ConnectionWatch worker) {
      this.worker = worker;
    }

    @Override
    public synchronized void connected(String peer) {
      worker.connected(moved == null ? peer : moved);
    }

    @Override
    public void reconnecting(long downNanos) {
      worker.reconnecting(downNanos);
    }

    @Override
    public synchronized void reconnected(String peer) {
      moved = peer;
      worker.reconnected(peer);
    }

    @Override
    public void gaveUp() {
      worker.gaveUp();
    }
  }

  /** Unless told otherwise it does as the channel says, which only a channel table defines. */
  private static boolean reconnects(JmsConnectionFactory factory, MqEndpoint endpoint) {
    try {
      int option = factory.getIntProperty(WMQConstants.WMQ_CLIENT_RECONNECT_OPTIONS);
      return option == WMQConstants.WMQ_CLIENT_RECONNECT_AS_DEF
          ? endpoint instanceof MqEndpoint.Ccdt
          : option != WMQConstants.WMQ_CLIENT_RECONNECT_DISABLED;
    } catch (JMSException e) {
      throw new ConfigurationException(
          "IBM MQ settings are invalid: " + CauseChain.firstLine(e), e);
    }
  }

  private JmsConnectionFactory factory() {
    int length = settings.applicationName().length();
    if (length > MAX_APPLICATION_NAME_CHARS) {
      throw new ConfigurationException(
          "application name '"
              + settings.applicationName()
              + "' has "
              + length
              + " characters; IBM MQ allows "
              + MAX_APPLICATION_NAME_CHARS
              + " at most");
    }
    try {
      JmsConnectionFactory made =
          JmsFactoryFactory.getInstance(WMQConstants.JAKARTA_WMQ_PROVIDER)
              .createConnectionFactory();
      settings.endpoint().applyTo(made);
      settings.reconnect().applyTo(made);
      if (length > 0) {
        made.setStringProperty(WMQConstants.WMQ_APPLICATIONNAME, settings.applicationName());
      }
      if (suite.isPresent()) {
        made.setStringProperty(WMQConstants.WMQ_SSL_CIPHER_SUITE, suite.get());
      }
      if (sockets.isPresent()) {
        made.setObjectProperty(WMQConstants.WMQ_SSL_SOCKET_FACTORY, sockets.get());
      }
      // without it passwords are cut to 12 characters
      made.setBooleanProperty(WMQConstants.USER_AUTHENTICATION_MQCSP, true);
      factoryProperties.forEach(p -> p.applyTo(made));
      return made;
    } catch (JMSException e) {
      throw new ConfigurationException(
          "IBM MQ settings are invalid: " + CauseChain.firstLine(e), e);
    }
  }
}
