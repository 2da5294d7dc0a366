#!/bin/sh
# One would expect that a queue's URI with a misspelt parameter is refused, as one with a wrong value is. IBM MQ's JMS
# client takes it, keeps the parameter as a property of the queue, and does nothing with it: messages that were to have
# no MQRFH2 header, or puts that were not to wait, are measured with the header and with the wait.
echo "com.ibm.mq.jakarta.client 9.4.5.1"
exec "$(dirname "$0")/run-java" com.ibm.mq:com.ibm.mq.jakarta.client:9.4.5.1 <<'JAVA'
import com.ibm.mq.jakarta.jms.MQQueue;
import com.ibm.msg.client.jakarta.wmq.WMQConstants;
import jakarta.jms.JMSException;

public class Finding {
  static boolean found() throws Exception {
    System.setProperty("com.ibm.msg.client.commonservices.log.status", "OFF");
    int right = new MQQueue("queue:///Q?targetClient=1").getTargetClient();
    int misspelt = new MQQueue("queue:///Q?targetCleint=1").getTargetClient();
    boolean refused = false;
    try {
      new MQQueue("queue:///Q?targetClient=x");
    } catch (JMSException e) {
      refused = true;
    }
    System.out.println("targetClient by targetClient=1: " + right + "; by targetCleint=1: " + misspelt
        + "; targetClient=x refused: " + refused);
    return right == WMQConstants.WMQ_TARGET_DEST_MQ
        && misspelt == WMQConstants.WMQ_TARGET_DEST_JMS && refused;
  }
}
JAVA
