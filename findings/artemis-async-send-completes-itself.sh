#!/bin/sh
# One would expect that Artemis's JMS client calls onCompletion of an asynchronous persistent send when the broker
# has answered. Without confirmationWindowSize in its URL it calls it as soon as the message is handed to the socket,
# also if nothing of it reaches a broker; whoever counts completions counts messages that no broker has seen.
# Between client and broker is a relay that stops passing bytes on, as a broker that is frozen does.
echo "Artemis client and broker 2.56.0"
exec "$(dirname "$0")/run-java" \
  org.apache.artemis:artemis-jakarta-server:2.56.0 \
  org.apache.artemis:artemis-jakarta-client:2.56.0 <<'JAVA'
import jakarta.jms.*;
import java.io.*;
import java.net.*;
import java.util.concurrent.atomic.*;
import org.apache.activemq.artemis.core.config.impl.ConfigurationImpl;
import org.apache.activemq.artemis.core.server.embedded.EmbeddedActiveMQ;
import org.apache.activemq.artemis.jms.client.ActiveMQConnectionFactory;

public class Finding {
  static final AtomicBoolean frozen = new AtomicBoolean();

  static void pass(InputStream from, OutputStream to) {
    byte[] bytes = new byte[8192];
    try {
      for (int n = from.read(bytes); n > 0; n = from.read(bytes)) {
        while (frozen.get()) {
          Thread.sleep(10);
        }
        to.write(bytes, 0, n);
      }
    } catch (IOException | InterruptedException e) {
      // closed
    }
  }

  static int completed(int port, String options) throws Exception {
    AtomicInteger completed = new AtomicInteger();
    try (var factory = new ActiveMQConnectionFactory("tcp://127.0.0.1:" + port + options);
        Connection connection = factory.createConnection()) {
      Session session = connection.createSession(false, Session.AUTO_ACKNOWLEDGE);
      MessageProducer producer = session.createProducer(session.createQueue("Q"));
      producer.setDeliveryMode(DeliveryMode.PERSISTENT);
      producer.send(session.createTextMessage("first")); // fetches the credits for more
      frozen.set(true);
      for (int i = 0; i < 50; i++) {
        producer.send(session.createTextMessage("m" + i), new CompletionListener() {
          public void onCompletion(Message message) { completed.incrementAndGet(); }
          public void onException(Message message, Exception e) {}
        });
      }
      Thread.sleep(2000);
      int soFar = completed.get();
      frozen.set(false);
      return soFar;
    }
  }

  static boolean found() throws Exception {
    int port;
    try (ServerSocket free = new ServerSocket(0)) {
      port = free.getLocalPort();
    }
    EmbeddedActiveMQ broker = new EmbeddedActiveMQ();
    broker.setConfiguration(new ConfigurationImpl()
        .setPersistenceEnabled(false).setSecurityEnabled(false)
        .addAcceptorConfiguration("tcp", "tcp://127.0.0.1:" + port));
    broker.start();
    ServerSocket relay = new ServerSocket(0, 5, InetAddress.getLoopbackAddress());
    Thread acceptor = new Thread(() -> {
      while (true) {
        try {
          Socket client = relay.accept();
          Socket server = new Socket(InetAddress.getLoopbackAddress(), port);
          InputStream in = client.getInputStream(), answers = server.getInputStream();
          OutputStream out = server.getOutputStream(), back = client.getOutputStream();
          daemon(() -> pass(in, out));
          daemon(() -> pass(answers, back));
        } catch (IOException e) {
          return;
        }
      }
    });
    acceptor.setDaemon(true);
    acceptor.start();
    int without = completed(relay.getLocalPort(), "");
    int with = completed(relay.getLocalPort(), "?confirmationWindowSize=1048576");
    System.out.println("completed of 50 while no byte passes: " + without
        + "; with confirmationWindowSize: " + with);
    broker.stop();
    return without == 50 && with == 0;
  }

  static void daemon(Runnable work) {
    Thread thread = new Thread(work);
    thread.setDaemon(true);
    thread.start();
  }
}
JAVA
