package dev.sluice.control.fleet.run;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.function.Consumer;

/** Passes on what a fleet's console is told, and keeps the last lines about who was refused. */
final class RefusalLog implements Consumer<String> {

  private static final int KEPT = 10;

  private final Consumer<String> console;
  private final Deque<String> last = new ArrayDeque<>(); // guarded by this

  RefusalLog(Consumer<String> console) {
    this.console = console;
  }

  @Override
  public void accept(String line) {
    if (line.startsWith("refused ")) {
      synchronized (this) {
        if (last.size() == KEPT) {
          last.removeFirst();
        }
        last.add(line);
      }
    }
    console.accept(line);
  }

  /** The oldest first. */
  synchronized List<String> last() {
    return List.copyOf(last);
  }
}
