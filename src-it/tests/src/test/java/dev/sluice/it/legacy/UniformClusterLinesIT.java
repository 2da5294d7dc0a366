package dev.sluice.it.legacy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.mqsim.cluster.SimulatedCluster;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The lines that grow a uniform cluster, as they are. */
@Tag("soak")
class UniformClusterLinesIT {

  private static final String QUEUE_MANAGER = "UC01QM01";
  private static final Duration LONG_ENOUGH = Duration.ofMinutes(2);

  /** In front of the line, so that runs at the same time do not meet at the usual port. */
  private static final String ANY_PORT = "--control 0 ";

  private static final String EITHER =
      "-su -wt 10 -wi 0 -nt 180 -ss 5 -sc BasicStats -rl 0 -id 5 -d REQUEST -to 20 -db 1 -dx 1"
          + " -dn 1 -jb *UC01QM -jt mqc -pc WebSphereMQ -ar WMQ_CLIENT_RECONNECT -wp true -wc 4";

  private static final Pattern SOCKET = Pattern.compile("commands on 127.0.0.1:(\\d+)");
  private static final Pattern INTERVAL =
      Pattern.compile(
          "id=5,rate=([\\d.]+),total messages=([1-9]\\d*),Snapshot period=\\d+,threads=180");
  private static final Pattern FINAL =
      Pattern.compile("totalIterations=\\d+,avgDuration=[\\d.]+,totalRate=[\\d.]+");

  @TempDir Path directory;

  @Test
  void uniformClusterWhoseRateIsRaised() throws Exception {
    try (SimulatedCluster cluster =
        SimulatedCluster.builder().group("UC01QM").queueManagers(QUEUE_MANAGER).build()) {
      cluster.start(QUEUE_MANAGER);
      Path ccdt = directory.resolve("UC01.json");
      cluster.writeCcdt(ccdt);
      String table = " -ccdt " + ccdt.toUri();
      try (LiveProcess receivers =
              LiveProcess.start(
                  "perfharness " + EITHER + table + " -tc jms.r11.Receiver -an mqperf.receiver");
          LiveProcess senders =
              LiveProcess.start(
                  "perfharness "
                      + ANY_PORT
                      + EITHER
                      + table
                      + " -tc jms.r11.Sender -ms 2048 -rt 1 -an mqperf.senders"
                      + " -cmd_c SocketCommandProcessor")) {
        Matcher before = interval(senders, 0);
        assertThat(interval(receivers, 0)).isNotNull();
        assertThat(Double.parseDouble(before.group(1))).isLessThan(200);

        assertThat(command(port(senders), "ALTER -rt 116")).isEqualTo("5,SUCCESS: ALTER -rt 116");
        interval(senders, senders.lines().size()); // the one in which it changed
        Matcher after = interval(senders, senders.lines().size());
        assertThat(Double.parseDouble(after.group(1))).isGreaterThan(400);
        assertThat(command(port(senders), "REPORT -stats")).startsWith("5,id=5,rate=");

        assertThat(command(port(senders), "END")).isEqualTo("5,SUCCESS: END");
        assertThat(senders.exitCode(LONG_ENOUGH)).as("%s", senders).isZero();
        receivers.interrupt();
        assertThat(receivers.exitCode(LONG_ENOUGH)).as("%s", receivers).isZero();
        assertThat(senders.lines()).anyMatch(FINAL.asMatchPredicate());
        assertThat(receivers.lines()).anyMatch(FINAL.asMatchPredicate());
      }
    }
  }

  private static Matcher interval(LiveProcess process, int from) throws Exception {
    return process
        .await(from, INTERVAL, LONG_ENOUGH)
        .orElseThrow(() -> new AssertionError("no line of an interval in: " + process));
  }

  private static int port(LiveProcess process) throws Exception {
    return Integer.parseInt(process.await(0, SOCKET, LONG_ENOUGH).orElseThrow().group(1));
  }

  /** As by telnet: the greeting, the command, its reply. */
  private static String command(int port, String line) throws IOException {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port);
        BufferedReader in =
            new BufferedReader(
                new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8));
        PrintWriter out = new PrintWriter(socket.getOutputStream(), true, StandardCharsets.UTF_8)) {
      assertThat(in.readLine()).isEqualTo("5,connected to SocketCommandProcessor on port " + port);
      out.println(line);
      return in.readLine();
    }
  }
}
