package dev.sluice.jms.worker;

import dev.sluice.core.time.NanoClock;
import jakarta.jms.CompletionListener;
import jakarta.jms.Message;
import java.util.concurrent.locks.LockSupport;

/**
 * Sends that the broker has not answered yet, this many at most, in their order: providers answer
 * them in the order in which they were sent. Written by two threads: the worker's puts them in and
 * takes them out, the client library's tells of the answers.
 */
final class SendWindow implements CompletionListener {

  private final NanoClock clock;
  private final Thread worker;
  private final long[] intendedNanos;
  private final long[] startNanos;
  private final long[] endNanos;
  private final Exception[] failures;

  private long sent; // by the worker's thread, as all below
  private long taken;
  private volatile long answered; // by the client library's

  /**
   * @param worker is woken by answers
   */
  SendWindow(int size, NanoClock clock, Thread worker) {
    this.clock = clock;
    this.worker = worker;
    this.intendedNanos = new long[size];
    this.startNanos = new long[size];
    this.endNanos = new long[size];
    this.failures = new Exception[size];
  }

  boolean full() {
    return sent - taken == endNanos.length;
  }

  /** How many sends are without an answer. */
  long open() {
    return sent - answered;
  }

  /** A message is about to be sent. */
  void sending(long intended, long start) {
    int slot = slot(sent);
    intendedNanos[slot] = intended;
    startNanos[slot] = start;
    failures[slot] = null;
    sent++;
  }

  /** The last one could not be sent after all. */
  void notSent() {
    sent--;
  }

  /** Whether there is an answer that nobody has taken; then the next four tell of it. */
  boolean hasAnswer() {
    return taken < answered;
  }

  long intended() {
    return intendedNanos[slot(taken)];
  }

  long start() {
    return startNanos[slot(taken)];
  }

  long end() {
    return endNanos[slot(taken)];
  }

  /** Null if the message has arrived. */
  Exception failure() {
    return failures[slot(taken)];
  }

  /** The answer is dealt with. */
  void take() {
    taken++;
  }

  @Override
  public void onCompletion(Message message) {
    answer(null);
  }

  @Override
  public void onException(Message message, Exception failure) {
    answer(failure);
  }

  private void answer(Exception failure) {
    long number = answered;
    int slot = slot(number);
    endNanos[slot] = clock.nanos();
    failures[slot] = failure;
    answered = number + 1; // by the one writer; publishes the slot
    LockSupport.unpark(worker);
  }

  private int slot(long number) {
    return (int) (number % endNanos.length);
  }
}
