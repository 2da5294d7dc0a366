package dev.sluice.control.scenario.outside;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.core.run.watch.CpuMeter;
import dev.sluice.core.time.NanoClock;
import dev.sluice.jms.provider.JmsProvider;
import dev.sluice.jms.provider.QueueDepths;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class ObserverTimelineTest {

  /** As a client library may do that waits for an answer of its broker. */
  private static final class UsesUpInterrupts implements QueueDepths {

    private final CountDownLatch asked = new CountDownLatch(1);
    private final AtomicBoolean usedUp = new AtomicBoolean();

    @Override
    public long depth(String queue) {
      asked.countDown();
      try {
        if (!usedUp.get()) {
          new CountDownLatch(1).await();
        }
      } catch (InterruptedException e) {
        usedUp.set(true);
      }
      return 0;
    }

    @Override
    public void close() {}
  }

  @Test
  @Timeout(60)
  void itEndsAlsoIfALibraryUsesUpTheInterrupt() throws Exception {
    UsesUpInterrupts library = new UsesUpInterrupts();
    Observers observers =
        new Observers(
            List.of(new Observer("depth", new Observer.QueueDepth("broker", "Q"))),
            Map.of("broker", providerOf(library)),
            Map.of(),
            CpuMeter.ofThisProcess(),
            NanoClock.SYSTEM);
    ObserverTimeline timeline =
        new ObserverTimeline(observers, Duration.ofMillis(1), (last, now) -> {});
    timeline.start();
    library.asked.await();
    timeline.close();
    assertThat(library.usedUp).isTrue();
  }

  private static JmsProvider providerOf(QueueDepths depths) {
    return (JmsProvider)
        Proxy.newProxyInstance(
            JmsProvider.class.getClassLoader(),
            new Class<?>[] {JmsProvider.class},
            (self, method, arguments) ->
                switch (method.getName()) {
                  case "queueDepths" -> Optional.of(depths);
                  case "name" -> "broker";
                  default -> throw new UnsupportedOperationException(method.getName());
                });
  }
}
