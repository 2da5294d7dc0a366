package dev.sluice.jms.reply;

/** By what a message is known to be the answer to another. */
public enum ReplyMatch {
  /** By nothing: any message will do. */
  NONE,
  /** By the correlation id of the worker, the same for all of its messages. */
  WORKER,
  /** By a correlation id that each message has for itself. */
  MESSAGE,
  /** By the message id, which the answer has as its correlation id. */
  REQUEST_ID
}
