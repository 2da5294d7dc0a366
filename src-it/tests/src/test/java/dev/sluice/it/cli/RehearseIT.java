package dev.sluice.it.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.control.format.Csv;
import dev.sluice.it.run.FreePorts;
import dev.sluice.it.run.PackagedProgram;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.json.JSONObject;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The shipped rehearsal: real outages, whose length a relay between it and the faults knows. */
class RehearseIT {

  private static final double EXACT_MILLIS = 50;
  private static final double SHORT_MILLIS = 400;

  @TempDir Path directory;

  @Test
  void outagesAreAsLongAsTheyWere() throws Exception {
    Path root = PackagedProgram.root();
    List<Integer> ports = FreePorts.take(2);
    try (Relay relay = new Relay(ports.get(1))) {
      String text =
          Files.readString(root.resolve("config/rehearse/simulated.yaml"))
              .replace("127.0.0.1:${admin-port}", "127.0.0.1:" + relay.port())
              .replace("${BASE_PORT:-16414}", "" + ports.get(0))
              .replace("${ADMIN_PORT:-16500}", "" + ports.get(1))
              .replace(":-/tmp}", ":-" + directory + "}")
              .replace(":-src-it/", ":-" + root.resolve("src-it") + "/");
      Path plan = Files.writeString(directory.resolve("plan.yaml"), text);

      SluiceProcess process =
          SluiceProcess.run(
              directory,
              List.of(
                  "rehearse", plan.toString(), "--share", "50%", "--outage", "8s", "--out", "out"));

      assertThat(process.exitCode()).as("%s", process).isIn(0, 5); // 5 on a busy host
      List<List<String>> rows = Csv.read(directory.resolve("out/faults.csv"));
      int outage = rows.get(0).indexOf("outage_ms");
      List<Double> errors = new ArrayList<>();
      for (int i = 0; i < relay.outages.size(); i++) {
        double found = Double.parseDouble(rows.get(2 + i).get(outage));
        double atLeast = relay.outages.get(i)[0];
        if (found == 0 && atLeast < SHORT_MILLIS) {
          continue; // a busy host took as long before the first fault, too
        }
        assertThat(found).as("%s", rows).isGreaterThan(atLeast - EXACT_MILLIS);
        errors.add(found - relay.outages.get(i)[1]);
      }
      assertThat(rows).as("%s", process).hasSize(2 + relay.outages.size());
      assertThat(errors).hasSizeBetween(4, 5);
      // a busy host makes work stand still for longer, but hardly after each of them
      assertThat(Collections.min(errors)).as("%s", rows).isLessThan(EXACT_MILLIS);
    }
    JSONObject certificate =
        new JSONObject(Files.readString(directory.resolve("out/certificate.json")));
    assertThat(certificate.getString("outcome")).isIn("met", "not_judged");
    assertThat(certificate.getString("planSha256")).hasSize(64);
    assertThat(directory.resolve("out/certificate.html")).isNotEmptyFile();
  }

  /** Passes commands on, and notes for how many milliseconds the network was cut, within limits. */
  private static final class Relay implements AutoCloseable {

    private final ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
    private final int to;
    private final List<double[]> outages = Collections.synchronizedList(new ArrayList<>());
    private long[] cutNanos; // before and after it

    Relay(int to) throws IOException {
      this.to = to;
      Thread thread = new Thread(this::serve, "relay");
      thread.setDaemon(true);
      thread.start();
    }

    int port() {
      return server.getLocalPort();
    }

    private void serve() {
      while (!server.isClosed()) {
        try (Socket client = server.accept();
            Socket admin = new Socket(InetAddress.getLoopbackAddress(), to)) {
          String line = reader(client).readLine();
          PrintStream out = new PrintStream(admin.getOutputStream(), true, StandardCharsets.UTF_8);
          long before = System.nanoTime();
          out.println(line);
          String answer = reader(admin).readLine();
          note(line, before, System.nanoTime());
          new PrintStream(client.getOutputStream(), true, StandardCharsets.UTF_8).println(answer);
        } catch (IOException e) {
          // closed, or an answer that nobody waits for
        }
      }
    }

    private void note(String line, long before, long after) {
      if (line.startsWith("network cut")) {
        cutNanos = new long[] {before, after};
      } else if (cutNanos != null) {
        outages.add(new double[] {(before - cutNanos[1]) / 1e6, (after - cutNanos[0]) / 1e6});
        cutNanos = null;
      }
    }

    private static BufferedReader reader(Socket from) throws IOException {
      return new BufferedReader(
          new InputStreamReader(from.getInputStream(), StandardCharsets.UTF_8));
    }

    @Override
    public void close() throws IOException {
      server.close();
    }
  }
}
