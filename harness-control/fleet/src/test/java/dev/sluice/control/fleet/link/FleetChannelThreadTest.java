package dev.sluice.control.fleet.link;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.jms.provider.Secret;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

@Isolated("it hears of all threads that fail")
class FleetChannelThreadTest {

  @Test
  void whatFailsIsToldAsAThreadThatDiesAndTheRestIsDone() throws Exception {
    List<String> told = new CopyOnWriteArrayList<>();
    CompletableFuture<String> last = new CompletableFuture<>();
    Thread.UncaughtExceptionHandler before = Thread.getDefaultUncaughtExceptionHandler();
    Thread.setDefaultUncaughtExceptionHandler(
        (thread, failure) -> told.add(thread.getName() + ": " + failure.getMessage()));
    try (FleetChannel link =
        new FleetChannel(
            TestMember.settings("test", "one", "1", 0, List.of()),
            Secret.of("a secret of sixteen characters"),
            line -> {},
            line -> {})) {
      link.execute(
          () -> {
            throw new NoClassDefFoundError("one");
          });
      link.execute(
          () -> {
            throw new IllegalStateException("two");
          });
      link.execute(() -> last.complete(Thread.currentThread().getName()));
      last.get(30, TimeUnit.SECONDS);
    } finally {
      Thread.setDefaultUncaughtExceptionHandler(before);
    }
    assertThat(last.join()).startsWith("fleet-protocol");
    assertThat(told).containsExactly(last.join() + ": one", last.join() + ": two");
  }
}
