package dev.sluice.mqsim.transmission;

import dev.sluice.mqsim.manager.ClusterRoute;
import dev.sluice.mqsim.manager.QueueManager;
import dev.sluice.mqsim.queue.LocalQueue;
import dev.sluice.mqsim.queue.QueueDefinition;
import dev.sluice.mqsim.transmission.Frame.Hello;
import dev.sluice.mqsim.transmission.Frame.Refusal;
import dev.sluice.mqsim.transmission.Frame.Welcome;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The message channels of one queue manager: those defined, those that the cluster made, and their
 * ends that are connected.
 *
 * <p>Of a queue manager cluster there is what a pair of members needs: a member that connects is
 * told of the other's cluster receivers and cluster queues, and makes a sender for each of those
 * receivers by itself. Members are not told of members by third ones.
 */
public final class ChannelInitiator {

  private final QueueManager queueManager;
  private final Link.Dialer dialer;
  private final Map<String, ChannelDefinition> receiverDefinitions = new LinkedHashMap<>();
  private final Map<String, SenderChannel> senders = new LinkedHashMap<>();
  private final Map<String, ReceiverChannel> receivers = new LinkedHashMap<>();
  private final Set<String> clusterQueues = new LinkedHashSet<>();
  private final Set<String> routed = new LinkedHashSet<>();
  private final Set<String> wanted = new LinkedHashSet<>();
  private boolean running;

  ChannelInitiator(QueueManager queueManager, Link.Dialer dialer) {
    this.queueManager = queueManager;
    this.dialer = dialer;
  }

  /**
   * Defines a channel; one that is defined already keeps its ends, whether they run or not. Cluster
   * senders start by themselves, other senders on command.
   */
  public void define(ChannelDefinition definition) {
    if (!definition.type().sends()) {
      receiverDefinitions.put(definition.name(), definition);
      return;
    }
    ChannelDefinition sender =
        definition.type() == ChannelDefinition.Type.CLUSTER_SENDER
            ? definition.asClusterSender()
            : definition;
    if (senders.containsKey(sender.name())) {
      return;
    }
    senders.put(sender.name(), newSender(sender));
    if (sender.type() == ChannelDefinition.Type.CLUSTER_SENDER) {
      start(sender.name());
    }
  }

  /** Whether a channel has been defined. */
  public boolean isDefined(String name) {
    return senders.containsKey(name) || receiverDefinitions.containsKey(name);
  }

  /** Whether a channel has been defined, or made by a cluster, that sends. */
  public boolean isSender(String name) {
    return senders.containsKey(name);
  }

  /** Whether a sender runs. */
  public boolean isRunning(String name) {
    return sender(name).state() == ChannelState.RUNNING;
  }

  private SenderChannel newSender(ChannelDefinition definition) {
    LocalQueue transmissionQueue =
        queueManager.define(definition.transmissionQueue(), QueueDefinition.DEFAULT);
    return new SenderChannel(
        definition, transmissionQueue, queueManager, dialer, welcome -> learn(definition, welcome));
  }

  /** A queue that other members of the cluster may put to. */
  public void offerToCluster(String queueName) {
    clusterQueues.add(queueName);
  }

  /** The queue is not offered to the cluster any more; those who know of it still do. */
  public void withdrawFromCluster(String queueName) {
    clusterQueues.remove(queueName);
  }

  /**
   * Deletes a channel that does not run.
   *
   * @param name of a channel that was defined
   */
  public void delete(String name) {
    receiverDefinitions.remove(name);
    senders.remove(name);
    wanted.remove(name);
  }

  private void learn(ChannelDefinition by, Welcome welcome) {
    if (by.type() != ChannelDefinition.Type.CLUSTER_SENDER) {
      return;
    }
    for (ChannelDefinition receiver : welcome.receivers()) {
      if (receiver.cluster().equals(by.cluster())) {
        define(receiver.asClusterSender());
        SenderChannel sender = senders.get(receiver.name());
        if (routed.add(receiver.name())) {
          queueManager
              .routes()
              .add(
                  new ClusterRoute(
                      welcome.queueManager(),
                      sender.transmissionQueue(),
                      () -> sender.state() == ChannelState.RUNNING));
        }
      }
    }
    welcome
        .queues()
        .forEach(queue -> queueManager.routes().clusterQueue(queue, welcome.queueManager()));
  }

  /**
   * Starts a sender, at the latest when the queue manager starts.
   *
   * @throws IllegalArgumentException if there is none of this name
   */
  public void start(String name) {
    SenderChannel sender = sender(name);
    wanted.add(name);
    if (running) {
      sender.start();
    }
  }

  /**
   * Stops a sender.
   *
   * @throws IllegalArgumentException if there is none of this name
   */
  public void stop(String name) {
    SenderChannel sender = sender(name);
    wanted.remove(name);
    sender.stop(ChannelState.STOPPED);
  }

  private SenderChannel sender(String name) {
    SenderChannel sender = senders.get(name);
    if (sender == null) {
      throw new IllegalArgumentException("no sender channel '%s'".formatted(name));
    }
    return sender;
  }

  /** The queue manager has started: channels that are wanted connect. */
  public void resume() {
    running = true;
    List.copyOf(wanted).forEach(name -> senders.get(name).start());
  }

  /** The queue manager ends: all connections do. */
  public void suspend() {
    running = false;
    senders.values().stream()
        .filter(sender -> sender.state() != ChannelState.STOPPED)
        .forEach(sender -> sender.stop(ChannelState.INACTIVE));
    receivers.values().forEach(ReceiverChannel::end);
  }

  /** All ends of channels that are or were connected, or that are to be. */
  public List<ChannelStatus> status() {
    return Stream.concat(
            senders.values().stream().map(SenderChannel::status),
            receivers.values().stream().map(ReceiverChannel::status))
        .filter(status -> status.state() != ChannelState.INACTIVE)
        .toList();
  }

  /** The end of a connection that somebody made to this queue manager. */
  Link.End newAcceptor() {
    return new Acceptor();
  }

  /** Finds out which channel a connection is of, and hands it what comes. */
  private final class Acceptor implements Link.End {

    private Link link;
    private ReceiverChannel channel;

    @Override
    public void opened(Link opened) {
      link = opened;
    }

    @Override
    public void received(Frame frame) {
      if (channel == null) {
        begin(frame);
      } else if (channel.isOn(link)) {
        channel.received(frame);
      }
    }

    private void begin(Frame frame) {
      ChannelDefinition definition =
          frame instanceof Hello hello ? receiverDefinitions.get(hello.channel()) : null;
      if (definition == null || !running) {
        link.send(new Refusal("no channel for " + frame + " at " + queueManager.name()));
        link.close();
        return;
      }
      channel =
          receivers.computeIfAbsent(
              definition.name() + " from " + ((Hello) frame).queueManager(),
              key -> new ReceiverChannel(definition, queueManager));
      channel.begin(link);
      link.send(
          new Welcome(
              queueManager.name(),
              channel.lastSequence(),
              definition.type() == ChannelDefinition.Type.CLUSTER_RECEIVER
                  ? clusterReceivers()
                  : List.of(),
              definition.type() == ChannelDefinition.Type.CLUSTER_RECEIVER
                  ? new ArrayList<>(clusterQueues)
                  : List.of()));
    }

    private List<ChannelDefinition> clusterReceivers() {
      return receiverDefinitions.values().stream()
          .filter(definition -> definition.type() == ChannelDefinition.Type.CLUSTER_RECEIVER)
          .toList();
    }

    @Override
    public void closed() {
      if (channel != null && channel.isOn(link)) {
        channel.end();
      }
    }
  }
}
