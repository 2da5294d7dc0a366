package dev.sluice.it.brokers;

import dev.sluice.it.run.ChildProcess;
import dev.sluice.mqsim.client.Eventually;
import java.io.File;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** A broker's process, which is up when its port is open, and may be killed and started again. */
final class BrokerProcess implements AutoCloseable {

  private static final Duration PATIENCE = Duration.ofMinutes(2);

  private final List<String> command;
  private final Map<String, String> environment;
  private final Path folder;
  private final int port;
  private Process process;

  /**
   * @param folder where it runs and what it prints is kept
   */
  BrokerProcess(List<String> command, Map<String, String> environment, Path folder, int port) {
    this.command = command;
    this.environment = environment;
    this.folder = folder;
    this.port = port;
  }

  /** A Java virtual machine of its own with these jars and classes of the tests. */
  static BrokerProcess java(List<String> options, List<String> arguments, Path folder, int port) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(
        List.of(
            "-Xmx" + System.getProperty("broker.heap", "256m"),
            "-XX:+UseSerialGC",
            "-XX:TieredStopAtLevel=1"));
    command.addAll(options);
    command.addAll(arguments);
    return new BrokerProcess(command, Map.of(), folder, port);
  }

  /** A class path of the jars of a folder, with the classes of the tests behind it. */
  static String classPath(Path jars) {
    return jars + "/*" + File.pathSeparator + System.getProperty("java.class.path");
  }

  /** At first, or after it was killed; it keeps its folder. */
  void start() throws Exception {
    start("");
  }

  /**
   * The same for one whose port is open before it is ready.
   *
   * @param sign what it prints when it is
   */
  void start(String sign) throws Exception {
    long before = Files.exists(printed()) ? Files.size(printed()) : 0;
    launch();
    if (!Eventually.holds(
        PATIENCE, () -> isOpen() && output().substring((int) before).contains(sign))) {
      throw new IOException("no broker on port " + port + ": " + output());
    }
  }

  /** The same without a wait until its port is open. */
  void launch() throws IOException {
    ProcessBuilder builder =
        ChildProcess.builder(command)
            .directory(folder.toFile())
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.appendTo(printed().toFile()));
    builder.environment().putAll(environment);
    process = builder.start();
  }

  private boolean isOpen() throws IOException {
    if (!process.isAlive()) {
      throw new IOException("the broker ended: " + output());
    }
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      return socket.isConnected();
    } catch (IOException e) {
      return false; // not yet
    }
  }

  private Path printed() {
    return folder.resolve("broker.txt");
  }

  private String output() throws IOException {
    return Files.readString(printed());
  }

  /** Whether it was started and has ended. */
  boolean wasKilled() {
    return process != null && !process.isAlive();
  }

  /** Its process; of one that has been started. */
  ProcessHandle handle() {
    return process.toHandle();
  }

  boolean isRunning() {
    return process != null && process.isAlive();
  }

  /** Ends it, and what it has started, as a loss of power does. */
  void kill() throws InterruptedException {
    close();
    process.waitFor();
  }

  @Override
  public void close() {
    if (process != null) {
      process.descendants().forEach(ProcessHandle::destroyForcibly);
      process.destroyForcibly();
    }
  }
}
