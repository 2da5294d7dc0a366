package dev.sluice.mqsim.mqsc;

import dev.sluice.mqsim.manager.Listeners;
import dev.sluice.mqsim.manager.Listeners.Control;

/** The commands about listeners. */
final class ListenerCommands {

  private final Listeners listeners;

  ListenerCommands(Listeners listeners) {
    this.listeners = listeners;
  }

  /** DEFINE LISTENER and ALTER LISTENER. */
  void define(MqscCommand command) {
    Control before = listeners.control(command.name());
    Control otherwise = before == null ? Control.MANUAL : before;
    listeners.define(command.name(), command.choice("CONTROL", Control.class, otherwise));
  }

  /** START LISTENER and STOP LISTENER. */
  void run(MqscCommand command) {
    boolean runs = command.verb().equals("START");
    String name = command.name().isEmpty() ? "SYSTEM.DEFAULT.LISTENER.TCP" : command.name();
    if (listeners.control(name) == null) {
      throw command.notFound(name);
    }
    if (listeners.isRunning(name) == runs && !command.text("IGNSTATE", "NO").equals("YES")) {
      throw new IllegalArgumentException(
          runs ? "AMQ8730E: Listener already active." : "AMQ8731E: Listener not active.");
    }
    listeners.run(name, runs);
  }
}
