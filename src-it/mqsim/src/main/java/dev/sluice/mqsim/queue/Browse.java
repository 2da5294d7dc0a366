package dev.sluice.mqsim.queue;

/** Where a get begins to look, and whether it leaves what it finds. */
public enum Browse {
  /** Not a browse: from the begin of the queue, and the message is taken. */
  NONE,
  /** From the begin of the queue. */
  FIRST,
  /** From behind the message last browsed. */
  NEXT,
  /** Only the message last browsed. */
  UNDER_CURSOR
}
