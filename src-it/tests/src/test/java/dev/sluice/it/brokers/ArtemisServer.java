package dev.sluice.it.brokers;

import dev.sluice.it.run.FreePorts;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalInt;

/** Artemis, alone or as a pair with one store. */
final class ArtemisServer implements ServedBroker {

  private final ArtemisHost.Kind kind;
  private final List<Integer> ports;
  private final BrokerProcess primary;
  private final BrokerProcess backup; // null without one

  private ArtemisServer(
      ArtemisHost.Kind kind, List<Integer> ports, BrokerProcess primary, BrokerProcess backup) {
    this.kind = kind;
    this.ports = ports;
    this.primary = primary;
    this.backup = backup;
  }

  static ArtemisServer alone(Path folder) throws IOException {
    return alone(ArtemisHost.Kind.ALONE, folder);
  }

  /** One that has room for a few messages of an address in memory. */
  static ArtemisServer paging(Path folder) throws IOException {
    return alone(ArtemisHost.Kind.PAGING, folder);
  }

  private static ArtemisServer alone(ArtemisHost.Kind kind, Path folder) throws IOException {
    int port = FreePorts.take();
    return new ArtemisServer(kind, List.of(port), process(kind, folder, port, port), null);
  }

  static ArtemisServer pair(Path folder) throws IOException {
    List<Integer> ports = FreePorts.take(2);
    return new ArtemisServer(
        ArtemisHost.Kind.PRIMARY,
        ports,
        process(ArtemisHost.Kind.PRIMARY, folder, ports.get(0), ports.get(1)),
        process(ArtemisHost.Kind.BACKUP, folder, ports.get(1), ports.get(0)));
  }

  private static BrokerProcess process(ArtemisHost.Kind kind, Path folder, int port, int other) {
    return BrokerProcess.java(
        List.of("-cp", System.getProperty("java.class.path"), ArtemisHost.class.getName()),
        List.of(
            kind.name(),
            folder.resolve("data").toString(),
            Integer.toString(port),
            Integer.toString(other)),
        folder,
        port);
  }

  /** What its client is given. */
  String url() {
    return backup == null
        ? url(ports.get(0))
        : "(tcp://127.0.0.1:%d,tcp://127.0.0.1:%d)?ha=true&reconnectAttempts=-1"
            .formatted(ports.get(0), ports.get(1));
  }

  private static String url(int port) {
    return "tcp://127.0.0.1:" + port;
  }

  @Override
  public BrokerProcess process() {
    return primary;
  }

  @Override
  public int port() {
    return ports.get(0);
  }

  @Override
  public String provider() {
    return provider(url());
  }

  private static String provider(String url) {
    return "{type: artemis, url: '" + url + "'}";
  }

  @Override
  public OptionalInt watchedPort() {
    return kind == ArtemisHost.Kind.ALONE ? OptionalInt.of(ports.get(0)) : OptionalInt.empty();
  }

  @Override
  public String providerBy(int otherPort) {
    return provider(url(otherPort));
  }

  @Override
  public void start() throws Exception {
    if (backup == null) {
      primary.start();
    } else if (!primary.wasKilled()) {
      primary.start();
      backup.launch();
    } // else the backup has taken over
  }

  @Override
  public void kill() throws Exception {
    primary.kill();
  }

  @Override
  public void close() {
    primary.close();
    if (backup != null) {
      backup.close();
    }
  }
}
