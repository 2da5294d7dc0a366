package dev.sluice.core.worker;

/**
 * Where a worker takes its messages from.
 *
 * @param destination its name, as the provider has it
 * @param selector which of the messages there, empty for all of them
 */
public record WorkSource(String destination, String selector) {

  /** A destination of the worker's own, which ends with its connection. */
  public static final WorkSource TEMPORARY = new WorkSource("", "");
}
