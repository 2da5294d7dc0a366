package dev.sluice.it.brokers;

import java.io.File;
import java.nio.file.Path;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Artemis with another connection factory in front of its client's. */
final class PooledArtemis implements TestedBroker {

  private final ArtemisServer broker;
  private final String classPath;
  private final String type;
  private final String property;

  /**
   * @param property of the factory in front, for the one behind it
   */
  private PooledArtemis(Path folder, Path jars, String type, String property) throws Exception {
    this.broker = ArtemisServer.alone(folder);
    this.type = type;
    this.property = property;
    this.classPath =
        Stream.of(
                jars,
                Packages.jars(
                    "artemis-client", "org.apache.artemis:artemis-jakarta-client:artemis"))
            .map(Path::toString)
            .collect(Collectors.joining(File.pathSeparator));
  }

  static PooledArtemis byPooledJms(Path folder) throws Exception {
    return new PooledArtemis(
        folder,
        Packages.jars("pooled-jms", "org.messaginghub:pooled-jms:pooledJms"),
        "org.messaginghub.pooled.jms.JmsPoolConnectionFactory",
        "connectionFactory");
  }

  static PooledArtemis bySpring(Path folder) throws Exception {
    return new PooledArtemis(
        folder,
        Packages.jars(
            "spring-jms",
            "org.springframework:spring-jms:springJms",
            "org.springframework:spring-context:springJms"),
        "org.springframework.jms.connection.CachingConnectionFactory",
        "targetConnectionFactory");
  }

  @Override
  public String provider() {
    return ("{type: factory, class-path: '%s', factory-class: %s, factory-property:"
            + " ['%s=class:org.apache.activemq.artemis.jms.client.ActiveMQConnectionFactory',"
            + " '%s.brokerURL=%s']}")
        .formatted(classPath, type, property, property, broker.url());
  }

  @Override
  public void start() throws Exception {
    broker.start();
  }

  @Override
  public void kill() throws Exception {
    broker.kill();
  }

  @Override
  public void close() {
    broker.close();
  }
}
