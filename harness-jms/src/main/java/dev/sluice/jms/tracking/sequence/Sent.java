package dev.sluice.jms.tracking.sequence;

/**
 * How much was sent under one name. Written by the sender's thread alone, read by any; a reader may
 * see one of the two numbers a little before the other.
 */
public final class Sent {

  private final String worker;
  private volatile long committed;
  private volatile long inDoubt;

  /**
   * @param worker the sender's name, apart from how often it has taken a new one
   */
  public Sent(String worker) {
    this.worker = worker;
  }

  public String worker() {
    return worker;
  }

  /** The numbers 1 to this were sent. */
  public long committed() {
    return committed;
  }

  /** So many numbers after those may have been sent. */
  public long inDoubt() {
    return inDoubt;
  }

  /** Whether anything was, or may have been. */
  public boolean begun() {
    return committed > 0 || inDoubt > 0;
  }

  public void committed(long highest) {
    committed = highest;
  }

  public void inDoubt(long count) {
    inDoubt = count;
  }
}
