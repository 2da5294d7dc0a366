package dev.sluice.it.nemesis;

import dev.sluice.it.run.ChildProcess;
import dev.sluice.it.run.PackagedProgram;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * A broker's process: it says {@code OK} when it is up, and after each line that it has carried
 * out. It can be killed as a host is that loses power, and suspended.
 */
final class HostProcess implements AutoCloseable {

  /** With Java 25 and Netty 4.2 a broker of Artemis does not read a store that was there before. */
  private static final String READS_ITS_STORE = "-Dio.netty.noUnsafe=false";

  private final Process process;
  private final BufferedReader answers;
  private final PrintWriter commands;

  /**
   * @param options of the Java virtual machine, the class or jar to run among them
   */
  HostProcess(Path output, List<String> options, List<String> arguments) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-Xmx160m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"));
    command.add(READS_ITS_STORE);
    command.addAll(options);
    command.addAll(arguments);
    process =
        ChildProcess.builder(command)
            .redirectError(ProcessBuilder.Redirect.appendTo(output.toFile()))
            .start();
    answers = process.inputReader(StandardCharsets.UTF_8);
    commands = new PrintWriter(process.outputWriter(StandardCharsets.UTF_8), true);
  }

  /** The jar or class file that the build has made, by its path below the root. */
  static Path built(String path) {
    return PackagedProgram.root().resolve(path);
  }

  /** Waits until it says that it is up. */
  void awaitStart(String sign) throws IOException {
    String line = answers.readLine();
    while (line != null && !line.contains(sign)) {
      line = answers.readLine();
    }
    if (line == null) {
      throw new IOException("the broker did not start");
    }
  }

  /** Has it carry out a line. */
  void tell(String line) throws IOException {
    commands.println(line);
    String answer = answers.readLine();
    while (answer != null && !answer.startsWith("OK") && !answer.startsWith("ERR")) {
      answer = answers.readLine(); // what the broker's libraries print
    }
    if (answer == null || answer.startsWith("ERR")) {
      throw new IOException(line + ": " + answer);
    }
  }

  void kill() throws InterruptedException {
    process.destroyForcibly().waitFor();
  }

  void signal(String name) throws IOException, InterruptedException {
    ChildProcess.builder("kill", "-" + name, Long.toString(process.pid())).start().waitFor();
  }

  @Override
  public void close() {
    process.destroyForcibly();
  }

  /** The other end: carries out the lines of standard input until that ends. */
  static void serve(Consumer<String> host) throws IOException {
    System.out.println("OK");
    BufferedReader lines =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    for (String line = lines.readLine(); line != null; line = lines.readLine()) {
      try {
        host.accept(line);
        System.out.println("OK");
      } catch (RuntimeException e) {
        System.out.println("ERR " + e);
      }
    }
    Runtime.getRuntime().halt(0); // the test has ended
  }
}
