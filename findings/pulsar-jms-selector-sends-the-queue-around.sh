#!/bin/sh
# One would expect that a consumer with a selector leaves alone what does not match. The JMS client of Pulsar selects by
# itself unless told otherwise: the broker sends it the whole queue, it refuses what it does not want, and a second later
# gets all of it again, for as long as it waits. A queue in which nothing matches is traffic without an end at a rate of
# 0, and the broker's count of messages sent is no count of messages received.
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
import java.util.regex.*;
import java.util.stream.*;

public class Finding {

  static final HttpClient http = HttpClient.newHttpClient();
  static int web;

  static Map<String, Object> broker() throws Exception {
    int port;
    try (ServerSocket one = new ServerSocket(0); ServerSocket other = new ServerSocket(0)) {
      port = one.getLocalPort();
      web = other.getLocalPort();
    }
    Files.writeString(Path.of("conf"), """
        clusterName=standalone
        bindAddress=127.0.0.1
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
    return Map.of("brokerServiceUrl", "pulsar://127.0.0.1:" + port, "webServiceUrl", "http://127.0.0.1:" + web);
  }

  /** What the broker has sent to consumers. */
  static int delivered() throws Exception {
    Matcher count = Pattern.compile("\"msgOutCounter\":(\\d+)").matcher(http.send(
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + web + "/admin/v2/persistent/public/default/Q/stats"))
            .build(),
        HttpResponse.BodyHandlers.ofString()).body());
    count.find();
    return Integer.parseInt(count.group(1));
  }

  static boolean found() throws Exception {
    try (var factory = new PulsarConnectionFactory(broker());
        Connection connection = factory.createConnection()) {
      connection.start();
      Session session = connection.createSession(false, Session.AUTO_ACKNOWLEDGE);
      Queue queue = session.createQueue("Q");
      MessageProducer producer = session.createProducer(queue);
      for (int i = 0; i < 10; i++) {
        Message message = session.createTextMessage();
        message.setStringProperty("colour", "red");
        producer.send(message);
      }
      MessageConsumer blue = session.createConsumer(queue, "colour = 'blue'");
      Message matching = blue.receive(10_000);
      int sent = delivered();
      System.out.println("ten red messages, ten seconds of a consumer of blue ones: received " + (matching == null ? 0 : 1)
          + ", sent by the broker " + sent);
      return matching == null && sent >= 50;
    }
  }
}
JAVA
