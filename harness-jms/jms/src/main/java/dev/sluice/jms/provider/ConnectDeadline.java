package dev.sluice.jms.provider;

import jakarta.jms.JMSException;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Bounds the time a client library may take to connect. Some wait for minutes, or for ever, for a
 * host that takes the connection and does not answer. The library is called on another thread,
 * which is left behind when it is late; a connection that comes up after all is closed. Threads are
 * kept for the next call for a moment, because thousands of workers connect one after the other;
 * they have the class loader of the thread that first needed them, so all callers have the same.
 */
public final class ConnectDeadline {

  private static final Logger LOG = LoggerFactory.getLogger(ConnectDeadline.class);

  /** A client library did not come back from connecting in time. */
  static final class ConnectTimeoutException extends JMSException {

    private static final long serialVersionUID = 1L;

    ConnectTimeoutException(String message) {
      super(message);
    }
  }

  private static final long THREAD_KEPT_SECONDS = 1;

  /**
   * How often to give the processor away before the wait for a connection. Some libraries connect
   * in microseconds; to be woken up costs more, the more threads of the process are asleep.
   */
  private static final int YIELDS = 20;

  private final Duration timeout;
  private final String place;
  private final ExecutorService threads =
      new ThreadPoolExecutor(
          0,
          Integer.MAX_VALUE, // as many as callers, and those that are left behind
          THREAD_KEPT_SECONDS,
          TimeUnit.SECONDS,
          new SynchronousQueue<>(),
          ConnectDeadline::daemon);

  /**
   * @param timeout how long connecting may take
   * @param place where to, as it stands in the message
   */
  public ConnectDeadline(Duration timeout, String place) {
    this.timeout = timeout;
    this.place = place;
  }

  /**
   * Connects.
   *
   * @throws ConnectTimeoutException if that takes too long
   * @throws JMSException what the library threw, or if the thread is interrupted
   */
  @SuppressWarnings("ThreadPriorityCheck") // only saves a sleep; the result does not depend on it
  public <C extends AutoCloseable> C connect(Callable<C> library) throws JMSException {
    CompletableFuture<C> result = new CompletableFuture<>();
    threads.execute(() -> complete(result, library));
    for (int i = 0; i < YIELDS && !result.isDone(); i++) {
      Thread.yield();
    }
    try {
      return result.get(timeout.toMillis(), TimeUnit.MILLISECONDS);
    } catch (TimeoutException e) {
      if (result.completeExceptionally(e)) {
        throw new ConnectTimeoutException(
            "no answer within " + timeout.toSeconds() + " s " + place);
      }
      return result.getNow(null);
    } catch (ExecutionException e) {
      throw e.getCause() instanceof JMSException failure
          ? failure
          : CauseChain.jmsFailure(CauseChain.line(e.getCause()), e.getCause());
    } catch (InterruptedException e) {
      result.completeExceptionally(e);
      Thread.currentThread().interrupt();
      throw CauseChain.jmsFailure("interrupted while connecting " + place, e);
    }
  }

  private static Thread daemon(Runnable task) {
    Thread thread = new Thread(task, "connect");
    thread.setDaemon(true);
    return thread;
  }

  private static <C extends AutoCloseable> void complete(
      CompletableFuture<C> result, Callable<C> library) {
    try {
      C connection = library.call();
      if (!result.complete(connection)) {
        closeUnwanted(connection);
      }
    } catch (Exception | LinkageError failure) {
      result.completeExceptionally(failure);
    }
  }

  /** Nobody waits for it any more. */
  private static void closeUnwanted(AutoCloseable connection) {
    try {
      connection.close();
    } catch (Exception e) {
      LOG.debug("a connection that came too late did not close cleanly", e);
    }
  }
}
