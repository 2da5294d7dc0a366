package dev.sluice.it.nemesis;

import com.ibm.msg.client.jakarta.jms.JmsConnectionFactory;
import com.ibm.msg.client.jakarta.jms.JmsFactoryFactory;
import com.ibm.msg.client.jakarta.wmq.WMQConstants;
import dev.sluice.control.endpoint.client.CommandClient;
import dev.sluice.control.endpoint.client.HostPort;
import dev.sluice.control.endpoint.client.Reply;
import dev.sluice.it.run.FreePorts;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/** A simulated queue manager with a log, for the real IBM client. */
final class SimulatedQueueManager extends Broker {

  private static final String NAME = "QM1";
  private static final String CHANNEL = "APP.SVRCONN";
  private static final Duration ANSWER = Duration.ofSeconds(60);

  private final int admin;

  SimulatedQueueManager(Path folder) throws IOException {
    this(folder, FreePorts.take(2));
  }

  private SimulatedQueueManager(Path folder, List<Integer> ports) throws IOException {
    super(folder, ports.get(0));
    this.admin = ports.get(1);
    start();
  }

  @Override
  String provider(int at) {
    return "{type: ibmmq, host: 127.0.0.1, port: "
        + at
        + ", qmgr: "
        + NAME
        + ", channel: "
        + CHANNEL
        + ", reconnect: qmgr}";
  }

  @Override
  Set<Fault> faults() {
    return EnumSet.of(
        Fault.QUEUE_MANAGER_QUIESCED,
        Fault.QUEUE_MANAGER_MOVES_CLIENTS,
        Fault.PUTS_INHIBITED,
        Fault.OUT_OF_HANDLES);
  }

  @Override
  String deadLetters() {
    return "SYSTEM.DEAD.LETTER.QUEUE";
  }

  @Override
  HostProcess launch(Path output, Path folder) throws IOException {
    return new HostProcess(
        output,
        List.of("-jar", HostProcess.built("src-it/mqsim/target/mqsim.jar").toString()),
        List.of(
            "--queue-managers",
            NAME,
            "--base-port",
            Integer.toString(port()),
            "--admin",
            Integer.toString(admin),
            "--heartbeat",
            "1",
            "--log",
            folder.toString()));
  }

  @Override
  String startSign() {
    return "commands on port";
  }

  @Override
  void tell(String command) throws IOException {
    Reply reply =
        CommandClient.ask(new HostPort("127.0.0.1", admin), command.replace("NAME", NAME), ANSWER);
    if (!reply.ok()) {
      throw new IOException(command + ": " + reply);
    }
  }

  @Override
  List<Drained> drain(String queue) throws Exception {
    JmsConnectionFactory factory =
        JmsFactoryFactory.getInstance(WMQConstants.JAKARTA_WMQ_PROVIDER).createConnectionFactory();
    factory.setIntProperty(WMQConstants.WMQ_CONNECTION_MODE, WMQConstants.WMQ_CM_CLIENT);
    factory.setStringProperty(WMQConstants.WMQ_HOST_NAME, "127.0.0.1");
    factory.setIntProperty(WMQConstants.WMQ_PORT, port());
    factory.setStringProperty(WMQConstants.WMQ_CHANNEL, CHANNEL);
    factory.setStringProperty(WMQConstants.WMQ_QUEUE_MANAGER, NAME);
    return Drained.all(factory, queue);
  }
}
