package dev.sluice.jms.provider;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.core.worker.OpenFiles;
import dev.sluice.core.worker.ProcessLimits;
import dev.sluice.jms.provider.ConnectionCost.Range;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class ConnectionCostTest {

  private static final ConnectionCost HUNGRY =
      new ConnectionCost("a client", new Range(4, 4), new Range(2, 3), new Range(1e6, 2e6));

  private static final ProcessLimits WIDE =
      new ProcessLimits(new OpenFiles(100, 1_000_000), 1_000_000, "kernel.pid_max", 1L << 40);

  @Test
  void whatHasRoomByTheLeastIsLetThroughAndNothingElse() {
    SplittableRandom random = new SplittableRandom(5);
    for (int i = 0; i < 10_000; i++) {
      int connections = random.nextInt(1, 2_000);
      OpenFiles files = new OpenFiles(random.nextInt(200), random.nextInt(8_000));
      long threads = random.nextInt(1, 6_000);
      long heapBytes = random.nextLong(1, 4_000_000_000L);
      ProcessLimits limits = new ProcessLimits(files, threads, "kernel.pid_max", heapBytes);
      boolean fits =
          (files.most() == 0 || files.open() + 4L * connections <= files.most())
              && 2L * connections <= threads
              && 1_000_000L * connections <= heapBytes;
      if (fits) {
        assertThatCode(() -> HUNGRY.requireRoomFor(connections, limits)).doesNotThrowAnyException();
      } else {
        assertThatThrownBy(() -> HUNGRY.requireRoomFor(connections, limits))
            .isInstanceOf(ConfigurationException.class);
      }
    }
  }

  @Test
  void theRefusalSaysWhatIsTakenWhatThereIsAndWhatHelps() {
    String taken =
        "too many connections: 1,000 of a client take 4,000 open files, 2,000 to 3,000 threads,"
            + " 1,000 to 2,000 MB of heap, and this process may have ";
    assertThatThrownBy(
            () -> refusing(new ProcessLimits(new OpenFiles(60, 1_024), 9_999, "", 1L << 40)))
        .hasMessage(taken + "1,024 open files: set 'ulimit -n 4160', or use fewer workers");
    assertThatThrownBy(
            () -> refusing(new ProcessLimits(WIDE.files(), 1_500, "kernel.pid_max", 1L << 40)))
        .hasMessage(taken + "1,500 threads: raise kernel.pid_max, or use fewer workers");
    assertThatThrownBy(() -> refusing(new ProcessLimits(WIDE.files(), 9_999, "", 500_000_000)))
        .hasMessage(
            taken
                + "500 MB of heap: give more (SLUICE_JAVA_OPTS=-Xmx2g, or java -Xmx2g -jar), or use"
                + " fewer workers");
  }

  private static void refusing(ProcessLimits limits) {
    HUNGRY.requireRoomFor(1_000, limits);
  }

  @Test
  void thisProcessHasLimits() {
    assertThat(ProcessLimits.now().heapBytes()).isPositive();
    assertThat(ProcessLimits.now().threads())
        .as("at least as many as there are")
        .isGreaterThanOrEqualTo(Thread.getAllStackTraces().size());
  }
}
