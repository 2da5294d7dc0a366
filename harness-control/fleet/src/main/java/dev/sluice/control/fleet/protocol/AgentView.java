package dev.sluice.control.fleet.protocol;

import dev.sluice.control.fleet.protocol.FleetMessage.AgentInfo;
import dev.sluice.control.fleet.protocol.FleetMessage.AgentStatus;

/**
 * An agent, as far as a controller knows it.
 *
 * @param member its name in the network
 * @param task the task it is to have; empty if it has none
 * @param clockErrorNanos how well it knows the fleet's clock; {@link Long#MAX_VALUE} if it does not
 * @param clockIsKnown whether it knows it well enough to be given a share
 * @param wallAheadNanos its wall clock less the controller's, give or take the clock's error
 * @param upToDate whether it has the newest orders there are
 * @param heardNanos when it was last heard, a reading of the controller's own clock
 */
public record AgentView(
    String member,
    AgentInfo info,
    String task,
    Condition condition,
    AgentStatus status,
    long clockErrorNanos,
    boolean clockIsKnown,
    long wallAheadNanos,
    boolean upToDate,
    long heardNanos) {

  public enum Condition {
    /** It is heard. */
    PRESENT,
    /** It is not heard; it may act on its share until its lease has run out, if it has one. */
    SILENT,
    /** Its lease has run out: it has stopped, and its share is given away. */
    STOPPED,
    /** The hub has closed its connection though it was heard: its process has ended. */
    DEAD,
    /** It said that it leaves. */
    LEFT
  }

  /** Whether nothing that is known keeps it from its part of the run. */
  public boolean works() {
    return condition == Condition.PRESENT && !failed();
  }

  /** Whether it may act on its share still. */
  public boolean acts() {
    return condition == Condition.PRESENT || condition == Condition.SILENT;
  }

  /** Whether nothing is to be waited for: it has its orders, and all its workers are connected. */
  public boolean canStart() {
    return condition != Condition.SILENT && status.ready() && upToDate;
  }

  public boolean failed() {
    return status.phase() == AgentStatus.Phase.FAILED;
  }

  /** What it does if it is heard, or else what became of it. */
  public Enum<?> state() {
    return condition == Condition.PRESENT ? status.phase() : condition;
  }

  /** Whether it is heard no more as this member: its process has ended, or it has left. */
  public boolean isGone() {
    return condition == Condition.DEAD || condition == Condition.LEFT;
  }
}
