package dev.sluice.mqsim.conversation;

import dev.sluice.mqsim.codec.structure.MessageDescriptor;
import dev.sluice.mqsim.manager.IdGenerator;

/** Numbers the messages of a group that one handle puts one after the other. */
final class LogicalOrder {

  private byte[] group; // null outside of a group
  private int lastNumber;

  /** Gives a message its group and its number in it; to one that is in no group, none. */
  void number(MessageDescriptor message, IdGenerator ids) {
    if (!message.isInGroup()) {
      return;
    }
    if (group == null) {
      group = message.hasGroupId() ? message.groupId() : ids.groupId();
      lastNumber = 0;
    }
    message.group(group, ++lastNumber);
    if (message.isLastInGroup()) {
      group = null;
    }
  }
}
