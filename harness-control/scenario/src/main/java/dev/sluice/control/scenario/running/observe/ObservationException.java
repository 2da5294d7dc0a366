package dev.sluice.control.scenario.running.observe;

/** Something cannot be read. The message is one line. */
final class ObservationException extends Exception {

  ObservationException(String message) {
    super(message);
  }
}
