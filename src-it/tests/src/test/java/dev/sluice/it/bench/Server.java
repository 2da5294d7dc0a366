package dev.sluice.it.bench;

import dev.sluice.it.run.ChildProcess;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A process that plays queue manager QM1 with channel APP.SVRCONN on the loopback address.
 *
 * @param name what the table calls it
 * @param port where it listens
 * @param process the process
 */
record Server(String name, int port, ProcessHandle process) {

  private static final Pattern LISTENS = Pattern.compile("QM1 listens on port (\\d+)");

  /** Starts the simulator; it ends with this process. */
  static Server startSimulator(Path jar) throws IOException {
    String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    Process process =
        ChildProcess.builder(
                java,
                "-jar",
                jar.toString(),
                "--queue-managers",
                "QM1",
                "--base-port",
                "0",
                "--admin",
                "0")
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    Runtime.getRuntime().addShutdownHook(new Thread(process::destroy));
    BufferedReader output = process.inputReader(StandardCharsets.UTF_8);
    for (String line = output.readLine(); line != null; line = output.readLine()) {
      Matcher matcher = LISTENS.matcher(line);
      if (matcher.find()) {
        return new Server("mqsim", Integer.parseInt(matcher.group(1)), process.toHandle());
      }
    }
    throw new IOException("the simulator has not started");
  }

  /**
   * Another server that runs already, to compare with.
   *
   * @param text {@code NAME:PORT:PID}
   */
  static Server running(String text) {
    String[] parts = text.split(":", 3);
    Optional<ProcessHandle> process = ProcessHandle.of(Long.parseLong(parts[2]));
    return new Server(parts[0], Integer.parseInt(parts[1]), process.orElseThrow());
  }

  /** Processor time it has used so far; zero where the system does not tell. */
  Duration cpu() {
    return process.info().totalCpuDuration().orElse(Duration.ZERO);
  }
}
