package dev.sluice.control.fleet.link;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.core.time.NanoClock;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

@Isolated("it hears of all threads that fail")
class ProtocolThreadTest {

  @Test
  void whatFailsIsToldAsAThreadThatDiesAndTheRestIsDone() throws Exception {
    List<String> told = new CopyOnWriteArrayList<>();
    CompletableFuture<Void> last = new CompletableFuture<>();
    Thread.UncaughtExceptionHandler before = Thread.getDefaultUncaughtExceptionHandler();
    Thread.setDefaultUncaughtExceptionHandler(
        (thread, failure) -> told.add(thread.getName() + ": " + failure.getMessage()));
    ProtocolThread thread =
        new ProtocolThread("fleet-protocol", NanoClock.SYSTEM, 1_000_000_000L, nanos -> {});
    try {
      thread.start();
      thread.put(
          nanos -> {
            throw new NoClassDefFoundError("one");
          });
      thread.put(
          nanos -> {
            throw new IllegalStateException("two");
          });
      thread.put(nanos -> last.complete(null));
      last.get(30, TimeUnit.SECONDS);
    } finally {
      thread.end();
      Thread.setDefaultUncaughtExceptionHandler(before);
    }
    assertThat(told).containsExactly("fleet-protocol: one", "fleet-protocol: two");
  }
}
