package dev.sluice.jms.provider.ibmmq;

import com.ibm.msg.client.jakarta.jms.JmsConnectionFactory;
import com.ibm.msg.client.jakarta.jms.JmsDestination;
import com.ibm.msg.client.jakarta.jms.JmsFactoryFactory;
import com.ibm.msg.client.jakarta.wmq.WMQConstants;
import dev.sluice.jms.provider.CauseChain;
import dev.sluice.jms.provider.ConfigurationException;
import dev.sluice.jms.provider.ConnectDeadline;
import dev.sluice.jms.provider.Failure;
import dev.sluice.jms.provider.Failures;
import dev.sluice.jms.provider.JmsProvider;
import jakarta.jms.Connection;
import jakarta.jms.Destination;
import jakarta.jms.JMSException;
import jakarta.jms.Queue;
import jakarta.jms.Session;
import java.util.List;

/** Connects by IBM's client. */
final class IbmMqProvider implements JmsProvider {

  private static final int MAX_APPLICATION_NAME_CHARS = 28;

  private final IbmMqSettings settings;
  private final String description;
  private final JmsConnectionFactory factory;
  private final List<MqProperty> queueProperties;
  private final ConnectDeadline deadline;
  private final Failures failures;

  IbmMqProvider(IbmMqSettings settings) {
    this.settings = settings;
    List<MqProperty> properties =
        settings.properties().entrySet().stream()
            .map(e -> MqProperty.of(e.getKey(), e.getValue()))
            .toList();
    this.queueProperties = properties.stream().filter(p -> !p.ofFactory()).toList();
    this.factory = factory(settings);
    properties.stream().filter(MqProperty::ofFactory).forEach(p -> p.applyTo(factory));
    this.description = "IBM MQ by " + settings.describe();
    String place = settings.endpoint().describe();
    this.deadline = new ConnectDeadline(settings.connectTimeout(), "by " + place);
    this.failures = new Failures(new MqFailures(" (" + place + ")"));
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
  public Connection connect() throws JMSException {
    return deadline.connect(() -> settings.credentials().connect(factory));
  }

  @Override
  public Destination queue(Session session, String name) throws JMSException {
    Queue queue = session.createQueue(name);
    JmsDestination properties = (JmsDestination) queue;
    settings.queues().applyTo(properties);
    for (MqProperty property : queueProperties) {
      property.applyTo(properties);
    }
    return queue;
  }

  @Override
  public Failure explain(Throwable failure) {
    return failures.explain(failure);
  }

  @Override
  public void close() {
    // the factory holds nothing
  }

  private static JmsConnectionFactory factory(IbmMqSettings settings) {
    int length = settings.applicationName().length();
    if (length > MAX_APPLICATION_NAME_CHARS) {
      throw new ConfigurationException(
          "application name '"
              + settings.applicationName()
              + "' has "
              + length
              + " characters; IBM MQ takes "
              + MAX_APPLICATION_NAME_CHARS
              + " at most");
    }
    try {
      JmsConnectionFactory factory =
          JmsFactoryFactory.getInstance(WMQConstants.JAKARTA_WMQ_PROVIDER)
              .createConnectionFactory();
      settings.endpoint().applyTo(factory);
      settings.reconnect().applyTo(factory);
      if (length > 0) {
        factory.setStringProperty(WMQConstants.WMQ_APPLICATIONNAME, settings.applicationName());
      }
      if (!settings.cipher().isEmpty()) {
        factory.setStringProperty(
            WMQConstants.WMQ_SSL_CIPHER_SUITE, CipherName.of(settings.cipher()).suite());
      }
      // without it passwords are cut to 12 characters
      factory.setBooleanProperty(WMQConstants.USER_AUTHENTICATION_MQCSP, true);
      return factory;
    } catch (JMSException e) {
      throw new ConfigurationException("IBM MQ settings are wrong: " + CauseChain.firstLine(e), e);
    }
  }
}
