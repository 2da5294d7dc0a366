package dev.sluice.control.fleet.protocol;

/**
 * Something of a run that an agent tells its controllers. Items of one agent's task are one
 * sequence, delivered in order and each at most once to each controller. Those before a sum are
 * forgotten when another sum has been made, so that an agent keeps no more after a week than after
 * an hour.
 *
 * @param sequence its place among all items of the task, from 0
 * @param after the place of the item that was kept before it, -1 if there is none
 * @param number what the process numbers it by, such as the fleet's number of an interval
 * @param content what it says; not read by the protocol.
 */
public record Item(long sequence, long after, Kind kind, long number, Content content) {

  public enum Kind {
    /** The figures of one interval. */
    INTERVAL,
    /** The sum of all intervals so far; it stands for them and for all that happened in them. */
    SUM,
    /** Messages sent and received, for the account of all agents; kept to the end. */
    DELIVERIES,
    /** Something dated that happened. */
    EVENT,
    /** The totals of the agent's part; nothing comes after it. */
    FINAL
  }
}
