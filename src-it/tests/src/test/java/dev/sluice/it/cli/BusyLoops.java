package dev.sluice.it.cli;

import dev.sluice.it.run.ChildProcess;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Processes that use all the processor time they can get, until they are closed. */
final class BusyLoops implements AutoCloseable {

  private final List<Process> loops = new ArrayList<>();

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
