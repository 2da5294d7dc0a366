package dev.sluice.jms.session;

/**
 * How a topic is subscribed to.
 *
 * @param name what the subscription is called; empty for one without a name, which is neither
 *     durable nor shared
 * @param durable whether messages are kept while nobody receives them
 * @param shared whether several consumers share its messages
 */
public record Subscription(String name, boolean durable, boolean shared) {

  /** For one consumer, as long as that is there. */
  public static final Subscription PLAIN = new Subscription("", false, false);

  public Subscription {
    if (name.isEmpty() && (durable || shared)) {
      throw new IllegalArgumentException("a durable or shared subscription needs a name");
    }
  }
}
