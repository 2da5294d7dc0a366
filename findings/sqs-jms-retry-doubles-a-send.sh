#!/bin/sh
# One would expect that a send that returned without an exception has sent one message. Amazon's SQS client repeats a
# send whose answer was lost with its connection, below JMS: send() returns, a little later, the queue has the message
# twice, neither copy is marked as redelivered, and only one of them has an id that the sender knows. No error, no
# reconnect shows it: only numbers in the messages do.
echo "Amazon SQS JMS client 2.1.4, ElasticMQ 1.7.1"
exec "$(dirname "$0")/run-java" \
  com.amazonaws:amazon-sqs-java-messaging-lib:2.1.4 \
  org.elasticmq:elasticmq-rest-sqs_2.13:1.7.1 <<'JAVA'
import com.amazon.sqs.javamessaging.*;
import com.sun.net.httpserver.*;
import jakarta.jms.*;
import java.io.IOException;
import java.net.*;
import java.net.http.*;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.elasticmq.rest.sqs.*;
import software.amazon.awssdk.auth.credentials.*;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.sqs.SqsClient;

public class Finding {
  static final HttpClient http = HttpClient.newHttpClient();
  static int sends;

  static SqsClient client(int port) {
    return SqsClient.builder()
        .endpointOverride(URI.create("http://127.0.0.1:" + port))
        .region(Region.US_EAST_1)
        .credentialsProvider(StaticCredentialsProvider.create(AwsBasicCredentials.create("x", "x")))
        .build();
  }

  /** Passes a request on; of the third send, the connection ends in place of the answer. */
  static void relay(HttpExchange exchange, int port) throws IOException {
    String target = exchange.getRequestHeaders().getFirst("X-Amz-Target");
    String type = exchange.getRequestHeaders().getFirst("Content-Type");
    byte[] asked = exchange.getRequestBody().readAllBytes();
    HttpResponse<byte[]> answer;
    try {
      answer = http.send(
          HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + exchange.getRequestURI()))
              .header("X-Amz-Target", target)
              .header("Content-Type", type)
              .POST(HttpRequest.BodyPublishers.ofByteArray(asked))
              .build(),
          HttpResponse.BodyHandlers.ofByteArray());
    } catch (InterruptedException e) {
      throw new IOException(e);
    }
    if (!target.endsWith(".SendMessage") || ++sends != 3) {
      exchange.getResponseHeaders().set("Content-Type", type);
      exchange.sendResponseHeaders(answer.statusCode(), answer.body().length);
      exchange.getResponseBody().write(answer.body());
    }
    exchange.close();
  }

  static boolean found() throws Exception {
    SQSRestServer server = SQSRestServerBuilder.withInterface("127.0.0.1").withDynamicPort().start();
    int port = server.waitUntilStarted().localAddress().getPort();
    client(port).createQueue(queue -> queue.queueName("Q"));
    HttpServer relay = HttpServer.create(new InetSocketAddress("127.0.0.1", 0), 0);
    relay.createContext("/", exchange -> relay(exchange, port));
    relay.start();
    Set<String> sent = new HashSet<>();
    List<String> received = new ArrayList<>();
    int redelivered = 0;
    int unknown = 0;
    try (Connection connection =
        new SQSConnectionFactory(new ProviderConfiguration(), client(relay.getAddress().getPort())).createConnection()) {
      Session session = connection.createSession(false, Session.AUTO_ACKNOWLEDGE);
      Queue queue = session.createQueue("Q");
      MessageProducer producer = session.createProducer(queue);
      for (int i = 0; i < 5; i++) {
        TextMessage message = session.createTextMessage("" + i);
        producer.send(message);
        sent.add(message.getJMSMessageID());
      }
      MessageConsumer consumer = session.createConsumer(queue);
      connection.start();
      TextMessage message;
      while ((message = (TextMessage) consumer.receive(3000)) != null) {
        received.add(message.getText());
        redelivered += message.getJMSRedelivered() ? 1 : 0;
        unknown += sent.contains(message.getJMSMessageID()) ? 0 : 1;
      }
    }
    System.out.println("sends that returned: " + sent.size() + "; received: " + received + ", marked as redelivered "
        + redelivered + ", with an id that the sender does not know " + unknown);
    return sent.size() == 5 && received.size() == 6 && Collections.frequency(received, "2") == 2
        && redelivered == 0 && unknown == 1;
  }
}
JAVA
