package dev.sluice.jms.tracking;

/**
 * How much was sent under one name. Written by the sender's thread alone, read by any; a reader may
 * see one of the two numbers a little before the other.
 */
final class Sent {

  private final String worker;
  private volatile long committed;
  private volatile long inDoubt;

  /**
   * @param worker the sender's name, apart from how often it has taken a new one
   */
  Sent(String worker) {
    this.worker = worker;
  }

  String worker() {
    return worker;
  }

  /** The numbers 1 to this were sent. */
  long committed() {
    return committed;
  }

  /** So many numbers after those may have been sent. */
  long inDoubt() {
    return inDoubt;
  }

  /** Whether anything was, or may have been. */
  boolean begun() {
    return committed > 0 || inDoubt > 0;
  }

  void committed(long highest) {
    committed = highest;
  }

  void inDoubt(long count) {
    inDoubt = count;
  }
}
