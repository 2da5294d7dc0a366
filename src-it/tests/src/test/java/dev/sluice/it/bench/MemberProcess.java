package dev.sluice.it.bench;

import dev.sluice.it.run.ChildProcess;
import dev.sluice.mqsim.cluster.SimulatedCluster;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;

/** A group of simulated queue managers in a process of its own, all with the same queue. */
final class MemberProcess implements AutoCloseable {

  private final Path table = Files.createTempFile("ccdt", ".json");
  private final Process process;

  /**
   * Returns when all members run.
   *
   * @param capacity messages per second of each, put or got; 0 = no limit
   */
  MemberProcess(String group, int members, String queue, int capacity) throws IOException {
    process =
        ChildProcess.builder(
                MemberProcess.class,
                table.toString(),
                group,
                Integer.toString(members),
                queue,
                Integer.toString(capacity))
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    if (process.inputReader(StandardCharsets.UTF_8).readLine() == null) {
      throw new IOException("the queue managers did not start");
    }
  }

  /** The channel table. */
  Path table() {
    return table;
  }

  @Override
  public void close() throws IOException {
    process.destroy();
    Files.delete(table);
  }

  /** Runs them until it is ended. */
  public static void main(String[] args) throws InterruptedException {
    String group = args[1];
    List<String> names =
        IntStream.rangeClosed(1, Integer.parseInt(args[2]))
            .mapToObj(number -> String.format(Locale.ROOT, "%s%02d", group, number))
            .toList();
    try (SimulatedCluster cluster =
        SimulatedCluster.builder()
            .group(group)
            .queueManagers(names)
            .capacity(Integer.parseInt(args[4]))
            .build()) {
      for (String name : names) {
        cluster.start(name);
        cluster.mqsc(name, "DEFINE QLOCAL(%s)".formatted(args[3]));
      }
      cluster.writeCcdt(Path.of(args[0]));
      System.out.println("started");
      new CountDownLatch(1).await();
    }
  }
}
