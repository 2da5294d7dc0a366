package dev.sluice.it.nemesis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.core.result.Verdict.Kind;
import dev.sluice.it.legacy.LiveProcess;
import dev.sluice.it.nemesis.AnswerClock.Answers;
import dev.sluice.it.run.RunSummary;
import dev.sluice.mqsim.client.Eventually;
import jakarta.jms.JMSConsumer;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSProducer;
import jakarta.jms.JMSRuntimeException;
import jakarta.jms.Queue;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.locks.LockSupport;
import java.util.function.ToLongFunction;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.apache.activemq.artemis.jms.client.ActiveMQConnectionFactory;
import org.json.JSONObject;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A harness and a broker, two processes, and troubles one after the other. How many iterations each
 * of them costs is known outside, by the rate and the clock of this test, and the verdict names the
 * cause that costs most; of causes within a tenth of each other any. {@code -Dmixtures=60} plays
 * more, {@code -Dmixtures.from=25} others.
 */
@Tag("soak")
class MixturesOfTroubleIT {

  private static final Duration PATIENCE = Duration.ofMinutes(3);
  private static final Pattern STARTED = Pattern.compile(".*all workers are up.*");
  private static final int WORKERS = 4;
  private static final int PER_SECOND = 40;
  private static final double CATCH_UP_SECONDS = 0.3;
  private static final long SLOW_MILLIS = 200; // each way
  private static final double TIE = 0.9;

  /** What can happen, and what it is called. */
  private enum Trouble {
    HARNESS_STANDS(Kind.HARNESS_LIMITED),
    BROKER_IS_GONE(Kind.INTERRUPTED),
    BROKER_STANDS(Kind.SATURATED),
    QUEUE_IS_FULL(Kind.SATURATED),
    CALLS_ARE_SLOW(Kind.SATURATED),
    QUEUE_IS_EMPTY(Kind.IDLE);

    private static final List<Trouble> OF_SENDERS =
        List.of(HARNESS_STANDS, BROKER_IS_GONE, BROKER_STANDS, QUEUE_IS_FULL, CALLS_ARE_SLOW);
    private static final List<Trouble> OF_RECEIVERS =
        List.of(HARNESS_STANDS, BROKER_IS_GONE, QUEUE_IS_EMPTY);

    private final Kind kind;

    Trouble(Kind kind) {
      this.kind = kind;
    }

    /** How many iterations are lost in a time, of which the last that fell due are made up. */
    double missing(double seconds, double madeUpSeconds) {
      double perSecond =
          this == CALLS_ARE_SLOW ? PER_SECOND - WORKERS * 1e3 / (2 * SLOW_MILLIS) : PER_SECOND;
      return perSecond * Math.max(0, seconds - madeUpSeconds);
    }
  }

  @TempDir Path directory;

  static IntStream seeds() {
    int first = Integer.getInteger("mixtures.from", 0);
    return IntStream.range(first, first + Integer.getInteger("mixtures", 2));
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void whatCostsMostIsNamedFirst(int seed) throws Exception {
    Random random = new Random(seed);
    boolean receives = seed % 3 == 0;
    List<Trouble> possible = receives ? Trouble.OF_RECEIVERS : Trouble.OF_SENDERS;
    Map<Kind, Double> missing = new EnumMap<>(Kind.class);
    StringBuilder story = new StringBuilder();
    Path results = directory.resolve("results");
    try (Broker broker = new ArtemisBroker(Files.createDirectories(directory.resolve("broker")));
        FaultyNetwork network = new FaultyNetwork(broker.port());
        AnswerClock clock = new AnswerClock(network.port());
        Feed feed = new Feed(broker.port(), receives);
        LiveProcess run = LiveProcess.start(line(receives, clock.port(), results))) {
      assertThat(run.await(0, STARTED, PATIENCE)).as("%s", run).isPresent();
      Trouble favourite = possible.get(random.nextInt(possible.size()));
      for (int i = 0; i < 3; i++) {
        Trouble trouble = i < 2 ? favourite : possible.get(random.nextInt(possible.size()));
        sleep(1_000);
        double seconds =
            play(trouble, 1_000 + random.nextInt(2_500), broker, network, clock, feed, run);
        double unanswered = trouble == Trouble.BROKER_IS_GONE ? unansweredSeconds(clock) : 0;
        // a cause has what fell due while it was true, so less of it is made up, the later that is
        double madeUp = Math.max(0, CATCH_UP_SECONDS - unanswered);
        missing.merge(trouble.kind, trouble.missing(seconds, madeUp), Double::sum);
        missing.merge(
            receives ? Kind.IDLE : Kind.SATURATED,
            PER_SECOND * Math.max(0, unanswered - CATCH_UP_SECONDS),
            Double::sum);
        story.append(" %s %.1f s (%.1f s)".formatted(trouble, seconds, unanswered));
      }
      sleep(1_000);
      run.interrupt();
      run.exitCode(PATIENCE);
      JSONObject said = RunSummary.read(results).workload(receives ? "receivers" : "senders");
      String all = "seed %d:%s; missing %s; said %s".formatted(seed, story, missing, said(said));
      System.out.println(all);
      Kind named = Kind.valueOf(said.getString("verdict").toUpperCase(Locale.ROOT));
      double most = missing.values().stream().mapToDouble(each -> each).max().orElseThrow();
      assertThat(missing.getOrDefault(named, 0.0)).as(all).isGreaterThanOrEqualTo(TIE * most);
    }
  }

  private static String said(JSONObject workload) {
    return workload.getString("verdict") + " " + workload.getJSONArray("shares");
  }

  private static String line(boolean receives, int port, Path results) {
    return (receives ? "receive" : "send --persistent")
        + " --provider artemis --url tcp://127.0.0.1:"
        + port
        + "?reconnectAttempts=-1&retryInterval=50&producerWindowSize=1024 --queue Q --threads "
        + WORKERS
        + " --total-rate "
        + PER_SECOND
        + " --catch-up 300ms"
        + (receives ? "" : " --message-property seen=" + AnswerClock.MARK)
        + " --out "
        + results;
  }

  /** Returns for how many seconds it was so, in the mean of the workers. */
  private static double play(
      Trouble trouble,
      long millis,
      Broker broker,
      FaultyNetwork network,
      AnswerClock clock,
      Feed feed,
      LiveProcess run)
      throws Exception {
    long fromNanos = System.nanoTime();
    switch (trouble) {
      case HARNESS_STANDS -> {
        run.signal("STOP");
        sleep(millis);
        run.signal("CONT");
      }
      case BROKER_IS_GONE -> {
        clock.refuse();
        broker.kill();
        sleep(millis / 2);
        broker.start();
        clock.listen();
        assertThat(Eventually.holds(PATIENCE, () -> clock.answers().size() == WORKERS)).isTrue();
        return mean(clock, each -> each.anyNanos() - fromNanos) / 1e9;
      }
      case BROKER_STANDS -> {
        broker.signal("STOP");
        sleep(millis);
        broker.signal("CONT");
      }
      case QUEUE_IS_FULL -> {
        broker.tell("full BLOCK Q");
        sleep(millis);
        broker.tell("room Q");
        feed.takeOne(); // the broker looks for room when a message goes
      }
      case CALLS_ARE_SLOW -> {
        network.delay(SLOW_MILLIS);
        sleep(millis);
        network.delay(0);
      }
      case QUEUE_IS_EMPTY -> {
        feed.pause(true);
        sleep(millis);
        feed.pause(false);
      }
    }
    return (System.nanoTime() - fromNanos) / 1e9;
  }

  /**
   * Between when a worker was back and when it had an answer to a message: receivers had nothing to
   * receive, and what senders sent was not taken yet. The workers of a busy host come back one by
   * one, so that when the last one did says little of the others.
   */
  private static double unansweredSeconds(AnswerClock clock) {
    return mean(clock, each -> each.messageNanos() - each.anyNanos()) / 1e9;
  }

  private static double mean(AnswerClock clock, ToLongFunction<Answers> nanos) {
    return clock.answers().stream().mapToLong(nanos).average().orElseThrow();
  }

  private static void sleep(long millis) throws InterruptedException {
    Thread.sleep(millis); // for processes, which are real ones, time passes
  }

  /** Messages for receivers, more than they take; each expires before it is a backlog. */
  private static final class Feed implements AutoCloseable {

    private static final long LIFE_MILLIS = 300;
    private static final long GAP_NANOS = 1_000_000_000L / (2 * PER_SECOND);

    private final ActiveMQConnectionFactory factory;
    private volatile boolean paused;
    private volatile boolean closed;

    Feed(int port, boolean feeds) {
      factory =
          new ActiveMQConnectionFactory(
              "tcp://127.0.0.1:" + port + "?reconnectAttempts=-1&retryInterval=50");
      if (feeds) {
        Thread thread = new Thread(this::feed, "feed");
        thread.setDaemon(true);
        thread.start();
      }
    }

    void pause(boolean on) {
      paused = on;
    }

    void takeOne() {
      try (JMSContext context = factory.createContext();
          JMSConsumer consumer = context.createConsumer(context.createQueue("Q"))) {
        assertThat(consumer.receive(PATIENCE.toMillis())).isNotNull();
      }
    }

    private void feed() {
      while (!closed) {
        try (JMSContext context = factory.createContext()) {
          JMSProducer producer = context.createProducer().setTimeToLive(LIFE_MILLIS);
          Queue queue = context.createQueue("Q");
          while (!closed) {
            if (!paused) {
              producer.send(queue, AnswerClock.MARK);
            }
            LockSupport.parkNanos(GAP_NANOS);
          }
        } catch (JMSRuntimeException e) {
          // the broker has gone; it comes back
        }
      }
    }

    @Override
    public void close() {
      closed = true;
      factory.close();
    }
  }
}
