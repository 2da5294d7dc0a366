package dev.sluice.jms.tracking;

/**
 * Is told what happens to the work of a session, which may come in transactions. Each call settles
 * all that was done since the call before; with nothing done since, it changes nothing. For the
 * thread of the session alone.
 */
public interface BatchWatch {

  /** It is done for good. Without transactions and acknowledgements that is so at once. */
  default void committed() {}

  /** A message was done for good when it came, without a call for that. */
  default void committedAtOnce() {
    committed();
  }

  /** It was undone, and for certain. */
  default void rolledBack() {}

  /** Nobody knows whether it was done. */
  default void inDoubt() {}
}
