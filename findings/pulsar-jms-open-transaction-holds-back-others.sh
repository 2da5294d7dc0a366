#!/bin/sh
# One would expect that a message in a transaction that is still open is not there for anybody, and all others are. On a
# queue of Pulsar nobody gets what was sent behind the first message of an open transaction, although its sends were
# confirmed: it waits for a commit of somebody else. So a sender that commits every thousand messages, or pauses before
# its commit, shows as the latency of all others, and their consumers look idle in front of a queue that fills.
echo "Pulsar 4.0.0, its JMS client 7.0.15"
exec "$(dirname "$0")/run-java" \
  com.datastax.oss:pulsar-jms-all:7.0.15 \
  org.apache.pulsar:pulsar-broker:4.0.0 <<'JAVA'
import com.datastax.oss.pulsar.jms.PulsarConnectionFactory;
import jakarta.jms.*;
import java.io.*;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.*;
import java.nio.file.*;
import java.util.Map;
import java.util.stream.*;

public class Finding {

  static final HttpClient http = HttpClient.newHttpClient();

  static Map<String, Object> broker() throws Exception {
    int port;
    int web;
    try (ServerSocket one = new ServerSocket(0); ServerSocket other = new ServerSocket(0)) {
      port = one.getLocalPort();
      web = other.getLocalPort();
    }
    Files.writeString(Path.of("conf"), """
        clusterName=standalone
        bindAddress=127.0.0.1
        transactionCoordinatorEnabled=true
        loadBalancerEnabled=false
        allowLoopback=true
        managedLedgerDefaultEnsembleSize=1
        managedLedgerDefaultWriteQuorum=1
        managedLedgerDefaultAckQuorum=1
        brokerServicePort=%d
        webServicePort=%d
        """.formatted(port, web));
    String jars = Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
        .filter(jar -> !jar.contains("pulsar-jms-all")) // it has some of the broker's classes
        .collect(Collectors.joining(File.pathSeparator));
    Process process = new ProcessBuilder(("java -cp " + jars + " org.apache.pulsar.PulsarStandaloneStarter --config conf"
        + " --bookkeeper-dir bk --metadata-dir meta -a 127.0.0.1 -nss -nfw").split(" "))
        .redirectErrorStream(true)
        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
        .start();
    Runtime.getRuntime().addShutdownHook(new Thread(process::destroyForcibly));
    HttpRequest namespaces =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + web + "/admin/v2/namespaces/public/default")).build();
    for (boolean up = false; !up && process.isAlive(); Thread.sleep(500)) {
      try {
        up = http.send(namespaces, HttpResponse.BodyHandlers.discarding()).statusCode() == 200;
      } catch (IOException e) {
        up = false; // nobody listens yet
      }
    }
    return Map.of("brokerServiceUrl", "pulsar://127.0.0.1:" + port, "webServiceUrl", "http://127.0.0.1:" + web,
        "enableTransaction", "true");
  }

  static int received(MessageConsumer consumer) throws Exception {
    int messages = 0;
    while (consumer.receive(3000) != null) {
      messages++;
    }
    return messages;
  }

  static boolean found() throws Exception {
    try (var factory = new PulsarConnectionFactory(broker());
        Connection connection = factory.createConnection()) {
      connection.start();
      Session open = connection.createSession(true, Session.SESSION_TRANSACTED);
      Session other = connection.createSession(false, Session.AUTO_ACKNOWLEDGE);
      Queue queue = other.createQueue("Q");
      MessageConsumer consumer = other.createConsumer(queue);
      MessageProducer producer = other.createProducer(queue);
      producer.send(other.createTextMessage());
      int ahead = received(consumer);
      open.createProducer(queue).send(open.createTextMessage());
      for (int i = 0; i < 10; i++) {
        producer.send(other.createTextMessage());
      }
      int behind = received(consumer);
      open.commit();
      int committed = received(consumer);
      System.out.println("received of one message ahead of the open transaction: " + ahead + "; of ten behind it: "
          + behind + "; after its commit: " + committed);
      return ahead == 1 && behind == 0 && committed == 11;
    }
  }
}
JAVA
