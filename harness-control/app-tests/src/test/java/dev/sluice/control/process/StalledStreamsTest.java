package dev.sluice.control.process;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.core.bus.EventBus;
import dev.sluice.core.bus.RunEvent;
import dev.sluice.core.bus.Sink;
import dev.sluice.core.time.NanoClock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A terminal that takes nothing (Ctrl-S): standard output and standard error. */
@Timeout(120)
class StalledStreamsTest {

  private static final int MORE_THAN_A_QUEUE_HOLDS = 120_000;
  private static final int AT_ONCE = 10_000;

  private final CountDownLatch outFlows = new CountDownLatch(1);
  private final CountDownLatch errFlows = new CountDownLatch(1);
  private final CountDownLatch logged = new CountDownLatch(1);
  private final Logger logger = Logger.getLogger("dev.sluice.core.bus");

  /** Standard error, behind the log. */
  private final Handler log =
      new Handler() {
        @Override
        public void publish(LogRecord line) {
          logged.countDown();
          await(errFlows);
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
      };

  @BeforeEach
  void stallTheLog() {
    logger.setUseParentHandlers(false);
    logger.addHandler(log);
  }

  @AfterEach
  void letAllFlow() {
    outFlows.countDown();
    errFlows.countDown();
    logger.removeHandler(log);
    logger.setUseParentHandlers(true);
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void nobodyWhoTellsWaitsForAStalledTerminal() throws InterruptedException {
    Sink console =
        new Sink() {
          @Override
          public void event(RunEvent event) {
            await(outFlows);
          }
        };
    Semaphore inFile = new Semaphore(0);
    Sink file =
        new Sink() {
          @Override
          public void event(RunEvent event) {
            inFile.release();
          }
        };
    EventBus bus = new EventBus(NanoClock.SYSTEM, List.of(console, file));
    for (int i = 0; i < MORE_THAN_A_QUEUE_HOLDS; i += AT_ONCE) {
      tell(bus, AT_ONCE);
      inFile.acquire(AT_ONCE);
    }
    outFlows.countDown(); // the console comes to what it missed, which standard error does not take
    while (logged.getCount() > 0) {
      tell(bus, 1);
      inFile.acquire();
    }
    tell(bus, AT_ONCE);
    inFile.acquire(AT_ONCE);
    assertThat(bus.close(Duration.ZERO)).as("the console; the file, if it is slow").isBetween(1, 2);
    errFlows.countDown();
    assertThat(bus.close(Duration.ofMinutes(1))).isZero();
  }

  private static void tell(EventBus bus, int events) {
    for (int i = 0; i < events; i++) {
      bus.event(new RunEvent(Instant.EPOCH, 0, RunEvent.Kind.MARK, "", "mark"));
    }
  }
}
