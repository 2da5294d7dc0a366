package dev.sluice.jms.provider;

import jakarta.jms.JMSException;

/** A client library did not come back from connecting in time. */
public final class ConnectTimeoutException extends JMSException {

  public ConnectTimeoutException(String message) {
    super(message);
  }
}
