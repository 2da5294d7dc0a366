package dev.sluice.mqsim.conversation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.mqsim.manager.QueueManager;
import dev.sluice.mqsim.queue.ManualTimer;
import io.netty.channel.embedded.EmbeddedChannel;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Connections that live on random and mutated segments. Whatever they send, they may be closed, but
 * nothing else may happen: no exception that is not foreseen, no buffer left behind.
 */
class FuzzTest {

  private static final int FRAMES = 1_000_000;

  /** Each on a thread of its own, with a share of the frames. */
  private static final List<Long> SEEDS = List.of(20_260_101L, 20_260_102L);

  private final UnforeseenExceptions unforeseen = new UnforeseenExceptions();
  private final Logger logger = Logger.getLogger("dev.sluice.mqsim");

  @BeforeEach
  void listenToTheLog() {
    logger.setUseParentHandlers(false);
    logger.addHandler(unforeseen);
  }

  @AfterEach
  void leaveTheLog() {
    logger.removeHandler(unforeseen);
    logger.setUseParentHandlers(true);
  }

  @Test
  @Tag("soak")
  void aMillionFramesFindNoCrashAndNoLeak() throws Exception {
    System.out.println("fuzzing with the seeds " + SEEDS);
    ExecutorService threads = Executors.newFixedThreadPool(SEEDS.size());
    try {
      List<Future<Fuzzer>> runs = new ArrayList<>();
      for (long seed : SEEDS) {
        Fuzzer fuzzer = new Fuzzer(seed);
        runs.add(
            threads.submit(
                () -> {
                  fuzzer.feed(FRAMES / SEEDS.size());
                  return fuzzer;
                }));
      }
      int fed = 0;
      for (Future<Fuzzer> run : runs) {
        Fuzzer done = run.get();
        fed += done.fed();
        assertThat(done.usedBytes()).as("%s", done).isZero();
        assertThat(done.survivors())
            .as("connections that came to their end, %s", done)
            .isPositive();
      }
      assertThat(unforeseen.thrown).isEmpty();
      assertThat(fed).isGreaterThanOrEqualTo(FRAMES);
    } finally {
      threads.shutdownNow();
    }
  }

  @Test
  void theValidLifeIsServedToItsEnd() {
    ManualTimer timer = new ManualTimer();
    Fuzzer fuzzer = new Fuzzer(SEEDS.get(0));
    QueueManager queueManager = fuzzer.queueManager(timer);
    EmbeddedChannel channel = fuzzer.channel(queueManager, timer);
    int answers = 0;
    for (byte[] frame : ClientFrames.all()) {
      assertThat(channel.isOpen()).isTrue();
      channel.writeInbound(channel.alloc().buffer().writeBytes(frame));
      answers += Fuzzer.drain(channel);
    }
    assertThat(answers).isGreaterThanOrEqualTo(15);
    assertThat(queueManager.puts().total()).isEqualTo(3);
    assertThat(queueManager.gets().total()).isEqualTo(2);
    channel.finishAndReleaseAll();
    assertThat(unforeseen.thrown).isEmpty();
    assertThat(fuzzer.usedBytes()).isZero();
  }

  /** Only unforeseen failures are logged with a stack trace. */
  private static final class UnforeseenExceptions extends Handler {
    private final Queue<Throwable> thrown = new ConcurrentLinkedQueue<>();

    @Override
    public void publish(LogRecord record) {
      if (record.getThrown() != null) {
        thrown.add(record.getThrown());
      }
    }

    @Override
    public void flush() {}

    @Override
    public void close() {}
  }
}
