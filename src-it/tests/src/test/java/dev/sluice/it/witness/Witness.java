package dev.sluice.it.witness;

import dev.sluice.it.run.ChildProcess;
import dev.sluice.it.run.PackagedProgram;
import java.io.BufferedReader;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import javax.tools.ToolProvider;

/** The witness's one file, compiled without anything else on the class path. */
final class Witness {

  private static final String JAVA =
      Path.of(System.getProperty("java.home"), "bin", "java").toString();

  private final Path classes;

  Witness(Path folder) {
    classes = folder;
    Path source = PackagedProgram.root().resolve("src-it/witness/Relay.java");
    int result =
        ToolProvider.getSystemJavaCompiler()
            .run(
                null,
                null,
                null,
                "-cp",
                "",
                "-Xlint:all",
                "-Werror",
                "-d",
                folder.toString(),
                source.toString());
    if (result != 0) {
      throw new IllegalStateException(source + " does not compile");
    }
  }

  /** The messages in recorded bytes, as lines of CSV. */
  List<String> decode(String protocol, byte[] client, byte[] broker, int piece) throws Exception {
    Path clientBytes = Files.write(classes.resolve("client.bytes"), client);
    Path brokerBytes = Files.write(classes.resolve("broker.bytes"), broker);
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (URLClassLoader loader = new URLClassLoader(new URL[] {classes.toUri().toURL()}, null);
        PrintStream text = new PrintStream(out, true, StandardCharsets.UTF_8)) {
      Method decode =
          loader
              .loadClass("Relay")
              .getDeclaredMethod(
                  "decode", String.class, Path.class, Path.class, int.class, PrintStream.class);
      decode.setAccessible(true);
      decode.invoke(null, protocol, clientBytes, brokerBytes, piece, text);
    }
    List<String> lines = out.toString(StandardCharsets.UTF_8).lines().toList();
    return lines.subList(1, lines.size());
  }

  /** Starts to relay to a broker. */
  Relaying relay(String protocol, int brokerPort, String... trouble) throws IOException {
    Path stamps = Files.createTempFile(classes, protocol, ".stamps");
    List<String> command = new ArrayList<>(List.of(JAVA));
    command.addAll(PackagedProgram.SHORT_LIVED);
    command.addAll(List.of("-cp", classes.toString(), "Relay"));
    List<String> arguments =
        List.of("relay", protocol, "0", Integer.toString(brokerPort), stamps.toString());
    Process process =
        ChildProcess.builder(with(with(command, arguments), List.of(trouble)))
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    BufferedReader output = process.inputReader(StandardCharsets.UTF_8);
    String line = output.readLine();
    int port = Integer.parseInt(line.substring(line.lastIndexOf(' ') + 1));
    return new Relaying(process, port, with(command, List.of("print", stamps.toString())));
  }

  private static List<String> with(List<String> some, List<String> more) {
    List<String> all = new ArrayList<>(some);
    all.addAll(more);
    return all;
  }

  /**
   * A relay that runs.
   *
   * @param port where clients find it
   * @param print the command that prints its stamps
   */
  record Relaying(Process process, int port, List<String> print) {

    /** Ends it; returns what it stamped. */
    List<Stamp> end() throws IOException, InterruptedException {
      process.outputWriter().close();
      process.waitFor();
      Process printing = ChildProcess.builder(print).start();
      return printing.inputReader().lines().skip(1).map(Stamp::of).toList();
    }
  }

  /** A message that was seen on the wire. */
  record Stamp(
      long nanos,
      int connection,
      int channel,
      char direction,
      char kind,
      int number,
      String identity,
      int bytes) {

    private static Stamp of(String line) {
      String[] parts = line.split(",");
      return new Stamp(
          Long.parseLong(parts[0]),
          Integer.parseInt(parts[1]),
          Integer.parseInt(parts[2]),
          parts[3].charAt(0),
          parts[4].charAt(0),
          Integer.parseInt(parts[5]),
          parts[6],
          Integer.parseInt(parts[7]));
    }
  }
}
