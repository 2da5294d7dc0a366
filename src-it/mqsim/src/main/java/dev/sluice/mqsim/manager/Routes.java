package dev.sluice.mqsim.manager;

import dev.sluice.mqsim.queue.CallFailedException;
import dev.sluice.mqsim.queue.LocalQueue;
import dev.sluice.mqsim.queue.PutTarget;
import dev.sluice.mqsim.queue.Reason;
import dev.sluice.mqsim.queue.RemoteAddress;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/**
 * How messages leave a queue manager: remote queue definitions, transmission queues, and what is
 * known of a queue manager cluster. Confined to the event loop of its queue manager.
 */
public final class Routes {

  private final Map<String, RemoteDefinition> remoteQueues = new LinkedHashMap<>();
  private final Map<String, AliasDefinition> aliases = new LinkedHashMap<>();
  private final Map<String, LocalQueue> transmissionQueues = new LinkedHashMap<>();
  private final Map<String, List<ClusterRoute>> clusterMembers = new LinkedHashMap<>();
  private final Map<String, Set<String>> clusterQueues = new LinkedHashMap<>();
  private final Map<String, ClusterQueue> opened = new LinkedHashMap<>();

  Routes() {}

  /** Defines a remote queue, or defines it again. */
  public void define(String name, RemoteDefinition definition) {
    remoteQueues.put(name, definition);
  }

  /** Defines an alias, or defines it again. */
  public void define(String name, AliasDefinition definition) {
    aliases.put(name, definition);
  }

  /** What an alias stands for; nothing if there is no such alias. */
  public Optional<AliasDefinition> alias(String name) {
    return Optional.ofNullable(aliases.get(name));
  }

  /** Forgets the queue of this name. */
  public void delete(String name) {
    remoteQueues.remove(name);
    aliases.remove(name);
    transmissionQueues.remove(name);
  }

  /** Whether a remote queue or an alias has been defined. */
  boolean isDefined(String name) {
    return remoteQueues.containsKey(name) || aliases.containsKey(name);
  }

  /** A queue whose messages go to other queue managers. */
  public void define(LocalQueue transmissionQueue) {
    transmissionQueues.put(transmissionQueue.name(), transmissionQueue);
  }

  /** A channel to a member of the cluster has come into being. */
  public void add(ClusterRoute route) {
    clusterMembers.computeIfAbsent(route.queueManager(), member -> new ArrayList<>()).add(route);
  }

  /** A member of the cluster, to which there is a route, has told of a queue. */
  public void clusterQueue(String name, String queueManager) {
    clusterQueues.computeIfAbsent(name, queue -> new LinkedHashSet<>()).add(queueManager);
  }

  /** The way to a queue for which a remote queue definition has been made. */
  Optional<PutTarget> defined(String queue) {
    RemoteDefinition definition = remoteQueues.get(queue);
    if (definition == null) {
      return Optional.empty();
    }
    String by =
        definition.transmissionQueue().isEmpty()
            ? definition.remoteQueueManager()
            : definition.transmissionQueue();
    LocalQueue transmissionQueue = transmissionQueues.get(by);
    if (transmissionQueue == null) {
      throw new CallFailedException(
          definition.transmissionQueue().isEmpty()
              ? Reason.UNKNOWN_REMOTE_QUEUE_MANAGER
              : Reason.UNKNOWN_TRANSMISSION_QUEUE);
    }
    return Optional.of(
        new RemoteQueue(
            queue,
            queue,
            new RemoteAddress(definition.remoteQueue(), definition.remoteQueueManager()),
            transmissionQueue));
  }

  /** The ways to a queue that members of the cluster have. */
  Optional<PutTarget> clustered(String queue) {
    Set<String> hosts = clusterQueues.get(queue);
    return hosts == null ? Optional.empty() : Optional.of(byTurns(queue, queue, () -> ways(hosts)));
  }

  private List<ClusterRoute> ways(Set<String> hosts) {
    return hosts.stream().flatMap(host -> clusterMembers.get(host).stream()).toList();
  }

  /**
   * The way to a queue at another queue manager.
   *
   * @throws CallFailedException if no transmission queue is called like that queue manager, and it
   *     is not a member of the cluster
   */
  PutTarget elsewhere(String queue, String queueManager) {
    LocalQueue transmissionQueue = transmissionQueues.get(queueManager);
    if (transmissionQueue != null) {
      return new RemoteQueue(
          queue,
          transmissionQueue.name(),
          new RemoteAddress(queue, queueManager),
          transmissionQueue);
    }
    List<ClusterRoute> routes = clusterMembers.get(queueManager);
    if (routes == null) {
      throw new CallFailedException(Reason.UNKNOWN_REMOTE_QUEUE_MANAGER);
    }
    return byTurns(queueManager + "/" + queue, queue, () -> routes);
  }

  /** All who have a queue open share its turns: so the load is even over channels. */
  private ClusterQueue byTurns(String key, String queue, Supplier<List<ClusterRoute>> routes) {
    return opened.computeIfAbsent(key, absent -> new ClusterQueue(queue, routes));
  }
}
