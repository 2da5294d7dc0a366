package dev.sluice.mqsim.queue;

import dev.sluice.mqsim.codec.structure.MessageDescriptor;

/** Which message comes next for a handle that gets groups of messages in logical order. */
public final class GroupCursor {

  private byte[] group; // null outside of a group
  private int lastNumber;

  /** What is wanted next, besides other criteria; inside a group it need not be whole any more. */
  public MatchCriteria next(MatchCriteria criteria) {
    return group == null ? criteria.atGroupStart() : criteria.inGroup(group, lastNumber + 1);
  }

  /** The handle has got a message. */
  public void passed(MessageDescriptor message) {
    boolean goesOn = message.isInGroup() && !message.isLastInGroup();
    group = goesOn ? message.groupId() : null;
    lastNumber = message.sequenceNumber();
  }
}
