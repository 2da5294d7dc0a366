package dev.sluice.control.cli.option.message;

import dev.sluice.control.cli.option.CommandPart;
import dev.sluice.jms.message.CorrelationForm;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.rmi.server.UID;
import picocli.CommandLine.Option;

/** The form of correlation ids, for those who send them and those who select them. */
public final class CorrelationOptions extends CommandPart {

  private static final String HOST = "{host}";
  private static final String UNIQUE = "{unique}";

  @Option(
      names = "--native-correlation",
      description =
          "Use correlation ids of 24 bytes, which queue managers find fast, if the provider "
              + "supports them.")
  boolean nativeBytes;

  @Option(
      names = "--correlation-prefix",
      paramLabel = "TEXT",
      description =
          "Prefix of correlation ids (default: --id); the same TEXT gives the same ids. {worker}: "
              + "the worker's number; {host}: this host; {unique}: a text of this process alone.")
  String prefix;

  /**
   * Their form.
   *
   * @param otherwise what they are made of if no option says it
   */
  CorrelationForm form(String otherwise) {
    return new CorrelationForm(nativeBytes, prefix == null ? otherwise : filled(prefix));
  }

  /** Refuses options that would be ignored. */
  void rejectUnless(boolean correlated) {
    requires("--correlation worker", correlated, "--native-correlation", nativeBytes);
    requires("--correlation worker", correlated, "--correlation-prefix", prefix != null);
  }

  /**
   * The text with what this host and this process fill in; the worker's number is left to fill in.
   */
  public static String filled(String text) {
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
