package dev.sluice.jms.provider;

/**
 * Settings that are wrong, found before anything connects. The message says in one line what is
 * wrong, where, and what would be right.
 */
public final class ConfigurationException extends RuntimeException {

  public ConfigurationException(String message) {
    super(message);
  }

  public ConfigurationException(String message, Throwable cause) {
    super(message, cause);
  }
}
