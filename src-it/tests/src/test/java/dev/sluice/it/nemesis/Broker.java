package dev.sluice.it.nemesis;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;

/** A broker in a process of its own, as the nemesis and the second witness know it. */
abstract class Broker implements AutoCloseable {

  /** Makes one in a folder, which is started already. */
  @FunctionalInterface
  interface Maker {
    Broker start(Path folder) throws Exception;
  }

  private final Path folder;
  private final int port;
  private HostProcess process;

  Broker(Path folder, int port) {
    this.folder = folder;
    this.port = port;
  }

  /** Where it listens. */
  final int port() {
    return port;
  }

  /** Its provider in a scenario, as a YAML mapping in one line, if it is reached at that port. */
  abstract String provider(int at);

  /** What can happen to it, apart from what can happen to any. */
  abstract Set<Fault> faults();

  /** The queue for messages that it could not deliver. */
  abstract String deadLetters();

  /** Takes everything off a queue by a plain client of this broker, without the network. */
  abstract List<Drained> drain(String queue) throws Exception;

  /**
   * Starts its process.
   *
   * @param output for what it prints
   * @param folder of its own, for its journal
   */
  abstract HostProcess launch(Path output, Path folder) throws IOException;

  /** What its process prints when it is up. */
  String startSign() {
    return "OK";
  }

  /** At first, or after it was killed; its journal is kept. */
  final void start() throws IOException {
    process = launch(folder.resolve("broker.txt"), folder.resolve("data"));
    process.awaitStart(startSign());
  }

  /** Ends its process as a loss of power does. */
  final void kill() throws InterruptedException {
    process.kill();
  }

  /** Stops its process where it stands, or lets it go on, by a signal of that name. */
  final void signal(String name) throws IOException, InterruptedException {
    process.signal(name);
  }

  /** Has it do something that only this kind of broker does. */
  void tell(String command) throws IOException {
    process.tell(command);
  }

  @Override
  public final void close() {
    process.close();
  }
}
