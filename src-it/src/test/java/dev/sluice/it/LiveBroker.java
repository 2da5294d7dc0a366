package dev.sluice.it;

import dev.sluice.jms.provider.JmsProvider;

/** A broker that goes down and comes back at the same address. */
interface LiveBroker extends AutoCloseable {

  /** Connects to it, whether it runs or not. */
  JmsProvider provider();

  /** The queue that messages end up in which nobody can take. */
  String deadLetterQueue();

  /** How often a message is delivered before it ends up there. */
  int deliveries();

  /** Ends it without a word to its clients. */
  void kill();

  /** Starts it again. */
  void start();

  @Override
  void close();
}
