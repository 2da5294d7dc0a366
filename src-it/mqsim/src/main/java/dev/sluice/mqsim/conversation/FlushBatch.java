package dev.sluice.mqsim.conversation;

import io.netty.channel.EventLoop;
import java.util.ArrayList;
import java.util.List;

/**
 * Flushes all connections that were written to in one turn of the event loop at the end of that
 * turn: one system call per connection and turn, also for answers that a call on one connection
 * causes on another.
 */
public final class FlushBatch {

  private final EventLoop loop;
  private List<Connection> written = new ArrayList<>();

  public FlushBatch(EventLoop loop) {
    this.loop = loop;
  }

  /** The connection was written to for the first time since it was flushed. */
  void add(Connection connection) {
    if (written.isEmpty()) {
      loop.execute(this::flush);
    }
    written.add(connection);
  }

  private void flush() {
    List<Connection> batch = written;
    written = new ArrayList<>(batch.size());
    batch.forEach(Connection::flush);
  }
}
