package dev.sluice.control.walks;

import com.sun.jdi.Bootstrap;
import com.sun.jdi.VirtualMachine;
import com.sun.jdi.connect.AttachingConnector;
import com.sun.jdi.connect.Connector;
import com.sun.jdi.connect.IllegalConnectorArgumentsException;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Callable;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The program in a Java virtual machine of its own, with a debugger that looks on. */
final class WalkedProgram implements AutoCloseable {

  private static final int PATIENCE_SECONDS = 300;
  private static final Pattern DEBUGGER = Pattern.compile("Listening for transport .*:? (\\d+)");
  private static final Pattern COMMANDS = Pattern.compile("commands on .*:(\\d+)");

  private static final Pattern ITERATIONS = Pattern.compile("\"iterations\":(\\d+)");
  private static final Pattern INTERVAL = Pattern.compile("\"interval\":(\\d+)");
  private static final Pattern STARTED = Pattern.compile("the schedule starts");

  private final Process process;
  private final BlockingQueue<String> lines = new LinkedBlockingQueue<>();
  private final VirtualMachine machine;

  /** Starts it with the class path of this virtual machine. */
  WalkedProgram(List<String> arguments) throws IOException, InterruptedException {
    String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    String classPath =
        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
    List<String> command = new ArrayList<>();
    command.add(java);
    command.add("-agentlib:jdwp=transport=dt_socket,server=y,suspend=n,address=127.0.0.1:0");
    command.add("-cp");
    command.add(classPath);
    command.add("dev.sluice.control.cli.Main");
    command.addAll(arguments);
    process = new ProcessBuilder(command).redirectErrorStream(true).start();
    Thread reader = new Thread(this::readLines, "output of the walked program");
    reader.setDaemon(true);
    reader.start();
    try {
      machine = attach(await(DEBUGGER).group(1));
    } catch (IOException | InterruptedException | RuntimeException e) {
      process.destroyForcibly();
      throw e;
    }
  }

  private void readLines() {
    try (BufferedReader output = process.inputReader()) {
      output.lines().forEach(lines::add);
    } catch (IOException | UncheckedIOException e) {
      lines.add("its output cannot be read: " + e);
    }
  }

  private static VirtualMachine attach(String port) throws IOException {
    AttachingConnector connector =
        Bootstrap.virtualMachineManager().attachingConnectors().stream()
            .filter(each -> each.name().equals("com.sun.jdi.SocketAttach"))
            .findFirst()
            .orElseThrow();
    Map<String, Connector.Argument> address = connector.defaultArguments();
    address.get("hostname").setValue("127.0.0.1");
    address.get("port").setValue(port);
    try {
      return connector.attach(address);
    } catch (IllegalConnectorArgumentsException e) {
      throw new IllegalStateException(e);
    }
  }

  VirtualMachine machine() {
    return machine;
  }

  /** Waits until it prints a line. */
  Matcher await(Pattern pattern) throws InterruptedException {
    List<String> before = new ArrayList<>();
    while (true) {
      String line = lines.poll(PATIENCE_SECONDS, TimeUnit.SECONDS);
      if (line == null) {
        throw new IllegalStateException("no line like " + pattern + " after " + before);
      }
      Matcher matcher = pattern.matcher(line);
      if (matcher.find()) {
        return matcher;
      }
      before.add(line);
    }
  }

  /** Waits until it runs and no longer practises, then connects to its command socket. */
  Commands commands() throws IOException, InterruptedException {
    int port = Integer.parseInt(await(COMMANDS).group(1));
    await(STARTED);
    while (machine.allThreads().stream().anyMatch(each -> each.name().equals("warm-up"))) {
      TimeUnit.MILLISECONDS.sleep(50);
    }
    return new Commands(port);
  }

  /** Ends it. */
  @Override
  public void close() {
    process.destroyForcibly().onExit().join();
  }

  /** A client of the command socket. */
  static final class Commands implements AutoCloseable {

    private final Socket socket;
    private final BufferedReader replies;

    Commands(int port) throws IOException {
      socket = new Socket(InetAddress.getLoopbackAddress(), port);
      replies =
          new BufferedReader(
              new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8));
      replies.readLine(); // the greeting
    }

    void send(String line) throws IOException {
      socket.getOutputStream().write((line + "\n").getBytes(StandardCharsets.UTF_8));
    }

    /** Sends a line and waits for the reply. */
    String ask(String line) throws IOException {
      send(line);
      StringBuilder reply = new StringBuilder();
      String next = replies.readLine();
      while (next != null && !next.startsWith("OK") && !next.startsWith("ERR")) {
        reply.append(next);
        next = replies.readLine();
      }
      return reply.append(next).toString();
    }

    /** Waits until an interval begins, so that what is done now is all in one. */
    void awaitInterval() throws IOException, InterruptedException {
      long last = number(INTERVAL, "stats json");
      while (number(INTERVAL, "stats json") == last) {
        TimeUnit.MILLISECONDS.sleep(100);
      }
    }

    /** Pauses in the midst of a transaction; returns how many iterations are committed. */
    long pauseWithin(long commitEvery) throws Exception {
      return pauseWithin(commitEvery, this::iterations);
    }

    /** The same by a count of its own. */
    long pauseWithin(long commitEvery, Callable<Long> iterations) throws Exception {
      while (iterations.call() < 10 * commitEvery) {
        TimeUnit.MILLISECONDS.sleep(50);
      }
      long last;
      do {
        ask("resume");
        TimeUnit.MILLISECONDS.sleep(30);
        ask("pause");
        last = -1;
        for (long next = iterations.call(); next != last; next = iterations.call()) {
          last = next;
          TimeUnit.MILLISECONDS.sleep(500);
        }
      } while (last % commitEvery == 0);
      return last / commitEvery * commitEvery;
    }

    private long iterations() throws IOException {
      return number(ITERATIONS, "status json");
    }

    /** A number of a reply; 0 if it is not there. */
    private long number(Pattern name, String line) throws IOException {
      Matcher number = name.matcher(ask(line));
      return number.find() ? Long.parseLong(number.group(1)) : 0;
    }

    @Override
    public void close() throws IOException {
      socket.close();
    }
  }
}
