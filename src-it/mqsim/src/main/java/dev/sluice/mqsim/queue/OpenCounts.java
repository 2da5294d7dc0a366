package dev.sluice.mqsim.queue;

/** By how many handles a queue is open, and whether one of them has its input for itself. */
public final class OpenCounts {

  private int input;
  private int output;
  private int handles;
  private boolean exclusive;

  /** Handles of all kinds. */
  public int handles() {
    return handles;
  }

  /** Handles that are open for input. */
  public int input() {
    return input;
  }

  /** Handles that are open for output. */
  public int output() {
    return output;
  }

  /**
   * The queue is opened.
   *
   * @param alone whether nobody else may have it open for input
   * @throws CallFailedException if that cannot be, or somebody else has it so
   */
  public void open(boolean forInput, boolean forOutput, boolean alone) {
    if (forInput && (exclusive || (alone && input > 0))) {
      throw new CallFailedException(Reason.OBJECT_IN_USE);
    }
    exclusive |= alone;
    handles++;
    input += forInput ? 1 : 0;
    output += forOutput ? 1 : 0;
  }

  /** A handle that was opened so is closed. */
  public void close(boolean forInput, boolean forOutput, boolean alone) {
    exclusive &= !alone;
    handles--;
    input -= forInput ? 1 : 0;
    output -= forOutput ? 1 : 0;
  }
}
