package dev.sluice.jms.message;

/** The bodies of one worker's messages, one after the other. For the worker's thread. */
@FunctionalInterface
interface BodySource {

  /** The next body; it holds until the one after it is asked for. */
  Body next();
}
