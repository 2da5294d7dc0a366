#!/bin/sh
# One would expect a persistent send outside of a transaction to come back when the broker has the message, as with
# the other JMS clients. RabbitMQ's comes back when the message is in a buffer of the socket: behind a relay that has
# stopped passing anything on, one send after the other returns, and nobody is told that no message arrives; a commit
# waits. Seen: 1,000 of 1,000 persistent sends returned, and the commit of a transacted one did not in 5 s, with Qpid
# Broker-J, which speaks the same protocol, in the same process.
echo "rabbitmq-jms 3.7.0, Qpid Broker-J 9.2.1 (AMQP 0-9-1)"
exec "$(dirname "$0")/run-java" \
  com.rabbitmq.jms:rabbitmq-jms:3.7.0 \
  org.apache.qpid:qpid-broker-core:9.2.1 \
  org.apache.qpid:qpid-broker-plugins-memory-store:9.2.1 \
  org.apache.qpid:qpid-broker-plugins-amqp-0-8-protocol:9.2.1 <<'JAVA'
import com.rabbitmq.jms.admin.RMQConnectionFactory;
import jakarta.jms.*;
import java.io.*;
import java.net.*;
import java.nio.file.*;
import java.util.Map;
import org.apache.qpid.server.SystemLauncher;

public class Finding {
  static final int SENDS = 1_000;
  static final String BROKER = """
      {"name": "broker", "modelVersion": "9.0",
       "authenticationproviders": [{"name": "plain", "type": "Plain", "secureOnlyMechanisms": [],
         "users": [{"name": "guest", "type": "managed", "password": "guest"}]}],
       "ports": [{"name": "AMQP", "port": "PORT", "bindingAddress": "127.0.0.1",
         "authenticationProvider": "plain", "protocols": ["AMQP_0_9_1"],
         "virtualhostaliases": [{"name": "default", "type": "defaultAlias"}]}],
       "virtualhostnodes": [{"name": "default", "type": "Memory", "defaultVirtualHostNode": "true",
         "virtualHostInitialConfiguration": "{\\"type\\": \\"Memory\\"}"}]}
      """;

  /** Passes on what comes, until it is told to hold what clients say. */
  static class Relay {
    final ServerSocket server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    final int to;
    volatile boolean holds;

    Relay(int to) throws IOException {
      this.to = to;
      start(() -> {
        while (true) {
          Socket client = server.accept();
          Socket broker = new Socket(InetAddress.getLoopbackAddress(), this.to);
          start(() -> pass(client, broker, true));
          start(() -> pass(broker, client, false));
        }
      });
    }

    void pass(Socket from, Socket target, boolean fromClient) throws Exception {
      byte[] some = new byte[8192];
      for (int n = from.getInputStream().read(some); n >= 0; n = from.getInputStream().read(some)) {
        while (fromClient && holds) {
          Thread.sleep(50);
        }
        target.getOutputStream().write(some, 0, n);
      }
    }
  }

  interface Task {
    void run() throws Exception;
  }

  static Thread start(Task task) {
    Thread thread = new Thread(() -> {
      try {
        task.run();
      } catch (Exception e) {
        return; // the end of a connection
      }
    });
    thread.setDaemon(true);
    thread.start();
    return thread;
  }

  static int freePort() throws IOException {
    try (ServerSocket any = new ServerSocket(0)) {
      return any.getLocalPort();
    }
  }

  /** How many sends of one kind return within 5 s while nothing reaches the broker. */
  static int returned(int port, boolean transacted) throws Exception {
    Relay relay = new Relay(port);
    RMQConnectionFactory factory = new RMQConnectionFactory();
    factory.setHost("127.0.0.1");
    factory.setPort(relay.server.getLocalPort());
    Connection connection = factory.createConnection();
    Session session = connection.createSession(transacted, Session.AUTO_ACKNOWLEDGE);
    MessageProducer producer = session.createProducer(session.createQueue("Q"));
    producer.setDeliveryMode(DeliveryMode.PERSISTENT);
    TextMessage message = session.createTextMessage("hello");
    producer.send(message);
    if (transacted) {
      session.commit();
    }
    relay.holds = true;
    int[] done = new int[1];
    Thread sender = start(() -> {
      for (; done[0] < SENDS; done[0]++) {
        producer.send(message);
        if (transacted) {
          session.commit();
        }
      }
    });
    sender.join(5_000);
    return done[0];
  }

  static boolean found() throws Exception {
    int port = freePort();
    Path configuration = Files.writeString(Files.createTempFile("broker", ".json"),
        BROKER.replace("PORT", Integer.toString(port)));
    System.setProperty("QPID_WORK", configuration.getParent().toString());
    new SystemLauncher().startup(
        Map.of("type", "Memory", "initialConfigurationLocation", configuration.toString()));
    int persistent = returned(port, false);
    int committed = returned(port, true);
    System.out.println(persistent + " of " + SENDS + " persistent sends returned, and " + committed
        + " commits, while nothing reached the broker");
    return persistent == SENDS && committed == 0;
  }
}
JAVA
