package dev.sluice.control.scenario.model;

import dev.sluice.control.sink.folder.RunDescription.TableDigest;
import dev.sluice.jms.provider.JmsProvider;
import java.util.Optional;

/** A provider that has been described and is not open yet. */
public interface ProviderPlan {

  /**
   * Opens it; it belongs to the caller.
   *
   * @throws BadOptionException if its options do not go together
   */
  JmsProvider open() throws BadOptionException;

  /** The channel table that connections are made by, if there is one. */
  Optional<TableDigest> tableDigest();
}
