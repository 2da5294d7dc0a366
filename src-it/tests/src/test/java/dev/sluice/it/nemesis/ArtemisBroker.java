package dev.sluice.it.nemesis;

import dev.sluice.it.run.FreePorts;
import java.io.IOException;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.apache.activemq.artemis.jms.client.ActiveMQConnectionFactory;

/** Artemis with a journal. */
final class ArtemisBroker extends Broker {

  ArtemisBroker(Path folder) throws IOException {
    super(folder, FreePorts.take());
    start();
  }

  @Override
  String provider(int at) {
    return "{type: artemis, url: 'tcp://127.0.0.1:"
        + at
        + "?clientFailureCheckPeriod=1500&connectionTTL=4000&callTimeout=4000'}";
  }

  @Override
  Set<Fault> faults() {
    return EnumSet.of(
        Fault.ADDRESS_BLOCKS,
        Fault.ADDRESS_FAILS,
        Fault.ADDRESS_DROPS,
        Fault.ADDRESS_PAGES,
        Fault.DISK_FULL);
  }

  @Override
  String deadLetters() {
    return "DLQ";
  }

  @Override
  HostProcess launch(Path output, Path folder) throws IOException {
    return new HostProcess(
        output,
        List.of("-cp", System.getProperty("java.class.path"), ArtemisHost.class.getName()),
        List.of(Integer.toString(port()), folder.toString()));
  }

  @Override
  List<Drained> drain(String queue) throws Exception {
    try (ActiveMQConnectionFactory factory =
        new ActiveMQConnectionFactory("tcp://127.0.0.1:" + port())) {
      return Drained.all(factory, queue);
    }
  }
}
