package dev.sluice.jms.reply;

/** Where a requester's replies come to. */
public enum ReplyPlace {
  /** A queue that is there. */
  FIXED,
  /** A temporary queue that the worker makes with its session. */
  TEMPORARY_PER_WORKER,
  /** A temporary queue that is made for each request. */
  TEMPORARY_PER_MESSAGE
}
