package dev.sluice.mqsim.queue.selector;

/** A text that is no selector. */
public final class InvalidSelectorException extends RuntimeException {

  InvalidSelectorException(String message) {
    super(message);
  }
}
