package dev.sluice.jms.provider;

/** An option of a provider is missing, or options do not go together. */
public final class ProviderOptionException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  /**
   * @param message one line that says what to change
   */
  public ProviderOptionException(String message) {
    super(message);
  }
}
