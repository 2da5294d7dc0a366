package dev.sluice.jms.destination;

/** The two kinds of places that messages go to. */
public enum DestinationKind {
  /** Each message goes to one receiver. */
  QUEUE,
  /** Each message goes to every subscriber. */
  TOPIC
}
