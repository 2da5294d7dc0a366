package dev.sluice.mqsim.cluster;

import dev.sluice.mqsim.command.ApplicationInquiry;
import dev.sluice.mqsim.command.ChannelInquiry;
import dev.sluice.mqsim.command.ClusterView;
import dev.sluice.mqsim.command.CommandServer;
import dev.sluice.mqsim.command.QueueManagerInquiry;
import dev.sluice.mqsim.conversation.AnswerDelay;
import dev.sluice.mqsim.conversation.ApplicationInstance;
import dev.sluice.mqsim.conversation.CapacityLimiter;
import dev.sluice.mqsim.conversation.ChannelSettings;
import dev.sluice.mqsim.conversation.ClientChannel;
import dev.sluice.mqsim.conversation.Connection;
import dev.sluice.mqsim.conversation.ConnectionInitializer;
import dev.sluice.mqsim.conversation.FlushBatch;
import dev.sluice.mqsim.conversation.Hub;
import dev.sluice.mqsim.conversation.Immovability;
import dev.sluice.mqsim.conversation.Instances;
import dev.sluice.mqsim.conversation.ReconnectTarget;
import dev.sluice.mqsim.manager.QueueManager;
import dev.sluice.mqsim.manager.QueueManager.Consumption;
import dev.sluice.mqsim.mqsc.Mqsc;
import dev.sluice.mqsim.mqsc.NumberedCommand;
import dev.sluice.mqsim.queue.LocalQueue;
import dev.sluice.mqsim.queue.MessageLog;
import dev.sluice.mqsim.queue.QueueDefinitions;
import dev.sluice.mqsim.statistics.Machine;
import dev.sluice.mqsim.statistics.ResourceStatistics;
import dev.sluice.mqsim.transmission.ChannelNetwork;
import dev.sluice.mqsim.transmission.ChannelState;
import dev.sluice.mqsim.transmission.ChannelStatus;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoop;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One simulated queue manager: its objects, its listener, its connections. All methods are to be
 * called on its event loop; see {@link MemberShutdown} for how it ends.
 */
final class Member {

  private static final Logger LOG = LoggerFactory.getLogger(Member.class);
  private static final int LISTEN_BACKLOG = 4096;

  private final EventLoop loop;
  private final MemberPort port;
  private final MemberPort channelPort;
  private final ChannelNetwork channels;
  private final MessageLog log;
  private final Hub hub;
  private final CommandServer commandServer;
  private final Mqsc mqsc;
  private final ResourceStatistics statistics;
  private final Set<Connection> connections = new LinkedHashSet<>();
  private MemberState state = MemberState.STOPPED;
  private int messagesPerSecond;
  private boolean networkCut;
  private Channel listener;

  /**
   * @param channelPort where message channels of other queue managers connect; null = nowhere
   * @param cluster what the new member sees of the others
   */
  Member(
      String name,
      MemberPort port,
      MemberPort channelPort,
      EventLoop loop,
      QueueDefinitions queues,
      ChannelSettings settings,
      int messagesPerSecond,
      MessageLog log,
      Function<Member, ClusterView> cluster) {
    this.loop = loop;
    this.log = log;
    this.port = port;
    this.channelPort = channelPort;
    this.messagesPerSecond = messagesPerSecond;
    LoopTimer timer = new LoopTimer(loop);
    QueueManager queueManager = new QueueManager(name, name + "_SIMULATED", queues, timer, log);
    queueManager.security().channel(settings.channelName(), "");
    this.hub =
        new Hub(
            queueManager,
            settings,
            new CapacityLimiter(messagesPerSecond, timer),
            new Instances(queueManager),
            new FlushBatch(loop),
            new AnswerDelay(loop));
    this.channels = new ChannelNetwork(loop, queueManager);
    this.statistics = new ResourceStatistics(queueManager, new Machine());
    this.commandServer =
        new CommandServer(
            queueManager,
            new QueueManagerInquiry(queueManager, hub.instances()),
            new ChannelInquiry(this::clientChannels, channels.initiator()::status),
            new ApplicationInquiry(hub.instances(), cluster.apply(this)));
    this.mqsc =
        new Mqsc(queueManager, channels.initiator(), commandServer, hub.instances()::connections);
  }

  private List<ClientChannel> clientChannels() {
    return connections.stream().flatMap(connection -> connection.channel().stream()).toList();
  }

  EventLoop loop() {
    return loop;
  }

  String name() {
    return hub.queueManager().name();
  }

  int port() {
    return port.number();
  }

  /** Where message channels of other queue managers connect; 0 = nowhere. */
  int channelPort() {
    return channelPort == null ? 0 : channelPort.number();
  }

  /** Its message channels and their network. */
  ChannelNetwork channels() {
    return channels;
  }

  /** Runs MQSC commands; see {@link Mqsc}. */
  CompletableFuture<List<String>> mqsc(String commands) {
    return mqsc.run(commands);
  }

  /** Runs an MQSC command of a script. */
  CompletableFuture<List<String>> mqsc(NumberedCommand command) {
    return mqsc.run(command);
  }

  QueueManager queueManager() {
    return hub.queueManager();
  }

  ReconnectTarget asTarget() {
    return new ReconnectTarget(name(), hub.queueManager().id());
  }

  /** Publishes its statistics now; returns how many publications there were. */
  int publishStatistics() {
    return statistics.publish();
  }

  /** Answers take so much longer from now on. */
  void delay(Duration byThis) {
    hub.delay().set(byThis.toNanos());
  }

  /** Moves this many messages a second from now on; 0 = no limit. */
  void changeCapacity(int messages) {
    messagesPerSecond = messages;
    hub.capacity().change(messages);
  }

  MemberState state() {
    return state;
  }

  /** Whether instances can be moved here. */
  boolean isActive() {
    return state == MemberState.RUNNING && !networkCut;
  }

  Collection<ApplicationInstance> instances() {
    return hub.instances().all();
  }

  /** Holds those of an application; returns how many. */
  int hold(String application, Immovability reason) {
    List<ApplicationInstance> held =
        instances().stream()
            .filter(instance -> instance.applicationName().equals(application))
            .toList();
    held.forEach(instance -> instance.hold(reason));
    return held.size();
  }

  /** The open connections. */
  List<Connection> connections() {
    return new ArrayList<>(connections);
  }

  /** Listens; completes when connections are accepted. */
  CompletableFuture<Void> start() {
    if (state != MemberState.STOPPED) {
      return CompletableFuture.failedFuture(
          new IllegalStateException(name() + " is " + state + " already"));
    }
    try {
      release();
    } catch (IOException e) {
      return CompletableFuture.failedFuture(e);
    }
    queueManager().recover();
    commandServer.serve();
    CompletableFuture<Void> started = new CompletableFuture<>();
    new ServerBootstrap()
        .group(loop, loop)
        .channel(NioServerSocketChannel.class)
        .option(ChannelOption.SO_BACKLOG, LISTEN_BACKLOG)
        .option(ChannelOption.SO_REUSEADDR, true)
        .childOption(ChannelOption.TCP_NODELAY, true)
        .childHandler(new ConnectionInitializer(hub, this::accepted))
        .bind(port.address())
        .addListener(
            bound -> {
              if (bound.isSuccess()) {
                listener = ((ChannelFuture) bound).channel();
                startChannels(started);
              } else {
                started.completeExceptionally(cannotListen(port, bound.cause()));
              }
            });
    return started;
  }

  private void startChannels(CompletableFuture<Void> started) {
    if (channelPort == null) {
      running(started);
      return;
    }
    channels
        .listen(channelPort.address())
        .addListener(
            bound -> {
              if (bound.isSuccess()) {
                running(started);
              } else {
                listener.close().addListener(closed -> listener = null);
                started.completeExceptionally(cannotListen(channelPort, bound.cause()));
              }
            });
  }

  private void running(CompletableFuture<Void> started) {
    state = MemberState.RUNNING;
    queueManager().started();
    statistics.start();
    channels.initiator().resume();
    LOG.info("{} started on port {}", name(), port());
    started.complete(null);
  }

  private IOException cannotListen(MemberPort where, Throwable cause) {
    return new IOException(
        "%s cannot listen on port %d: %s".formatted(name(), where.number(), cause.getMessage()));
  }

  private void release() throws IOException {
    port.release();
    if (channelPort != null) {
      channelPort.release();
    }
  }

  private void accepted(Connection connection) {
    connections.add(connection);
    connection.closed().addListener(closed -> connections.remove(connection));
  }

  /** Whether nothing of the member is on the network any more. */
  boolean isSilent() {
    return connections.isEmpty() && listener == null;
  }

  /** Accepts no further connections. */
  void stopListening() {
    state = MemberState.ENDING;
    if (listener != null) {
      listener.close().addListener(closed -> listener = null);
    }
    channels.close();
  }

  /** The last connection has gone. */
  void ended() {
    state = MemberState.STOPPED;
    networkCut = false;
    queueManager().consumption(Consumption.ALLOWED);
    queueManager().listeners().queueManagerEnds();
    hub.instances().queueManagerEnds();
    statistics.stop();
    try {
      port.keep();
      if (channelPort != null) {
        channelPort.keep();
      }
    } catch (IOException e) {
      LOG.warn("{}: port {} could not be kept: {}", name(), port(), e.getMessage());
    }
    LOG.info("{} ended", name());
  }

  /** The member will not be started again: frees its port and its log. Returns itself. */
  Member forget() {
    try (log) {
      release();
    } catch (IOException e) {
      LOG.debug("{}: {}", name(), e.getMessage());
    }
    return this;
  }

  /**
   * Cuts the network: a black hole. Nothing is read from or sent to open sockets, new ones are not
   * accepted (the operating system may still complete their handshake), nobody is told.
   */
  void cutNetwork() {
    networkCut = true;
    if (listener != null) {
      listener.config().setAutoRead(false);
    }
    connections().forEach(Connection::cutNetwork);
    channels.cut();
    LOG.info("{}: network cut", name());
  }

  /** Ends the cut. */
  void restoreNetwork() {
    networkCut = false;
    if (listener != null) {
      listener.config().setAutoRead(true);
    }
    connections().forEach(Connection::restoreNetwork);
    channels.restore();
    LOG.info("{}: network restored", name());
  }

  MemberStatus status() {
    QueueManager queueManager = hub.queueManager();
    long nowNanos = queueManager.timer().nowNanos();
    double puts = queueManager.puts().perSecond(nowNanos);
    double gets = queueManager.gets().perSecond(nowNanos);
    List<ChannelStatus> ends = channels.initiator().status();
    return new MemberStatus(
        name(),
        port(),
        state,
        networkCut,
        connections.size(),
        applications(),
        queueManager.puts().total(),
        queueManager.gets().total(),
        puts,
        gets,
        messagesPerSecond == 0 ? 0 : (puts + gets) / messagesPerSecond,
        depths(),
        (int) ends.stream().filter(end -> end.state() == ChannelState.RUNNING).count(),
        ends.stream().mapToLong(ChannelStatus::retries).sum());
  }

  /** What the other members know of this one. */
  ClusterView.MemberView seen() {
    Map<String, ClusterView.Count> counts = new TreeMap<>();
    if (isActive()) {
      for (ApplicationInstance instance : instances()) {
        int movable = instance.immovability() == Immovability.NONE ? 1 : 0;
        counts.merge(
            instance.applicationName(), new ClusterView.Count(1, movable), ClusterView.Count::plus);
      }
    }
    return new ClusterView.MemberView(
        name(),
        hub.queueManager().id(),
        isActive(),
        hub.queueManager().timer().epochMillis(),
        counts);
  }

  private Map<String, ApplicationStatus> applications() {
    Map<String, ApplicationStatus> applications = new TreeMap<>();
    for (ApplicationInstance instance : instances()) {
      applications.merge(
          instance.applicationName(),
          new ApplicationStatus(1, instance.conversationCount()),
          (a, b) ->
              new ApplicationStatus(
                  a.instances() + b.instances(), a.conversations() + b.conversations()));
    }
    return applications;
  }

  private Map<String, Integer> depths() {
    Map<String, Integer> depths = new LinkedHashMap<>();
    for (LocalQueue queue : hub.queueManager().queues()) {
      if (queue.depth() > 0) {
        depths.put(queue.name(), queue.depth());
      }
    }
    return depths;
  }
}
