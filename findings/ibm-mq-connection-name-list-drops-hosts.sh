#!/bin/sh
# One would expect that blanks around the commas of a connection name list count nowhere, as those behind a comma do,
# or that the list is refused. IBM MQ's JMS client drops a host that has a blank behind it, without a word: of
# "a(1) , b(2)" it dials b alone, so a fail-over test has nowhere to go, and a load goes to one of two hosts.
echo "com.ibm.mq.jakarta.client 9.4.5.1"
exec "$(dirname "$0")/run-java" com.ibm.mq:com.ibm.mq.jakarta.client:9.4.5.1 <<'JAVA'
import com.ibm.msg.client.jakarta.jms.*;
import com.ibm.msg.client.jakarta.wmq.WMQConstants;
import java.io.IOException;
import java.net.*;
import java.util.*;

public class Finding {
  static final List<Integer> dialed = Collections.synchronizedList(new ArrayList<>());

  /** A listener that hangs up, so that the client tries the next host. */
  static String host(int number) throws IOException {
    ServerSocket listener = new ServerSocket(0, 5, InetAddress.getLoopbackAddress());
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
    return "127.0.0.1(" + listener.getLocalPort() + ")";
  }

  static List<Integer> dialed(String list) throws Exception {
    JmsConnectionFactory factory =
        JmsFactoryFactory.getInstance(WMQConstants.JAKARTA_WMQ_PROVIDER).createConnectionFactory();
    factory.setIntProperty(WMQConstants.WMQ_CONNECTION_MODE, WMQConstants.WMQ_CM_CLIENT);
    factory.setStringProperty(WMQConstants.WMQ_CONNECTION_NAME_LIST, list);
    dialed.clear();
    try {
      factory.createConnection().close();
    } catch (jakarta.jms.JMSException e) {
      // nobody speaks MQ there
    }
    return List.copyOf(dialed);
  }

  static boolean found() throws Exception {
    System.setProperty("com.ibm.msg.client.commonservices.log.status", "OFF");
    String first = host(1);
    String second = host(2);
    List<Integer> without = dialed(first + "," + second);
    List<Integer> behind = dialed(first + ", " + second);
    List<Integer> before = dialed(first + " , " + second);
    System.out.println("hosts dialed of \"1,2\": " + without + "; of \"1, 2\": " + behind
        + "; of \"1 , 2\": " + before);
    boolean same = without.equals(List.of(1, 2)) && behind.equals(without);
    return same && before.equals(List.of(2));
  }
}
JAVA
