package dev.sluice.mqsim.manager;

import dev.sluice.mqsim.codec.structure.TextField;
import dev.sluice.mqsim.queue.Message;
import dev.sluice.mqsim.queue.PutTarget;
import dev.sluice.mqsim.queue.RemoteAddress;
import java.util.List;
import java.util.function.Supplier;

/**
 * A queue at other members of a queue manager cluster, or one queue manager of it: each message
 * takes its own way (DEFBIND NOTFIXED), by turns over the channels that run, or over all if none
 * does.
 */
final class ClusterQueue implements PutTarget {

  private final String name;
  private final byte[] paddedName;
  private final Supplier<List<ClusterRoute>> routes;
  private int turns;

  /**
   * @param routes those that there are when a message is delivered; at least one
   */
  ClusterQueue(String name, Supplier<List<ClusterRoute>> routes) {
    this.name = name;
    this.paddedName = TextField.padded(name, TextField.NAME_BYTES);
    this.routes = routes;
  }

  @Override
  public String name() {
    return name;
  }

  /** That of all cluster queues that are elsewhere, by the default ClusterQueueAccessControl. */
  @Override
  public String profile() {
    return "SYSTEM.CLUSTER.TRANSMIT.QUEUE";
  }

  @Override
  public byte[] paddedName() {
    return paddedName;
  }

  @Override
  public void admit() {
    // the way is not chosen yet, and transmission queues of a cluster have no limit
  }

  @Override
  public void cancel() {
    // see admit
  }

  @Override
  public void deliver(Message message) {
    ClusterRoute route = next(routes.get());
    message.address(new RemoteAddress(name, route.queueManager()));
    route.transmissionQueue().admit();
    route.transmissionQueue().deliver(message);
  }

  private ClusterRoute next(List<ClusterRoute> all) {
    for (int i = 0; i < all.size(); i++) {
      ClusterRoute candidate = all.get(Math.floorMod(turns++, all.size()));
      if (candidate.isRunning().getAsBoolean()) {
        return candidate;
      }
    }
    return all.get(Math.floorMod(turns++, all.size()));
  }
}
