package dev.sluice.mqsim.manager;

import dev.sluice.mqsim.codec.structure.TextField;
import dev.sluice.mqsim.queue.LocalQueue;
import dev.sluice.mqsim.queue.Message;
import dev.sluice.mqsim.queue.PutTarget;
import dev.sluice.mqsim.queue.RemoteAddress;

/**
 * A queue at another queue manager, as an application opens it: puts go to a transmission queue.
 */
final class RemoteQueue implements PutTarget {

  private final String name;
  private final String profile;
  private final byte[] paddedName;
  private final RemoteAddress address;
  private final LocalQueue transmissionQueue;

  /**
   * @param name by which it was opened
   * @param profile the object whose rights count
   */
  RemoteQueue(String name, String profile, RemoteAddress address, LocalQueue transmissionQueue) {
    this.name = name;
    this.profile = profile;
    this.paddedName = TextField.padded(name, TextField.NAME_BYTES);
    this.address = address;
    this.transmissionQueue = transmissionQueue;
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public String profile() {
    return profile;
  }

  @Override
  public byte[] paddedName() {
    return paddedName;
  }

  @Override
  public int maxMessageBytes() {
    return transmissionQueue.maxMessageBytes();
  }

  @Override
  public void admit() {
    transmissionQueue.admit();
  }

  @Override
  public void cancel() {
    transmissionQueue.cancel();
  }

  @Override
  public void deliver(Message message) {
    message.address(address);
    transmissionQueue.deliver(message);
  }
}
