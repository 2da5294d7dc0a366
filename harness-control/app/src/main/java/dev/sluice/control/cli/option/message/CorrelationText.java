package dev.sluice.control.cli.option.message;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.rmi.server.UID;

/** The texts that people say correlation ids are made of. */
public final class CorrelationText {

  private static final String HOST = "{host}";
  private static final String UNIQUE = "{unique}";

  private CorrelationText() {}

  /**
   * The text with what this host and this process fill in; the worker's number is left to fill in.
   */
  public static String of(String text) {
    String filled = text.contains(HOST) ? text.replace(HOST, host()) : text;
    return filled.contains(UNIQUE) ? filled.replace(UNIQUE, new UID().toString()) : filled;
  }

  private static String host() {
    try {
      return InetAddress.getLocalHost().toString();
    } catch (UnknownHostException e) {
      return InetAddress.getLoopbackAddress().toString();
    }
  }
}
