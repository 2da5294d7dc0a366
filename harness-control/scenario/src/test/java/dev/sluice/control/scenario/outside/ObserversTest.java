package dev.sluice.control.scenario.outside;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.control.format.Observation;
import dev.sluice.control.measure.Observed;
import dev.sluice.control.measure.Observed.ObservedWindow;
import dev.sluice.control.measure.Reading;
import dev.sluice.control.scenario.yaml.ShellCommand;
import dev.sluice.core.run.watch.CpuMeter;
import dev.sluice.core.time.NanoClock;
import dev.sluice.jms.provider.JmsProvider;
import dev.sluice.jms.provider.QueueDepths;
import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Commands that count how often they are run, by a clock of its own. */
class ObserversTest {

  private static final Duration TIMEOUT = Duration.ofMinutes(1);

  @TempDir Path folder;

  private Observers observers;

  private final SetClock clock = new SetClock();

  @BeforeEach
  void aSlowOneAndOneForEachInterval() {
    observe(counting("slow", 10, Observer.Reads.VALUE), counting("each", 0, Observer.Reads.VALUE));
  }

  private void observe(Observer... specs) {
    observers = new Observers(List.of(specs), Map.of(), Map.of(), () -> 0, clock);
  }

  private Observer counting(String name, int everySeconds, Observer.Reads reads) {
    Path runs = folder.resolve(name);
    String command = "echo >>'%1$s'; [ ! -e '%2$s' ] && wc -l <'%1$s'".formatted(runs, failing());
    return new Observer(
        name,
        new Observer.CommandOutput(ShellCommand.of(command), TIMEOUT, reads),
        Duration.ofSeconds(everySeconds),
        "");
  }

  private Path failing() {
    return folder.resolve("failing");
  }

  private Observed at(int second) throws InterruptedException {
    clock.nowNanos = Duration.ofSeconds(second).toNanos();
    return observers.readDue();
  }

  private static double value(Observed observed, String name) {
    return ((Reading.Value) observed.readings().get(name).reading()).value();
  }

  private static List<String> written(Observed earlier, Observed now) {
    return now.observationsSince(earlier, Instant.EPOCH, 0).stream()
        .map(Observation::subject)
        .toList();
  }

  @Test
  void oneIsAskedNoMoreOftenThanItSaysAndWrittenDownAsOftenAsItIsAsked() throws Exception {
    Observed last = at(0);
    for (int second = 1; second <= 25; second++) {
      Observed now = at(second);
      assertThat(value(now, "each")).isEqualTo(second + 1.0);
      int times = second / 10;
      assertThat(value(now, "slow")).isEqualTo(times + 1.0);
      assertThat(now.readNanos("slow")).hasValue(Duration.ofSeconds(10L * times).toNanos());
      assertThat(written(last, now).contains("slow")).isEqualTo(second % 10 == 0);
      assertThat(written(last, now)).contains("each");
      last = now;
    }
  }

  @Test
  void theEndsOfAWindowAskAll() throws Exception {
    at(0);
    clock.nowNanos = 1;
    assertThat(value(observers.read(), "slow")).isEqualTo(2);
    assertThat(value(at(10), "slow")).isEqualTo(2); // not yet ten seconds
    assertThat(value(at(11), "slow")).isEqualTo(3);
  }

  @Test
  void aMeanHasEachReadingOnce() throws Exception {
    List<Observed> window = new ArrayList<>(List.of(at(0)));
    for (int second = 1; second <= 19; second++) {
      window.add(at(second));
    }
    assertThat(new ObservedWindow(window).values()).containsEntry("slow", 1.5);
  }

  @Test
  void coresAreThoseBetweenTwoReadingsHoweverManyIntervalsAreBetween() throws Exception {
    observe(counting("cpu", 10, Observer.Reads.CPU_SECONDS));
    Observed first = at(0);
    Observed held = at(9);
    Observed next = at(10);
    assertThat(held.coresSince(first)).isEmpty();
    assertThat(next.coresSince(held)).containsEntry("cpu", 0.1);
  }

  @Test
  void whatFailedIsAGapUntilItIsAskedAgain() throws Exception {
    Files.createFile(failing());
    assertThat(at(0).readNanos("slow")).isEmpty();
    Files.delete(failing());
    assertThat(at(9).readNanos("slow")).isEmpty();
    assertThat(at(10).readNanos("slow")).isPresent();
  }

  @Test
  void theProcessorTimeOfCommandsIsAFigure() throws Exception {
    observe(
        new Observer(
            "busy",
            new Observer.CommandOutput(
                ShellCommand.of("i=0; while [ $i -lt 20000 ]; do i=$((i + 1)); done; echo 1"),
                TIMEOUT,
                Observer.Reads.VALUE)));
    Observed first = at(0);
    Observed second = at(1);
    assertThat(second.valuesSince(first).get(Observers.COST)).isPositive();
    assertThat(written(first, second)).contains(Observers.COST);
  }

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
    observers.start(Duration.ofMillis(1), (last, now) -> {});
    library.asked.await();
    observers.close();
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
