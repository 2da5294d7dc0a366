package dev.sluice.control.fleet.protocol;

import dev.sluice.control.fleet.protocol.FleetMessage.Orders;
import java.util.Collections;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * The findings of a controller that follows another.
 *
 * @param orders the last orders of each agent that was heard and has a task, by member
 * @param unheard members that have places and were not heard: their places stay theirs, and nobody
 *     new is given any, until they are heard or dead
 */
public record TakeOver(Epoch before, Map<String, Orders> orders, Set<String> unheard) {

  public TakeOver {
    orders = Collections.unmodifiableMap(new TreeMap<>(orders));
    unheard = Set.copyOf(unheard);
  }
}
