package dev.sluice.jms.provider.ibmmq;

import com.ibm.msg.client.jakarta.jms.JmsConnectionFactory;
import com.ibm.msg.client.jakarta.wmq.WMQConstants;
import dev.sluice.core.time.NanoClock;
import dev.sluice.core.worker.ConnectionWatch;
import jakarta.jms.JMSException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The client's signals about its own reconnecting: it takes a listener as a property of the
 * connection factory, and does not say which connection it speaks of, so that each connection needs
 * a factory of its own. The listener's type is no part of the documented API; it is looked up by
 * name, and without it connections work as well and nothing is known of their reconnecting.
 */
final class ReconnectSignals {

  private static final Logger LOG = LoggerFactory.getLogger(ReconnectSignals.class);
  private static final String LISTENER_TYPE = "com.ibm.mq.jmqi.JmqiReconnectionListener";

  private final ReconnectLine line;
  private final Class<?> listenerType; // null if this client has none

  ReconnectSignals(NanoClock clock) {
    this.line = new ReconnectLine(clock);
    this.listenerType = find(LISTENER_TYPE);
  }

  /** Passes on what is told of the connections of a factory. */
  void connect(JmsConnectionFactory factory, ConnectionWatch watch) throws JMSException {
    if (listenerType != null) {
      factory.setObjectProperty(WMQConstants.WMQ_RECONNECT_LISTENER, listener(watch));
    }
  }

  /**
   * The name of a queue manager as the client gives it: filled up with blanks or zeros, or none.
   */
  static String queueManager(Object name) {
    return name == null ? "" : name.toString().trim();
  }

  private Object listener(ConnectionWatch watch) {
    return Proxy.newProxyInstance(
        listenerType.getClassLoader(),
        new Class<?>[] {listenerType},
        (listener, method, arguments) -> called(listener, method, arguments, watch));
  }

  private Object called(Object listener, Method method, Object[] arguments, ConnectionWatch watch) {
    switch (method.getName()) {
      case "reconnecting" -> watch.reconnecting(line.turnBegins());
      case "reconnected" -> {
        line.turnEnds();
        watch.reconnected(queueManager(arguments[0]));
      }
      case "reconnectFailed" -> {
        line.turnEnds();
        watch.gaveUp();
      }
      // the proxy is asked these too
      case "equals" -> {
        return listener == arguments[0];
      }
      case "hashCode" -> {
        return System.identityHashCode(listener);
      }
      case "toString" -> {
        return "listener of " + watch;
      }
      default -> LOG.debug("the client reports reconnecting with the unknown {}", method);
    }
    return null;
  }

  private static Class<?> find(String type) {
    try {
      return Class.forName(type);
    } catch (ClassNotFoundException e) {
      LOG.warn(
          "This IBM MQ client does not report when it reconnects, so reconnects are not "
              + "shown.");
      return null;
    }
  }

  /**
   * Finds out since when a connection is lost. The client has one thread that connects again, one
   * connection after the other, and tells of each only when its turn has come: the last of 180 by
   * then has been lost for as long as all before it took. So a turn that begins when another has
   * just ended counts from the beginning of the first turn. Any thread.
   */
  static final class ReconnectLine {

    /** A longer pause between two turns than this means that nobody was waiting. */
    private static final long LONGEST_PAUSE_NANOS = Duration.ofMillis(250).toNanos();

    private final NanoClock clock;
    private boolean everUsed; // guarded by this
    private long beganNanos; // guarded by this
    private long lastSignNanos; // guarded by this

    ReconnectLine(NanoClock clock) {
      this.clock = clock;
    }

    /** A connection's turn begins; returns how long it has been lost, in nanoseconds. */
    synchronized long turnBegins() {
      long nowNanos = clock.nanos();
      if (!everUsed || nowNanos - lastSignNanos > LONGEST_PAUSE_NANOS) {
        beganNanos = nowNanos;
      }
      everUsed = true;
      lastSignNanos = nowNanos;
      return nowNanos - beganNanos;
    }

    /** The turn ends, well or not. */
    synchronized void turnEnds() {
      lastSignNanos = clock.nanos();
    }
  }
}
