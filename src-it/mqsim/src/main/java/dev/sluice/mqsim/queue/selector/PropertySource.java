package dev.sluice.mqsim.queue.selector;

/** What a selector sees of a message. */
@FunctionalInterface
public interface PropertySource {

  /** The value of a property or header field: Boolean, Long, Double, String, or null if unset. */
  Object property(String name);
}
