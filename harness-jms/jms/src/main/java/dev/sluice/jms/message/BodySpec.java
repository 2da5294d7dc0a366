package dev.sluice.jms.message;

import dev.sluice.core.pacing.IterationTimes;
import java.util.SplittableRandom;

/** Where bodies come from. Immutable; the same specification gives a worker the same bodies. */
public sealed interface BodySpec permits GeneratedBodies, FileBodies, Template {

  /** Whether one message's body differs from the next one's. */
  boolean varies();

  /**
   * The bodies of one worker.
   *
   * @param kind the type of the messages that they are for
   * @param workerIndex counts workers from 0
   * @param random the worker's own
   */
  Source forWorker(BodyKind kind, int workerIndex, SplittableRandom random);

  /** A few words for people. */
  String describe();

  /** The bodies of one worker's messages, one after the other. For the worker's thread. */
  @FunctionalInterface
  interface Source {

    /** Where the times of iterations come from; called before the first body of each session. */
    default void attach(IterationTimes times) {}

    /** The next body; it holds until the one after it is asked for. */
    Body next();
  }
}
