package dev.sluice.jms.provider;

import jakarta.jms.JMSException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Bounds the time a client library may take to connect. Some wait for minutes, or for ever, for a
 * host that takes the connection and does not answer. The library is called on a thread of its own,
 * which is left behind when it is late; a connection that comes up after all is closed.
 */
public final class ConnectDeadline {

  private static final Logger LOG = LoggerFactory.getLogger(ConnectDeadline.class);

  /**
   * A call into the client library that connects.
   *
   * @param <C> what it calls a connection
   */
  @FunctionalInterface
  public interface Connecting<C extends AutoCloseable> {
    C connect() throws JMSException;
  }

  private final Duration timeout;
  private final String place;

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
  public <C extends AutoCloseable> C connect(Connecting<C> library) throws JMSException {
    CompletableFuture<C> result = new CompletableFuture<>();
    Thread thread = new Thread(() -> complete(result, library), "connect");
    thread.setDaemon(true);
    thread.start();
    try {
      return result.get(timeout.toMillis(), TimeUnit.MILLISECONDS);
    } catch (TimeoutException e) {
      if (result.completeExceptionally(e)) {
        throw new ConnectTimeoutException(
            "no answer within " + timeout.toSeconds() + " s " + place);
      }
      return result.getNow(null);
    } catch (ExecutionException e) {
      throw asJms(e.getCause());
    } catch (InterruptedException e) {
      result.completeExceptionally(e);
      Thread.currentThread().interrupt();
      throw withCause(new JMSException("interrupted while connecting " + place), e);
    }
  }

  private static <C extends AutoCloseable> void complete(
      CompletableFuture<C> result, Connecting<C> library) {
    try {
      C connection = library.connect();
      if (!result.complete(connection)) {
        closeUnwanted(connection);
      }
    } catch (JMSException | RuntimeException | LinkageError failure) {
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

  private static JMSException asJms(Throwable failure) {
    if (failure instanceof JMSException jms) {
      return jms;
    }
    return withCause(new JMSException(failure.toString()), failure);
  }

  private static JMSException withCause(JMSException failure, Throwable cause) {
    failure.initCause(cause);
    return failure;
  }
}
