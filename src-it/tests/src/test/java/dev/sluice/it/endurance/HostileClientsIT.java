package dev.sluice.it.endurance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.control.endpoint.access.AccessToken;
import dev.sluice.control.endpoint.access.ClientTls;
import dev.sluice.control.endpoint.client.Address;
import dev.sluice.control.endpoint.client.CommandClient;
import dev.sluice.control.endpoint.client.Reply;
import dev.sluice.it.cli.SluiceProcess;
import dev.sluice.it.run.ChildProcess;
import dev.sluice.it.run.RunSummary;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.json.JSONObject;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * A run goes on as if nothing had happened while others send it all that they should not, over the
 * command socket and the HTTP port. {@code -Dhostile.requests=1000000 -Dhostile.connections=500} is
 * the full size, which needs a host with nothing else to do; {@code -Dhostile.seed} repeats one.
 */
@Tag("soak")
class HostileClientsIT {

  private static final long REQUESTS = Long.getLong("hostile.requests", 5_000);
  private static final int CONNECTIONS = Integer.getInteger("hostile.connections", 50);
  private static final long SEED = Long.getLong("hostile.seed", 15);
  private static final boolean FULL = REQUESTS >= 1_000_000;
  private static final String TOKEN = "the-one-that-nobody-guesses";
  private static final Duration TIMEOUT = Duration.ofSeconds(60);
  private static final Pattern SOCKET = Pattern.compile("commands on 127\\.0\\.0\\.1:(\\d+)");
  private static final Pattern PAGE = Pattern.compile("page on (https://127\\.0\\.0\\.1:(\\d+))/");
  private static final double MIB = 1 << 20;
  private static final double MOST_MIB_MORE = 16;

  @TempDir Path folder;

  @Test
  @Timeout(value = 2, unit = TimeUnit.HOURS)
  void nothingComesOfIt() throws Exception {
    SluiceProcess made = SluiceProcess.run(folder, List.of("certificate", "--out", "tls"));
    assertThat(made.exitCode()).as("%s", made.lines()).isZero();
    Files.writeString(folder.resolve("token"), TOKEN);
    Path output = folder.resolve("run.txt");
    List<String> line =
        List.of(
            ("send --provider null --threads 4 --rate 50 --interval 1s --out out"
                    + " --control 0 --control-token-file token --page 0 --page-tls tls/key.pem")
                .split(" ", -1));
    List<String> sameHeap = // what the collector has touched says nothing of what is held
        List.of("-Xms96m", "-Xmx96m", "-XX:+AlwaysPreTouch", "-XX:+UseSerialGC");
    Process process = SluiceProcess.startWith(sameHeap, folder, output, line);
    try {
      Matcher page = printed(process, output, PAGE);
      int socketPort = Integer.parseInt(printed(process, output, SOCKET).group(1));
      printed(process, output, Pattern.compile("the schedule starts"));
      ClientTls tls =
          ClientTls.read(
              Optional.of(folder.resolve("tls/trust.pem")), Optional.empty(), Optional.empty());
      attack(socketPort, Integer.parseInt(page.group(2)), tls, REQUESTS / 10); // to warm up
      Footprint before = Footprint.of(process.pid());
      long sent = attack(socketPort, Integer.parseInt(page.group(2)), tls, REQUESTS / 2);
      Footprint between = Footprint.of(process.pid());
      sent += attack(socketPort, Integer.parseInt(page.group(2)), tls, REQUESTS / 2);
      Footprint after = Footprint.of(process.pid());

      CommandClient client =
          new CommandClient(Optional.of(new AccessToken(TOKEN)), Optional.of(tls));
      CommandClient plain = new CommandClient(Optional.of(new AccessToken(TOKEN)));
      Address overHttp = Address.parse(page.group(1));
      Address overSocket = Address.parse("127.0.0.1:" + socketPort);
      Reply status = plain.sendToAll(List.of(overSocket), "status json", TIMEOUT).get(0);
      assertThat(status.ok()).as("%s", status).isTrue();
      JSONObject workload =
          new JSONObject(status.lines().get(0)).getJSONArray("workloads").getJSONObject(0);
      assertThat(workload.getDouble("targetPerSecond")).isEqualTo(200);
      assertThat(workload.getInt("workersUp")).isEqualTo(4);
      Reply stop = client.sendToAll(List.of(overHttp), "stop", TIMEOUT).get(0);
      assertThat(stop.ok()).as("%s", stop).isTrue();
      assertThat(ChildProcess.awaitEnd(process, Duration.ofMinutes(2))).isTrue();

      List<String> events = Files.readAllLines(folder.resolve("out/events.jsonl"));
      assertThat(events.stream().filter(each -> each.contains("command from")))
          .hasSize(1)
          .allMatch(each -> each.contains("command from 127.0.0.1 (control): stop"));
      assertThat(events).noneMatch(each -> each.contains("hostile") || each.contains("PAUSED"));
      assertThat(Files.readAllLines(output)).noneMatch(each -> each.contains("Exception"));
      double ratio = RunSummary.read(folder.resolve("out")).workload("senders").getDouble("ratio");
      System.out.printf(
          "%d requests and lines over %d connections at once, seed %d: achieved/target %.5f,"
              + " live heap %.1f -> %.1f MiB, resident %.0f -> %.0f -> %.0f MiB, threads %d -> %d,"
              + " descriptors %d -> %d%n",
          sent,
          CONNECTIONS,
          SEED,
          ratio,
          before.liveHeapBytes() / MIB,
          after.liveHeapBytes() / MIB,
          before.residentBytes() / MIB,
          between.residentBytes() / MIB,
          after.residentBytes() / MIB,
          before.threads(),
          after.threads(),
          before.descriptors(),
          after.descriptors());
      assertThat((after.liveHeapBytes() - before.liveHeapBytes()) / MIB).isLessThan(MOST_MIB_MORE);
      assertThat((after.residentBytes() - between.residentBytes()) / MIB).isLessThan(MOST_MIB_MORE);
      if (FULL) { // beside other work nothing is exact
        assertThat(ratio).isGreaterThanOrEqualTo(0.999);
      }
    } finally {
      process.destroyForcibly().waitFor();
    }
  }

  /** Sends so many; answers how many it were. */
  private static long attack(int socketPort, int pagePort, ClientTls tls, long requests)
      throws InterruptedException {
    AtomicLong sent = new AtomicLong();
    SplittableRandom seeds = new SplittableRandom(SEED);
    List<Thread> threads = new ArrayList<>();
    for (int i = 0; i < CONNECTIONS; i++) {
      SplittableRandom random = seeds.split();
      Thread thread =
          new Thread(
              () -> {
                try (HostileClient client =
                    new HostileClient(socketPort, pagePort, tls.context(), random)) {
                  while (sent.get() < requests) {
                    sent.addAndGet(client.attack());
                  }
                } catch (IOException e) {
                  throw new UncheckedIOException(e);
                }
              },
              "hostile-" + i);
      thread.start();
      threads.add(thread);
    }
    for (Thread thread : threads) {
      thread.join();
    }
    return sent.get();
  }

  private static Matcher printed(Process process, Path output, Pattern wanted) throws Exception {
    while (true) { // ended by the time limit of the test
      Matcher found = wanted.matcher(Files.readString(output));
      if (found.find()) {
        return found;
      }
      assertThat(process.isAlive()).as("%s", Files.readString(output)).isTrue();
      Thread.sleep(50);
    }
  }
}
