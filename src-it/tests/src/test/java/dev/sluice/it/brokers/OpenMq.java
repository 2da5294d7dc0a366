package dev.sluice.it.brokers;

import dev.sluice.it.run.FreePorts;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Open MQ with its store in files, by its own client. */
final class OpenMq implements ServedBroker {

  private final Path home;
  private final int port;
  private final int messages;
  private final BrokerProcess process;

  OpenMq(Path folder) throws Exception {
    this.home =
        Packages.unzipped("open-mq", "org.glassfish.mq:mq-distribution:openMq").resolve("mq");
    List<Integer> ports = FreePorts.take(2);
    this.port = ports.get(0);
    this.messages = ports.get(1); // open when it is ready; the other one tells clients of it
    Path data = Files.createDirectories(folder.resolve("data"));
    this.process =
        BrokerProcess.java(
            List.of(
                "-cp",
                Stream.of("imqbroker.jar", "imqutil.jar", "jms.jar")
                    .map(jar -> home.resolve("lib").resolve(jar).toString())
                    .collect(Collectors.joining(File.pathSeparator)),
                "-Dimq.home=" + home,
                "-Dimq.libhome=" + home.resolve("lib"),
                "-Dimq.etchome=" + home.resolve("etc"),
                "-Dimq.varhome=" + data,
                "-Dimq.hostname=127.0.0.1",
                "-Dimq.portmapper.hostname=127.0.0.1",
                "-Dimq.jms.tcp.port=" + messages,
                "com.sun.messaging.jmq.jmsserver.Broker"),
            List.of("-name", "tested", "-port", Integer.toString(port), "-tty"),
            folder,
            messages);
  }

  @Override
  public String provider() {
    return provider("mq", port);
  }

  /** Past the port that only tells clients of the other one. */
  @Override
  public String providerBy(int otherPort) {
    return provider("mqtcp", otherPort);
  }

  private String provider(String protocol, int to) {
    return ("{type: factory, class-path: '%s', factory-class: com.sun.messaging.ConnectionFactory,"
            + " factory-property: ['imqAddressList=%s://127.0.0.1:%d/jms']}")
        .formatted(home.resolve("lib").resolve("imq.jar"), protocol, to);
  }

  @Override
  public int port() {
    return messages;
  }

  @Override
  public BrokerProcess process() {
    return process;
  }
}
