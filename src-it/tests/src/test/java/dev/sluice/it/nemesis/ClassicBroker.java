package dev.sluice.it.nemesis;

import dev.sluice.it.run.FreePorts;
import jakarta.jms.ConnectionFactory;
import java.io.File;
import java.io.IOException;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** ActiveMQ Classic with a journal, through JNDI. */
final class ClassicBroker extends Broker {

  private static final Path JARS = HostProcess.built("src-it/tests/target/clients/activemq");

  private final int amqp;

  ClassicBroker(Path folder) throws IOException {
    this(folder, FreePorts.take(2));
  }

  private ClassicBroker(Path folder, List<Integer> ports) throws IOException {
    super(folder, ports.get(0));
    this.amqp = ports.get(1);
    start();
  }

  /** Where it listens for AMQP 1.0. */
  int amqpPort() {
    return amqp;
  }

  @Override
  String provider(int at) {
    return ("{type: jndi, class-path: '%s', connection-factory: ConnectionFactory, jndi-factory:"
            + " org.apache.activemq.jndi.ActiveMQInitialContextFactory, jndi-url:"
            + " 'tcp://127.0.0.1:%d?wireFormat.maxInactivityDuration=4000&jms.sendTimeout=8000'}")
        .formatted(JARS, at);
  }

  @Override
  Set<Fault> faults() {
    return EnumSet.of(Fault.DISK_FULL, Fault.MEMORY_FULL);
  }

  @Override
  String deadLetters() {
    return "ActiveMQ.DLQ";
  }

  @Override
  HostProcess launch(Path output, Path folder) throws IOException {
    return new HostProcess(
        output,
        List.of(
            "-cp",
            JARS + "/*" + File.pathSeparator + System.getProperty("java.class.path"),
            ClassicHost.class.getName()),
        List.of(Integer.toString(port()), Integer.toString(amqp), folder.toString()));
  }

  @Override
  List<Drained> drain(String queue) throws Exception {
    try (Stream<Path> jars = Files.list(JARS);
        URLClassLoader client =
            new URLClassLoader(
                jars.map(ClassicBroker::url).toArray(URL[]::new), getClass().getClassLoader())) {
      ConnectionFactory factory =
          (ConnectionFactory)
              client
                  .loadClass("org.apache.activemq.ActiveMQConnectionFactory")
                  .getConstructor(String.class)
                  .newInstance("tcp://127.0.0.1:" + port());
      return Drained.all(factory, queue);
    }
  }

  private static URL url(Path jar) {
    try {
      return jar.toUri().toURL();
    } catch (MalformedURLException e) {
      throw new IllegalArgumentException(e);
    }
  }
}
