package dev.sluice.control.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class ClosingTest {

  private final List<String> closed = Collections.synchronizedList(new ArrayList<>());

  @Test
  void allAreClosedInTheirOrderWhateverTheyThrow() {
    Closing.inTurn(
        List.of(
            () -> closed.add("first"),
            () -> {
              closed.add("second");
              throw new IllegalStateException("it broke");
            },
            () -> closed.add("third")));
    assertThat(closed).containsExactly("first", "second", "third");
  }

  @Test
  void aThreadThatWasInterruptedClosesTooAndStaysInterrupted() {
    Thread.currentThread().interrupt();
    Closing.inTurn(List.of(() -> closed.add("first"), () -> closed.add("second")));
    assertThat(Thread.interrupted()).isTrue();
    assertThat(closed).containsExactly("first", "second");
  }

  @Test
  void oneThatNeverComesBackHoldsUpTheOthersForALimitedTimeOnly() throws Exception {
    CountDownLatch never = new CountDownLatch(1);
    Thread ending =
        new Thread(() -> Closing.inTurn(List.of(never::await, () -> closed.add("after it"))));
    ending.start();
    while (ending.getState() != Thread.State.TIMED_WAITING) {
      Thread.onSpinWait();
    }
    ending.interrupt(); // a person who does not want to wait so long
    ending.join();
    assertThat(closed).containsExactly("after it");
  }
}
