package dev.sluice.control.fleet.protocol;

import dev.sluice.core.pacing.Share;

/**
 * The work of an agent's process that the protocol asks for. Called on the protocol's thread, and
 * not to wait: what takes long is done elsewhere and told by {@link Agent#status}. Readings are of
 * this process's own clock.
 */
public interface AgentWork {

  /** Prepares to play a task: connects, and says when it is ready. One task at a time. */
  Part prepare(Task task);

  /** Something worth a line in the log. */
  void noted(String line);

  /** What this process plays of a task. */
  interface Part {

    /** The task starts, or has started, at that reading. */
    void startAt(long localNanos);

    /** A workload is to have so many workers here. */
    void workers(String workload, int workers);

    /**
     * A workload follows a share from the share's own time on. The newest one is given again with
     * another time when the clocks have drifted apart.
     */
    void follow(String workload, Share share);

    /** Nothing may become due after that reading, in any workload; given again and again. */
    void leaseUntil(long localNanos);

    /** When the plan ends by itself; {@link Long#MAX_VALUE} if it does not, or is not known. */
    long endNanos();

    /** Measures no more after that reading; what is still done until the {@link #stop} counts. */
    void measureUntil(long localNanos);

    /** Stops, drains, and queues the last items; then its status is ENDED. */
    void stop();

    /** It is over: its figures are safe with the controller, or nobody wants them any more. */
    void forget();
  }
}
