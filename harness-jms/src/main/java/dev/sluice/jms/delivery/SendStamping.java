package dev.sluice.jms.delivery;

/** Stamps what the workers of one workload send. Any thread. */
@FunctionalInterface
public interface SendStamping {

  /** Stamps nothing. */
  SendStamping OFF = worker -> SendStamps.NONE;

  /**
   * The stamps of one worker, for as long as it lives.
   *
   * @param worker its number, from 0
   */
  SendStamps ofWorker(int worker);
}
