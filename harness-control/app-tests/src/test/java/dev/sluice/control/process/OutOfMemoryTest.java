package dev.sluice.control.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(120)
class OutOfMemoryTest {

  private final OutOfMemoryError full = new OutOfMemoryError("Java heap space");

  private final List<String> said = new CopyOnWriteArrayList<>();
  private final BlockingQueue<Integer> halted = new ArrayBlockingQueue<>(10);

  private OutOfMemory memory(Duration grace) {
    return new OutOfMemory(
        bytes -> said.add(new String(bytes, StandardCharsets.UTF_8)), halted::add, grace);
  }

  @Test
  void itIsSaidOnceAndAProcessWithoutARunEnds() throws InterruptedException {
    OutOfMemory memory = memory(Duration.ofMinutes(5));
    for (int i = 0; i < 100; i++) {
      memory.uncaughtException(Thread.currentThread(), full);
      memory.uncaughtException(Thread.currentThread(), new IllegalStateException("of that"));
    }
    assertThat(halted.poll(60, TimeUnit.SECONDS)).isEqualTo(1);
    assertThat(said).filteredOn(line -> !line.isEmpty()).hasSize(1);
    Matcher line =
        Pattern.compile(
                "sluice: out of memory: the heap of (\\d+) MiB is full; .*-Xmx(\\d+)g .*\\n")
            .matcher(said.get(said.size() - 1));
    assertThat(line.matches()).isTrue();
    assertThat(1_024 * Long.parseLong(line.group(2))).isGreaterThan(Long.parseLong(line.group(1)));
  }

  @ParameterizedTest
  @CsvSource({
    "unable to create native thread: possibly out of memory, the host has no more threads",
    "Cannot reserve 65536 bytes of direct buffer memory, the memory beside the heap is full",
    "Metaspace, the memory for classes is full",
    "Compressed class space, the memory for classes is full",
    "Requested array size exceeds VM limit, the heap of",
    ", the heap of"
  })
  void itIsSaidWhatIsUsedUp(String message, String line) throws InterruptedException {
    memory(Duration.ofMinutes(5)).happens(new OutOfMemoryError(message));
    assertThat(halted.poll(60, TimeUnit.SECONDS)).isEqualTo(1);
    assertThat(said.get(said.size() - 1)).startsWith("sluice: ").contains(line).endsWith("\n");
  }

  @Test
  void aRunIsAskedToEndAndHasTheTimeItTakes() throws InterruptedException {
    OutOfMemory memory = memory(Duration.ofMinutes(5));
    BlockingQueue<String> asked = new ArrayBlockingQueue<>(1);
    memory.onFirst(() -> asked.add("stop"));
    memory.onLast(() -> asked.add("unfinished"));
    memory.happens();
    assertThat(asked.poll(60, TimeUnit.SECONDS)).isEqualTo("stop");
    memory.close();
    assertThat(memory.happened()).isTrue();
    assertThat(halted).isEmpty();
  }

  @Test
  void aThreadOfOursThatFailsIsToldAndChangesTheExitCode() {
    OutOfMemory memory = memory(Duration.ofMinutes(5));
    memory.onFirst(() -> {});
    memory.onFailure((thread, failure) -> said.add(thread.getName() + ": " + failure));
    StackTraceElement library = new StackTraceElement("com.example.Client", "run", null, 1);
    Throwable theirs = new StackOverflowError();
    theirs.setStackTrace(new StackTraceElement[] {library});
    said.clear();
    Logger log = Logger.getLogger("dev.sluice");
    Level before = log.getLevel();
    log.setLevel(Level.OFF);
    try {
      memory.uncaughtException(Thread.currentThread(), theirs);
      assertThat(said).isEmpty();
      assertThat(memory.exitCode(ExitCode.OK)).isEqualTo(ExitCode.OK);
      memory.uncaughtException(Thread.currentThread(), new StackOverflowError());
    } finally {
      log.setLevel(before);
    }
    assertThat(said)
        .containsExactly(Thread.currentThread().getName() + ": java.lang.StackOverflowError");
    assertThat(memory.exitCode(ExitCode.OK)).isEqualTo(ExitCode.FAILED_RUN);
    assertThat(memory.exitCode(ExitCode.OBJECTIVES_MISSED)).isEqualTo(ExitCode.OBJECTIVES_MISSED);
    assertThat(halted).isEmpty();
  }

  @Test
  void aRunThatDoesNotEndIsEnded() throws InterruptedException {
    OutOfMemory memory = memory(Duration.ofMillis(1));
    BlockingQueue<String> kept = new ArrayBlockingQueue<>(1);
    memory.onFirst(() -> {});
    memory.onLast(() -> kept.add("unfinished"));
    memory.happens();
    assertThat(halted.poll(60, TimeUnit.SECONDS)).isEqualTo(1);
    assertThat(kept.poll(60, TimeUnit.SECONDS)).isEqualTo("unfinished");
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void neitherARunThatTakesTheQuestionNorOneThatKeepsNothingHoldsItUp(boolean asked)
      throws InterruptedException {
    OutOfMemory memory = memory(Duration.ofMillis(1));
    CountDownLatch never = new CountDownLatch(1);
    Runnable stuck = () -> assertThatThrownBy(never::await).isNull();
    memory.onFirst(asked ? stuck : () -> {});
    memory.onLast(stuck);
    memory.happens();
    assertThat(halted.poll(60, TimeUnit.SECONDS)).isEqualTo(1);
  }

  @Test
  void aRunThatCannotBeAskedIsEndedToo() throws InterruptedException {
    OutOfMemory memory = memory(Duration.ofMinutes(5));
    memory.onFirst(
        () -> {
          throw full;
        });
    memory.onLast(() -> said.add("unfinished"));
    memory.happens();
    assertThat(halted.poll(60, TimeUnit.SECONDS)).isEqualTo(1);
    assertThat(said).endsWith("unfinished");
  }

  @Test
  void thatARunIsUnfinishedIsKeptAsSoonAsThereIsRoom() throws InterruptedException {
    OutOfMemory memory = memory(Duration.ofMillis(1));
    BlockingQueue<String> tries = new ArrayBlockingQueue<>(10);
    memory.onLast(
        () -> {
          tries.add("tried");
          if (tries.size() < 3) {
            throw full;
          }
        });
    memory.happens();
    assertThat(halted.poll(60, TimeUnit.SECONDS)).isEqualTo(1);
    assertThat(tries).hasSize(3);
  }

  @Test
  void aRunWhoseMainThreadHasNoMemoryIsKeptUnfinishedUnlessItIsOver() throws InterruptedException {
    OutOfMemory memory = memory(Duration.ofMinutes(5));
    memory.onFirst(() -> {});
    memory.onLast(() -> said.add("unfinished"));
    memory.endsMain(full);
    assertThat(said).endsWith("unfinished");
    said.clear();
    memory.close();
    memory.endsMain(full);
    assertThat(said).isEmpty();
    assertThat(halted).containsExactly(1, 1);
  }
}
