package dev.sluice.it.request;

/**
 * Where requests go and replies come from.
 *
 * @param request the queue of the requests
 * @param reply the queue of their replies
 */
record QueuePair(String request, String reply) {

  /** The pair of a worker, out of this many. */
  static QueuePair of(int worker, int pairs) {
    int number = worker % pairs + 1;
    return new QueuePair("REQUEST" + number, "REPLY" + number);
  }
}
