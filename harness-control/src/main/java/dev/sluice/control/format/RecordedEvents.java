package dev.sluice.control.format;

import dev.sluice.core.bus.ConnectionEvent;
import dev.sluice.core.bus.RunEvent;
import java.util.List;

/**
 * The events of a run.
 *
 * @param run to the run, in its order
 * @param connections to connections, in its order
 */
public record RecordedEvents(List<RunEvent> run, List<ConnectionEvent> connections) {}
