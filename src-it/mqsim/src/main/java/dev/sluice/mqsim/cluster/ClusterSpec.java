package dev.sluice.mqsim.cluster;

import dev.sluice.mqsim.conversation.ChannelSettings;
import dev.sluice.mqsim.queue.QueueDefinitions;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;

/**
 * What a simulated cluster is made of. Immutable; made by {@link ClusterBuilder}.
 *
 * @param group name under which applications connect
 * @param queueManagers names of the members
 * @param basePort port of the first member, the others follow; 0 = ports chosen by the system
 * @param channelBasePort port where message channels connect to the first member, the others
 *     follow; 0 = ports chosen by the system; {@link #NO_CHANNELS} = nowhere
 * @param messagesPerSecond capacity of each member; 0 = unlimited
 * @param settings the channel of clients
 * @param queues which queues there are
 * @param secure whether rights are enforced from the start
 * @param logDirectory where members keep persistent messages; null = nowhere
 * @param threads event loops; each member is confined to one
 */
record ClusterSpec(
    String group,
    List<String> queueManagers,
    int basePort,
    int channelBasePort,
    int messagesPerSecond,
    ChannelSettings settings,
    QueueDefinitions queues,
    boolean secure,
    Path logDirectory,
    int threads) {

  /** Message channels of other queue managers cannot connect. */
  static final int NO_CHANNELS = -1;

  private static final String OBJECT_NAME = "[A-Za-z0-9._/%]{1,48}";
  private static final int HIGHEST_PORT = 65_535;

  ClusterSpec {
    queueManagers = List.copyOf(queueManagers);
    require(!queueManagers.isEmpty(), "at least one queue manager is needed");
    require(
        Set.copyOf(queueManagers).size() == queueManagers.size(),
        "queue managers must have different names");
    for (String name : queueManagers) {
      require(name.matches(OBJECT_NAME), "'%s' is not a queue manager name".formatted(name));
    }
    require(group.matches(OBJECT_NAME), "'%s' is not a group name".formatted(group));
    require(
        basePort >= 0 && basePort + queueManagers.size() - 1 <= HIGHEST_PORT,
        "ports must lie between 1 and 65535");
    require(
        channelBasePort >= NO_CHANNELS
            && channelBasePort + queueManagers.size() - 1 <= HIGHEST_PORT,
        "ports of message channels must lie between 1 and 65535");
    require(messagesPerSecond >= 0, "capacity must not be negative");
    require(threads > 0, "at least one thread is needed");
  }

  private static void require(boolean condition, String complaint) {
    if (!condition) {
      throw new IllegalArgumentException(complaint);
    }
  }
}
