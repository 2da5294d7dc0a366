#!/bin/sh
# One would expect of a channel table whose entries differ in affinity that each entry has its own, or that the first
# or last of them decides. In IBM MQ's JMS client one decides for all, and which it is changes with the weights: the
# order is made of them and of the local host's name. So the same table spreads the connections of one host over the
# queue managers, and sends those of another to one of them. Below, an entry in three has affinity none.
# And an entry with three addresses is drawn three times as often as one with one, whatever the weights say.
echo "com.ibm.mq.jakarta.client 9.4.5.1"
exec "$(dirname "$0")/run-java" com.ibm.mq:com.ibm.mq.jakarta.client:9.4.5.1 <<'JAVA'
import com.ibm.msg.client.jakarta.jms.*;
import com.ibm.msg.client.jakarta.wmq.WMQConstants;
import java.io.IOException;
import java.net.*;
import java.nio.file.*;
import java.util.*;

public class Finding {
  static final List<Integer> dialed = Collections.synchronizedList(new ArrayList<>());

  /** A listener that hangs up, so that the client tries the next address. */
  static String address(int number) throws IOException {
    ServerSocket listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    Thread thread = new Thread(() -> {
      try {
        while (true) {
          Socket caller = listener.accept();
          dialed.add(number);
          caller.close();
        }
      } catch (IOException e) {
        // closed
      }
    });
    thread.setDaemon(true);
    thread.start();
    return "{\"host\": \"127.0.0.1\", \"port\": " + listener.getLocalPort() + "}";
  }

  static String entry(String name, String addresses, String affinity, int weight) {
    return ("{\"name\": \"%s\", \"type\": \"clientConnection\", \"clientConnection\":"
        + " {\"connection\": [%s], \"queueManager\": \"G\"}, \"connectionManagement\":"
        + " {\"affinity\": \"%s\", \"clientWeight\": %d}}").formatted(name, addresses, affinity, weight);
  }

  /** The first address that each connection dials. */
  static List<Integer> first(int connections, String... entries) throws Exception {
    Path table = Files.createTempFile("table", ".json");
    Files.writeString(table, "{\"channel\": [" + String.join(",", entries) + "]}");
    JmsConnectionFactory factory =
        JmsFactoryFactory.getInstance(WMQConstants.JAKARTA_WMQ_PROVIDER).createConnectionFactory();
    factory.setIntProperty(WMQConstants.WMQ_CONNECTION_MODE, WMQConstants.WMQ_CM_CLIENT);
    factory.setStringProperty(WMQConstants.WMQ_CCDTURL, table.toUri().toString());
    factory.setStringProperty(WMQConstants.WMQ_QUEUE_MANAGER, "*G");
    List<Integer> first = new ArrayList<>();
    for (int i = 0; i < connections; i++) {
      dialed.clear();
      try {
        factory.createConnection().close();
      } catch (jakarta.jms.JMSException e) {
        // nobody speaks MQ there
      }
      first.add(dialed.get(0));
    }
    Files.delete(table);
    return first;
  }

  static boolean found() throws Exception {
    System.setProperty("com.ibm.msg.client.commonservices.log.status", "OFF");
    String[] at = {address(0), address(1), address(2), address(3)};
    Set<String> deciding = new TreeSet<>();
    for (int weight = 1; weight <= 30; weight++) {
      for (int none = 0; none < 3; none++) {
        String[] entries = new String[3];
        for (int i = 0; i < 3; i++) {
          entries[i] = entry("ABC".substring(i, i + 1), at[i], i == none ? "none" : "preferred", weight);
        }
        if (first(20, entries).stream().distinct().count() > 1) {
          deciding.add("ABC".substring(none, none + 1));
        }
      }
    }
    System.out.println("entries that decided for all, with weights of 1 to 30: " + deciding);
    String three = String.join(",", at[0], at[1], at[2]);
    List<Integer> drawn = first(200, entry("A", three, "none", 10), entry("B", at[3], "none", 10));
    int ofThree = 200 - Collections.frequency(drawn, 3);
    System.out.println("of 200 connections to the entry with three addresses, both of weight 10: " + ofThree);
    return deciding.size() > 1 && ofThree > 120 && ofThree < 180;
  }
}
JAVA
