package dev.sluice.it.cli;

import dev.sluice.it.run.ChildProcess;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/** Processes that use all the processor time they can get, until they are closed. */
final class BusyLoops implements AutoCloseable {

  private final List<Process> loops = new ArrayList<>();

  /** How many a test plays beside: none and ten, {@code -Dloops=0} or {@code -Dloops=10} alone. */
  static IntStream counts() {
    return IntStream.of(0, 10).filter(count -> Integer.getInteger("loops", count) == count);
  }

  /** Starts this many of them. */
  BusyLoops(int count) throws IOException {
    for (int i = 0; i < count; i++) {
      loops.add(ChildProcess.builder("sh", "-c", "while :; do :; done").start());
    }
  }

  @Override
  public void close() {
    loops.forEach(Process::destroyForcibly);
  }
}
