package dev.sluice.mqsim.embedded;

import com.ibm.mq.jakarta.jms.MQConnectionFactory;
import jakarta.jms.Connection;
import jakarta.jms.JMSException;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryMXBean;
import java.util.Arrays;
import java.util.Locale;

/**
 * What a test waits for until its queue manager has a connection of IBM's client, in a new process
 * and in one that has done so before, and what stays behind. {@code
 * src-it/tests/bench/embedded-start.sh} runs it.
 */
final class EmbeddedStart {

  private EmbeddedStart() {}

  /**
   * Prints the milliseconds from the start of the JVM to the first connection; with a number, those
   * of so many starts after it, and threads and memory behind them.
   *
   * @param args how many more starts, if any
   */
  public static void main(String[] args) throws Exception {
    connectOnce();
    long sinceStart =
        System.currentTimeMillis() - ManagementFactory.getRuntimeMXBean().getStartTime();
    if (args.length == 0) {
      System.out.println(sinceStart);
      return;
    }
    int starts = Integer.parseInt(args[0]);
    double[] millis = new double[starts];
    for (int i = 0; i < starts; i++) {
      long before = System.nanoTime();
      connectOnce();
      millis[i] = (System.nanoTime() - before) / 1e6;
      if ((i + 1) % Math.max(1, starts / 4) == 0) {
        System.out.println("after " + (i + 1) + " more starts: " + left());
      }
    }
    Arrays.sort(millis);
    System.out.printf(
        Locale.ROOT,
        "start, connect, stop: median %.1f ms, 95 of 100 within %.1f ms, most %.1f ms%n",
        millis[starts / 2],
        millis[(int) Math.ceil(0.95 * starts) - 1],
        millis[starts - 1]);
  }

  private static void connectOnce() throws JMSException {
    try (EmbeddedQueueManager mq = EmbeddedQueueManager.start();
        Connection connection =
            mq.connectionFactory(MQConnectionFactory.class)
                .createConnection(mq.getAppUser(), mq.getAppPassword())) {
      connection.start();
    }
  }

  private static String left() throws InterruptedException {
    MemoryMXBean memory = ManagementFactory.getMemoryMXBean();
    for (int i = 0; i < 3; i++) {
      System.gc();
      Thread.sleep(200); // threads that are about to end do
    }
    return "%d threads, %.1f MB of heap"
        .formatted(
            ManagementFactory.getThreadMXBean().getThreadCount(),
            memory.getHeapMemoryUsage().getUsed() / 1e6);
  }
}
