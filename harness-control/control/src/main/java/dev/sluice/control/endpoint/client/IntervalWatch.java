package dev.sluice.control.endpoint.client;

import dev.sluice.control.command.RunJson;
import dev.sluice.control.endpoint.client.Reply.ReplyRules;
import dev.sluice.core.bus.Sink;
import dev.sluice.core.result.Snapshot;
import java.io.IOException;
import java.time.Duration;
import java.util.function.Consumer;
import org.json.JSONException;

/**
 * The intervals of another process as they end, over a connection that is made again whenever it
 * breaks. The sink is called by one thread, that of the watch.
 */
final class IntervalWatch implements AutoCloseable {

  private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(10);
  private static final Duration PAUSE = Duration.ofSeconds(1);
  private static final Duration CLOSE_TIMEOUT = Duration.ofSeconds(1);

  /** How long the intervals of the other process are is known when the first has come. */
  private static final Duration FIRST_WITHIN = Duration.ofMinutes(10);

  /** A process that misses more intervals than these does not answer. */
  private static final int INTERVALS_MISSED = 3;

  private final CommandClient client;
  private final HostPort at;
  private final Sink sink;
  private final Consumer<String> warnings;
  private final Thread thread = new Thread(this::watchAgainAndAgain, "interval-watch");
  private LineSocket socket; // guarded by this, null unless connected
  private boolean closed; // guarded by this
  private boolean broken; // of the watch's thread

  /**
   * @param client has the token, if one is needed
   * @param at its command socket
   * @param sink gets each interval as it ends
   * @param warnings is told, once for each gap, why no intervals come, and when they come again
   */
  IntervalWatch(CommandClient client, HostPort at, Sink sink, Consumer<String> warnings) {
    this.client = client;
    this.at = at;
    this.sink = sink;
    this.warnings = warnings;
    thread.setDaemon(true);
  }

  void start() {
    thread.start();
  }

  /** Ends it; the sink is not called any more, unless a connection is just being made. */
  @Override
  public void close() {
    synchronized (this) {
      closed = true;
      closeSocket();
    }
    thread.interrupt();
    try {
      thread.join(CLOSE_TIMEOUT.toMillis());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt(); // then it ends by itself
    }
  }

  private void watchAgainAndAgain() {
    try {
      while (!isClosed()) {
        String why = watch();
        if (!isClosed()) {
          if (!broken) {
            broken = true;
            warnings.accept("has a gap in its figures: " + why);
          }
          Thread.sleep(PAUSE.toMillis());
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt(); // that is how it is ended
    }
  }

  /** Watches over one connection, and returns why that ended. */
  private String watch() {
    Duration allowed = CONNECT_TIMEOUT;
    try {
      LineSocket opened = client.open(at, allowed);
      if (!keep(opened)) {
        return "";
      }
      opened.send("watch json");
      allowed = FIRST_WITHIN;
      while (true) {
        opened.allow(allowed);
        String line = opened.receive();
        if (ReplyRules.isOk(line)) {
          return "its run has ended";
        }
        if (ReplyRules.isError(line)) {
          return line;
        }
        Snapshot interval = RunJson.parse(line);
        sink.interval(interval);
        if (broken) {
          broken = false;
          warnings.accept("can be measured again");
        }
        allowed = CONNECT_TIMEOUT.plusNanos(INTERVALS_MISSED * interval.lengthNanos());
      }
    } catch (IOException e) {
      return CommandClient.explain(at, e, allowed);
    } catch (JSONException | IllegalArgumentException e) {
      return at + " sends no intervals: " + e.getMessage();
    } finally {
      synchronized (this) {
        closeSocket();
      }
    }
  }

  /** Returns whether it is still wanted; else it is closed. */
  private synchronized boolean keep(LineSocket opened) {
    socket = opened;
    return !closed;
  }

  private synchronized boolean isClosed() {
    return closed;
  }

  private void closeSocket() {
    try {
      if (socket != null) {
        socket.close();
      }
    } catch (IOException e) {
      // nothing more can be done for it, and nothing depends on it
    }
    socket = null;
  }
}
