package dev.sluice.it.brokers;

import dev.sluice.it.run.FreePorts;
import dev.sluice.it.run.OpenJar;
import dev.sluice.it.run.PackagedProgram;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalInt;

/** The simulated queue manager with a log, by a version of IBM's client. */
final class SimulatedMq implements ServedBroker {

  private static final String NAME = "QM1";
  private static final String CHANNEL = "APP.SVRCONN";

  private final int port;
  private final BrokerProcess process;
  private final Path client;
  private final Path program;
  private final boolean watched;

  /**
   * @param version the property with the client's version
   */
  SimulatedMq(Path folder, String version) throws Exception {
    List<Integer> ports = FreePorts.take(2);
    this.port = ports.get(0);
    this.watched = version.equals("ibm.mq"); // the one that the tests themselves have
    this.client =
        Packages.jars(
            "ibm-mq-" + PinnedVersions.of(version),
            "com.ibm.mq:com.ibm.mq.jakarta.client:" + version);
    this.program = OpenJar.pack(folder.resolve("sluice-open.jar"));
    this.process =
        BrokerProcess.java(
            List.of(
                "-jar", PackagedProgram.root().resolve("src-it/mqsim/target/mqsim.jar").toString()),
            List.of(
                "--queue-managers",
                NAME,
                "--base-port",
                Integer.toString(port),
                "--admin",
                ports.get(1).toString(),
                "--heartbeat",
                "1",
                "--sharecnv",
                System.getProperty("sharecnv", "1"),
                "--channel",
                CHANNEL,
                "--log",
                folder.resolve("data").toString()),
            folder,
            port);
  }

  @Override
  public String provider() {
    return "{class-path: '" + client + "', " + providerBy(port).substring(1);
  }

  @Override
  public String providerBy(int otherPort) {
    return "{type: ibmmq, host: 127.0.0.1, port: %d, qmgr: %s, channel: %s}"
        .formatted(otherPort, NAME, CHANNEL);
  }

  @Override
  public OptionalInt watchedPort() {
    return watched ? OptionalInt.of(port) : OptionalInt.empty();
  }

  @Override
  public int port() {
    return port;
  }

  @Override
  public Path program() {
    return program;
  }

  @Override
  public BrokerProcess process() {
    return process;
  }
}
