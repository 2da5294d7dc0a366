package dev.sluice.mqsim.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.ibm.mq.MQException;
import com.ibm.mq.MQQueueManager;
import com.ibm.mq.constants.CMQC;
import com.ibm.mq.headers.MQDataException;
import com.ibm.mq.headers.pcf.PCFException;
import com.ibm.mq.headers.pcf.PCFMessage;
import com.ibm.mq.headers.pcf.PCFMessageAgent;
import dev.sluice.mqsim.cluster.SimulatedCluster;
import java.io.IOException;
import java.util.Arrays;
import java.util.Hashtable;
import java.util.List;

/** Sends commands in PCF with IBM's agent. */
final class Commands implements AutoCloseable {

  private final MQQueueManager queueManager;
  private final PCFMessageAgent agent;

  Commands(SimulatedCluster cluster, String name) throws MQException, MQDataException {
    this(cluster, name, "APP.SVRCONN");
  }

  @SuppressWarnings("JdkObsolete") // it is what the constructor takes
  Commands(SimulatedCluster cluster, String name, String channel)
      throws MQException, MQDataException {
    Hashtable<String, Object> properties = new Hashtable<>();
    properties.put(CMQC.HOST_NAME_PROPERTY, "127.0.0.1");
    properties.put(CMQC.PORT_PROPERTY, cluster.port(name));
    properties.put(CMQC.CHANNEL_PROPERTY, channel);
    queueManager = new MQQueueManager(name, properties);
    agent = new PCFMessageAgent(queueManager);
  }

  List<PCFMessage> send(PCFMessage command) throws MQDataException, IOException {
    return Arrays.asList(agent.send(command));
  }

  /** Asks with one text, and numbers in pairs of id and value. */
  List<PCFMessage> ask(int command, int name, String value, int... numbers)
      throws MQDataException, IOException {
    PCFMessage message = new PCFMessage(command);
    message.addParameter(name, value);
    for (int i = 0; i < numbers.length; i += 2) {
      message.addParameter(numbers[i], numbers[i + 1]);
    }
    return send(message);
  }

  void assertFails(PCFMessage command, int reason) {
    assertThatThrownBy(() -> send(command))
        .isInstanceOfSatisfying(
            PCFException.class, e -> assertThat(e.getReason()).isEqualTo(reason));
  }

  @Override
  public void close() throws MQException, MQDataException {
    agent.disconnect();
    queueManager.disconnect();
  }
}
