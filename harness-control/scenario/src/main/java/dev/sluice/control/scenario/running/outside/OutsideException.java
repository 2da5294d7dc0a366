package dev.sluice.control.scenario.running.outside;

/** Something around the run is not there or does not work. The message is one line. */
public final class OutsideException extends Exception {

  public OutsideException(String message) {
    super(message);
  }
}
