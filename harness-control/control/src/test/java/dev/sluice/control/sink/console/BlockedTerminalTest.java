package dev.sluice.control.sink.console;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.Writer;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

/** Standard output that takes nothing, such as a pipe that nobody reads. */
class BlockedTerminalTest {

  private final CountDownLatch writing = new CountDownLatch(1);
  private final CountDownLatch released = new CountDownLatch(1);

  private final Writer stalled =
      new Writer() {
        @Override
        public void write(char[] text, int from, int length) {
          writing.countDown();
          try {
            released.await();
          } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
          }
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
      };

  @Test
  void itHoldsTheThreadThatWritesAndNoOther() throws InterruptedException {
    Terminal terminal = new Terminal(new PrintWriter(stalled), true);
    Thread held = new Thread(() -> terminal.line("an interval"));
    held.setDaemon(true);
    held.start();
    writing.await();
    terminal.line("the end"); // returns
    terminal.bar("");
    assertThat(held.isAlive()).isTrue();
    released.countDown();
    held.join();
  }
}
