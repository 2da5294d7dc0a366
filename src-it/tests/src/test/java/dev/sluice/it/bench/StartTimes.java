package dev.sluice.it.bench;

import jakarta.jms.Connection;
import jakarta.jms.JMSException;
import jakarta.jms.MessageConsumer;
import jakarta.jms.Session;
import java.io.BufferedReader;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.activemq.artemis.jms.client.ActiveMQConnectionFactory;

/**
 * Times what people wait for: the first message of a run, short commands, the first answer of a
 * command socket. Given several programs (an old jar and a new one), it takes turns between them,
 * in changing order, because the machine's speed drifts. Prints medians.
 */
final class StartTimes {

  private static final String WORKERS = "180";
  private static final int LATER_COMMANDS = 20;
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final Pattern CONTROL_PORT = Pattern.compile("commands on .*:(\\d+)");
  private static final Pattern STARTED = Pattern.compile("the schedule starts");

  private final String brokerUrl;
  private final Map<String, Map<String, List<Elapsed>>> readings = new LinkedHashMap<>();

  private StartTimes(String brokerUrl) {
    this.brokerUrl = brokerUrl;
  }

  /**
   * Measures and prints.
   *
   * @param args turns, the URL of an Artemis broker, and programs as {@code NAME=COMMAND}
   */
  public static void main(String[] args) throws Exception {
    int turns = Integer.parseInt(args[0]);
    List<Program> programs = new ArrayList<>();
    for (int i = 2; i < args.length; i++) {
      programs.add(Program.parse(args[i]));
    }
    StartTimes times = new StartTimes(args[1]);
    for (int turn = 0; turn < turns; turn++) {
      for (int i = 0; i < programs.size(); i++) {
        times.measure(programs.get((turn + i) % programs.size()), turn);
      }
    }
    times.print(programs);
  }

  private void measure(Program program, int turn) throws Exception {
    add(program, "--version", program.untilExit("--version"));
    add(
        program,
        "first message, null",
        program.until(
            (process, output) -> awaitLine(output, STARTED),
            "send",
            "--provider",
            "null",
            "--threads",
            WORKERS,
            "--rate",
            "10",
            "--duration",
            "1s"));
    add(program, "first message, Artemis", firstArrival(program, "FIRST-" + turn));
    commands(program);
  }

  private Elapsed firstArrival(Program program, String name) throws Exception {
    String queue = name + "-" + program.name();
    try (ActiveMQConnectionFactory factory = new ActiveMQConnectionFactory(brokerUrl);
        Connection connection = factory.createConnection();
        Session session = connection.createSession(false, Session.AUTO_ACKNOWLEDGE);
        MessageConsumer consumer = session.createConsumer(session.createQueue(queue))) {
      connection.start();
      return program.until(
          (process, output) -> awaitMessage(consumer),
          "send",
          "--provider",
          "artemis",
          "--url",
          brokerUrl,
          "--queue",
          queue,
          "--threads",
          WORKERS,
          "--rate",
          "1",
          "--duration",
          "1s");
    }
  }

  private static void awaitMessage(MessageConsumer consumer) throws JMSException {
    if (consumer.receive(PATIENCE.toMillis()) == null) {
      throw new IllegalStateException("no message has arrived");
    }
  }

  /** The answer of a running process's socket, and how long {@code ctl} takes to ask it. */
  private void commands(Program program) throws Exception {
    program.until(
        (process, output) -> {
          int port = Integer.parseInt(awaitLine(output, CONTROL_PORT).group(1));
          awaitLine(output, STARTED);
          Thread.sleep(1_000); // a person does not type before that
          answers(program, port);
          add(program, "ctl", program.untilExit("ctl", "--at", "localhost:" + port, "status"));
        },
        "send",
        "--provider",
        "null",
        "--threads",
        WORKERS,
        "--rate",
        "1",
        "--duration",
        "4s",
        "--control",
        "0");
  }

  private void answers(Program program, int port) throws IOException {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port);
        BufferedReader in =
            new BufferedReader(
                new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8))) {
      socket.setTcpNoDelay(true);
      in.readLine(); // the greeting
      add(program, "first command", answer(socket, in));
      for (int i = 0; i < LATER_COMMANDS; i++) {
        add(program, "later commands", answer(socket, in));
      }
    }
  }

  private static Elapsed answer(Socket socket, BufferedReader in) throws IOException {
    long startNanos = System.nanoTime();
    socket.getOutputStream().write("rate +1\n".getBytes(StandardCharsets.UTF_8));
    String line = in.readLine();
    if (line == null || !line.startsWith("OK")) {
      throw new IOException("the command was answered by " + line);
    }
    return new Elapsed(System.nanoTime() - startNanos, Duration.ZERO);
  }

  private static Matcher awaitLine(BufferedReader output, Pattern pattern) throws IOException {
    for (String line = output.readLine(); line != null; line = output.readLine()) {
      Matcher matcher = pattern.matcher(line);
      if (matcher.find()) {
        return matcher;
      }
    }
    throw new EOFException("the program ended before it printed " + pattern);
  }

  private void add(Program program, String what, Elapsed elapsed) {
    readings
        .computeIfAbsent(what, any -> new LinkedHashMap<>())
        .computeIfAbsent(program.name(), any -> new ArrayList<>())
        .add(elapsed);
  }

  private void print(List<Program> programs) {
    StringBuilder heading = new StringBuilder(String.format("%-24s", "ms: elapsed (CPU)"));
    programs.forEach(program -> heading.append(String.format("%22s", program.name())));
    System.out.println(heading);
    readings.forEach(
        (what, each) -> {
          StringBuilder row = new StringBuilder(String.format("%-24s", what));
          programs.forEach(
              program ->
                  row.append(String.format("%22s", Elapsed.median(each.get(program.name())))));
          System.out.println(row);
        });
  }
}
