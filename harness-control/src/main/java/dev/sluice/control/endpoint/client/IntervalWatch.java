package dev.sluice.control.endpoint.client;

import dev.sluice.control.command.RunJson;
import dev.sluice.control.endpoint.client.Reply.ReplyRules;
import dev.sluice.core.result.Snapshot;
import java.io.IOException;
import java.time.Duration;
import org.json.JSONException;

/**
 * The intervals of another process as they end, over a connection that is made again whenever it
 * breaks. Its listener is called by one thread, that of the watch.
 */
public final class IntervalWatch implements AutoCloseable {

  private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(10);
  private static final Duration PAUSE = Duration.ofSeconds(1);
  private static final Duration CLOSE_TIMEOUT = Duration.ofSeconds(1);

  /** How long the intervals of the other process are is known when the first has come. */
  private static final Duration FIRST_WITHIN = Duration.ofMinutes(10);

  /** A process that misses more intervals than these does not answer. */
  private static final int INTERVALS_MISSED = 3;

  private final CommandClient client;
  private final HostPort at;
  private final Listener listener;
  private final Thread thread = new Thread(this::watchAgainAndAgain, "interval-watch");
  private LineSocket socket; // guarded by this, null unless connected
  private boolean closed; // guarded by this

  /** Takes what comes. */
  public interface Listener {

    /** An interval has ended just now. */
    void interval(Snapshot interval);

    /** No intervals come until the next does; called again for each attempt that fails. */
    void broken(String why);
  }

  /**
   * @param client has the token, if one is needed
   * @param at its command socket
   */
  public IntervalWatch(CommandClient client, HostPort at, Listener listener) {
    this.client = client;
    this.at = at;
    this.listener = listener;
    thread.setDaemon(true);
  }

  public void start() {
    thread.start();
  }

  /** Ends it; the listener is not called any more, unless a connection is just being made. */
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
          listener.broken(why);
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
        listener.interval(interval);
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
