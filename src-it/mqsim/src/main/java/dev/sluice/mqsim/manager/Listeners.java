package dev.sluice.mqsim.manager;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * Listener objects and whether they run. They do not listen: simulated queue managers do so on
 * their own ports, whatever these say.
 */
public final class Listeners {

  /** Who starts and stops a listener. */
  public enum Control {
    MANUAL,
    QMGR,
    /** Starts with the queue manager and does not stop with it. */
    STARTONLY
  }

  private final Map<String, Control> controls =
      new HashMap<>(
          Map.of(
              "SYSTEM.DEFAULT.LISTENER.TCP",
              Control.MANUAL,
              "SYSTEM.LISTENER.TCP.1", // that of crtmqm -p
              Control.QMGR));
  private final Set<String> running = new HashSet<>();

  /** Defines a listener or changes it. */
  public void define(String name, Control control) {
    controls.put(name, control);
  }

  /** Who starts and stops a listener; null if there is no such listener. */
  public Control control(String name) {
    return controls.get(name);
  }

  /** Deletes a listener. */
  public void delete(String name) {
    controls.remove(name);
    running.remove(name);
  }

  /** Those that run. */
  public Set<String> running() {
    return Set.copyOf(running);
  }

  public boolean isRunning(String name) {
    return running.contains(name);
  }

  /** A listener starts or stops. */
  public void run(String name, boolean runs) {
    if (runs) {
      running.add(name);
    } else {
      running.remove(name);
    }
  }

  /** The queue manager starts, with the listeners that it controls. */
  public void queueManagerStarts() {
    controls.forEach((name, control) -> run(name, isRunning(name) || control != Control.MANUAL));
  }

  /** The queue manager ends, and so do the listeners that it controls. */
  public void queueManagerEnds() {
    running.removeIf(name -> controls.get(name) == Control.QMGR);
  }
}
