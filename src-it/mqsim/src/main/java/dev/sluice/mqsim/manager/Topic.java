package dev.sluice.mqsim.manager;

import dev.sluice.mqsim.codec.structure.TextField;
import dev.sluice.mqsim.queue.Message;
import dev.sluice.mqsim.queue.PutTarget;
import java.util.List;

/** A topic opened for publishing. */
public final class Topic implements PutTarget {

  private final String name;
  private final List<String> levels;
  private final byte[] paddedName = TextField.padded("", TextField.NAME_BYTES);
  private final Subscriptions subscriptions;

  Topic(String name, Subscriptions subscriptions) {
    this.name = name;
    this.levels = TopicPattern.levels(name);
    this.subscriptions = subscriptions;
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public byte[] paddedName() {
    return paddedName;
  }

  @Override
  public void admit() {
    // a topic has no limit: publications without a subscriber vanish
  }

  @Override
  public void cancel() {
    // see admit
  }

  @Override
  public void deliver(Message publication) {
    subscriptions.publish(name, levels, publication);
  }
}
