package dev.sluice.control.scenario.file;

import dev.sluice.jms.provider.JmsProvider;

/** A provider that has been described and is not open yet. */
public interface ProviderPlan {

  /**
   * Opens it; it belongs to the caller.
   *
   * @throws BadOptionException if its options do not go together
   */
  JmsProvider open() throws BadOptionException;
}
