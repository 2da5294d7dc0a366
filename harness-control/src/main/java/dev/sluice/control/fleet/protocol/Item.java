package dev.sluice.control.fleet.protocol;

/**
 * Something of a run that an agent keeps until the controller has confirmed the run's end. Items of
 * one agent's task are one sequence, delivered in order and exactly once to each controller.
 *
 * @param sequence its place among all items of the task, from 0
 * @param number what the process numbers it by, such as the fleet's number of an interval
 * @param content what it says; not read by the protocol.
 */
public record Item(long sequence, Kind kind, long number, Content content) {

  public enum Kind {
    /** The figures of one interval. */
    INTERVAL,
    /** Something dated that happened. */
    EVENT,
    /** The totals of the agent's part; nothing comes after it. */
    FINAL
  }
}
