package dev.sluice.it.baseline;

import com.sun.management.OperatingSystemMXBean;
import jakarta.jms.BytesMessage;
import jakarta.jms.Connection;
import jakarta.jms.DeliveryMode;
import jakarta.jms.JMSException;
import jakarta.jms.MessageProducer;
import jakarta.jms.Session;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.apache.activemq.artemis.jms.client.ActiveMQConnectionFactory;

/**
 * Sends as fast as it can, with no schedule, no statistics and no control: what the client and the
 * broker leave to be had. Prints messages per second, and how many processors the process used.
 */
final class PlainSendLoop {

  private static final long CHECK_EVERY = 64;

  private final String url;
  private final int sizeBytes;
  private final long warmupNanos;
  private final long durationNanos;
  private final CountDownLatch up;
  private final CountDownLatch warm;

  private PlainSendLoop(
      String url, int threads, int sizeBytes, double warmupSeconds, double durationSeconds) {
    this.url = url;
    this.sizeBytes = sizeBytes;
    this.warmupNanos = (long) (warmupSeconds * 1e9);
    this.durationNanos = (long) (durationSeconds * 1e9);
    this.up = new CountDownLatch(threads);
    this.warm = new CountDownLatch(threads);
  }

  /**
   * Sends and prints.
   *
   * @param args URL, threads, bytes, warm-up and duration in seconds
   */
  public static void main(String[] args) throws Exception {
    int threads = Integer.parseInt(args[1]);
    PlainSendLoop loop =
        new PlainSendLoop(
            args[0],
            threads,
            Integer.parseInt(args[2]),
            Double.parseDouble(args[3]),
            Double.parseDouble(args[4]));
    ExecutorService executor = Executors.newFixedThreadPool(threads);
    List<Callable<Double>> senders = new ArrayList<>();
    for (int i = 0; i < threads; i++) {
      senders.add(loop::send);
    }
    List<Future<Double>> sending = senders.stream().map(executor::submit).toList();
    loop.warm.await();
    long cpuNanos = cpuNanos();
    long startNanos = System.nanoTime();
    double perSecond = 0;
    for (Future<Double> sender : sending) {
      perSecond += sender.get();
    }
    double processors = (double) (cpuNanos() - cpuNanos) / (System.nanoTime() - startNanos);
    executor.shutdown();
    System.out.println(
        String.format(Locale.ROOT, "%.1f/s, %.3f processors", perSecond, processors));
  }

  private static long cpuNanos() {
    return ((OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean())
        .getProcessCpuTime();
  }

  private double send() throws JMSException, InterruptedException {
    try (ActiveMQConnectionFactory factory = new ActiveMQConnectionFactory(url);
        Connection connection = factory.createConnection();
        Session session = connection.createSession(false, Session.AUTO_ACKNOWLEDGE)) {
      MessageProducer producer = session.createProducer(session.createQueue("SLUICE"));
      producer.setDeliveryMode(DeliveryMode.NON_PERSISTENT);
      BytesMessage message = session.createBytesMessage();
      message.writeBytes(new byte[sizeBytes]);
      up.countDown();
      up.await();
      sendFor(warmupNanos, producer, message);
      warm.countDown();
      long startNanos = System.nanoTime();
      long sent = sendFor(durationNanos, producer, message);
      return sent * 1e9 / (System.nanoTime() - startNanos);
    }
  }

  /** Looks at the clock only now and then, so that this costs nothing. */
  private static long sendFor(long nanos, MessageProducer producer, BytesMessage message)
      throws JMSException {
    long endNanos = System.nanoTime() + nanos;
    long sent = 0;
    while (sent % CHECK_EVERY != 0 || System.nanoTime() < endNanos) {
      producer.send(message);
      sent++;
    }
    return sent;
  }
}
