package dev.sluice.jms.message;

/** The JMS type of a message. */
public enum BodyKind {
  BYTES,
  TEXT
}
