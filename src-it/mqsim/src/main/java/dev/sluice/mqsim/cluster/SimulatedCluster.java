package dev.sluice.mqsim.cluster;

import dev.sluice.mqsim.command.ClusterView;
import dev.sluice.mqsim.conversation.ApplicationInstance;
import dev.sluice.mqsim.conversation.Connection;
import dev.sluice.mqsim.conversation.Immovability;
import dev.sluice.mqsim.conversation.ReconnectTarget;
import dev.sluice.mqsim.mqsc.MqscReader;
import dev.sluice.mqsim.mqsc.NumberedCommand;
import dev.sluice.mqsim.queue.Message;
import dev.sluice.mqsim.queue.MessageLog;
import dev.sluice.mqsim.queue.Reason;
import io.netty.channel.EventLoop;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A group of simulated queue managers on this machine's loopback interface.
 *
 * <pre>{@code
 * try (SimulatedCluster cluster =
 *     SimulatedCluster.builder().group("UC01QM").queueManagers("QM1", "QM2").build()) {
 *   cluster.start("QM1");
 *   cluster.writeCcdt(path); // connect to *UC01QM with it
 *   cluster.start("QM2");
 *   cluster.balanceNow();
 * }
 * }</pre>
 *
 * <p>May be used from any thread; calls return when what they say is done. It is a stand-in for
 * tests: it protects nothing, nothing survives the process, and no figure about IBM MQ may be drawn
 * from it.
 */
@SuppressWarnings("FutureReturnValueIgnored") // failures of writes and closes reach exceptionCaught
public final class SimulatedCluster implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(SimulatedCluster.class);

  private final ClusterSpec spec;
  private final EventLoopGroup loops;
  private final Map<String, Member> members = new LinkedHashMap<>();
  private final Balancer balancer;
  private final ScheduledExecutorService balancing;
  private ScheduledFuture<?> periodicBalancing;

  SimulatedCluster(ClusterSpec spec) {
    this.spec = spec;
    this.loops =
        new MultiThreadIoEventLoopGroup(
            spec.threads(), new DefaultThreadFactory("mqsim", true), NioIoHandler.newFactory());
    int index = 0;
    for (String name : spec.queueManagers()) {
      MemberPort port = port(spec.basePort(), index);
      MemberPort channelPort =
          spec.channelBasePort() == ClusterSpec.NO_CHANNELS
              ? null
              : port(spec.channelBasePort(), index);
      index++;
      EventLoop loop = loops.next();
      Member member =
          new Member(
              name,
              port,
              channelPort,
              loop,
              spec.queues(),
              spec.settings(),
              spec.messagesPerSecond(),
              log(name),
              View::new);
      if (spec.secure()) {
        member.queueManager().security().enforce();
      }
      members.put(name, member);
    }
    this.balancer = new Balancer(members.values());
    this.balancing =
        Executors.newSingleThreadScheduledExecutor(
            new DefaultThreadFactory("mqsim-balancing", true));
  }

  /** The cluster as one member sees it: who cannot be heard of is not active. */
  private final class View implements ClusterView {

    private final Member asker;

    View(Member asker) {
      this.asker = asker;
    }

    @Override
    public String cluster() {
      return spec.group();
    }

    @Override
    public void ask(Consumer<List<ClusterView.MemberView>> answer) {
      List<CompletableFuture<ClusterView.MemberView>> seen =
          members.values().stream()
              .map(member -> CompletableFuture.supplyAsync(member::seen, member.loop()))
              .toList();
      CompletableFuture.allOf(seen.toArray(CompletableFuture[]::new))
          .thenRunAsync(
              () -> answer.accept(seen.stream().map(CompletableFuture::join).toList()),
              asker.loop());
    }
  }

  private MessageLog log(String member) {
    if (spec.logDirectory() == null) {
      return MessageLog.none();
    }
    try {
      Files.createDirectories(spec.logDirectory());
      return MessageLog.open(spec.logDirectory().resolve(fileName(member)));
    } catch (IOException e) {
      throw new UncheckedIOException("no log in " + spec.logDirectory() + ": " + e.getMessage(), e);
    }
  }

  /** Another one for each name, because both characters may stand in a queue manager's. */
  static String fileName(String member) {
    return member.replace("%", "%25").replace("/", "%2F") + ".log";
  }

  private static MemberPort port(int basePort, int index) {
    if (basePort != 0) {
      return MemberPort.fixed(basePort + index);
    }
    try {
      return MemberPort.chosenBySystem();
    } catch (IOException e) {
      throw new UncheckedIOException("no free port", e);
    }
  }

  /** Begins the description of a cluster. */
  public static ClusterBuilder builder() {
    return new ClusterBuilder();
  }

  /** Names of the members. */
  public List<String> queueManagers() {
    return spec.queueManagers();
  }

  /** The port of a member, the same whether it runs or not. */
  public int port(String name) {
    return member(name).port();
  }

  /** Where message channels connect to a member; 0 = nowhere. */
  public int channelPort(String name) {
    return member(name).channelPort();
  }

  /**
   * Runs MQSC commands at a member, whether it runs or not, and returns what they display.
   *
   * @throws IllegalArgumentException if a command fails; those before it have been run
   */
  public List<String> mqsc(String name, String commands) {
    return OnLoop.run(member(name), member -> member.mqsc(commands));
  }

  /**
   * Runs one MQSC command of a script.
   *
   * @throws IllegalArgumentException if it fails, with its line and the reason
   */
  public List<String> mqsc(String name, NumberedCommand command) {
    Member member = member(name);
    try {
      return OnLoop.run(member, each -> each.mqsc(command));
    } catch (IllegalArgumentException e) {
      throw command.failure(e);
    }
  }

  /**
   * Runs an MQSC script as a queue manager that configures itself does: each command, whether those
   * before it have failed or not, and with the inserts of automatic configuration filled in: its
   * name, the group, and where its message channels listen.
   *
   * @throws IllegalArgumentException if commands fail, with a line for each
   */
  public List<String> configure(String name, String script) {
    Member member = member(name);
    int port = member.channelPort() == 0 ? member.port() : member.channelPort();
    String filledIn =
        script
            .replace("+QMNAME+", name)
            .replace("+AUTOCL+", spec.group())
            .replace("+CONNAME+", "127.0.0.1(%d)".formatted(port));
    List<String> output = new ArrayList<>();
    List<String> failures = new ArrayList<>();
    for (NumberedCommand command : MqscReader.commands(filledIn)) {
      try {
        output.addAll(mqsc(name, command));
      } catch (IllegalArgumentException e) {
        failures.add(e.getMessage());
      }
    }
    if (!failures.isEmpty()) {
      throw new IllegalArgumentException(String.join("\n", failures));
    }
    return output;
  }

  /** Cuts the network of a member's message channels; clients stay connected. */
  public void cutChannels(String name) {
    OnLoop.execute(running(name), member -> member.channels().cut());
  }

  /** Ends the cut. */
  public void restoreChannels(String name) {
    OnLoop.execute(member(name), member -> member.channels().restore());
  }

  /**
   * Starts a member.
   *
   * @throws UncheckedIOException if its port is taken
   * @throws IllegalStateException if it is not stopped
   */
  public void start(String name) {
    OnLoop.run(member(name), Member::start);
  }

  /** Ends a member; its clients are told not to reconnect. */
  public void stop(String name) {
    OnLoop.run(running(name), member -> new MemberShutdown(member).stop());
  }

  /** Ends a member after its clients have moved to the other active members. */
  public void stopWithReconnect(String name) {
    Member member = running(name);
    List<ReconnectTarget> targets = new ArrayList<>();
    for (Member other : members.values()) {
      if (other != member && OnLoop.call(other, Member::isActive)) {
        targets.add(other.asTarget());
      }
    }
    OnLoop.run(member, ending -> new MemberShutdown(ending).stopWithReconnect(targets));
  }

  /** Ends a member as a crash would: sockets are reset, messages not persistent are lost. */
  public void kill(String name) {
    OnLoop.run(running(name), member -> new MemberShutdown(member).kill());
  }

  /** Resets all connections of a member, which goes on and accepts new ones. */
  public void resetConnections(String name) {
    OnLoop.execute(running(name), member -> member.connections().forEach(Connection::reset));
  }

  /** A member's answers take so much longer from now on; zero for no delay. */
  public void delay(String name, Duration byThis) {
    OnLoop.execute(member(name), member -> member.delay(byThis));
  }

  /** Asks all instances of a member that may reconnect to go to a member of another cluster. */
  public void moveAll(String name, SimulatedCluster to, String otherName) {
    ReconnectTarget target = OnLoop.call(to.running(otherName), Member::asTarget);
    OnLoop.execute(
        running(name),
        member ->
            member.instances().stream()
                .filter(ApplicationInstance::isMovable)
                .forEach(instance -> instance.move(target)));
  }

  /**
   * Holds an application's instances of now at all members, for a reason that they need not have
   * themselves; NONE ends it. Returns how many instances.
   */
  public int hold(String application, Immovability reason) {
    return members.values().stream()
        .mapToInt(member -> OnLoop.call(member, one -> one.hold(application, reason)))
        .sum();
  }

  /** Puts empty messages on a queue until it is full; returns how many. */
  public int fill(String name, String queue) {
    return OnLoop.call(member(name), member -> member.queueManager().fill(queue));
  }

  /** Puts to a queue fail with this reason from now on; {@link Reason#NONE} for none. */
  public void failPuts(String name, String queue, Reason reason) {
    OnLoop.execute(member(name), member -> member.queueManager().queue(queue).failPuts(reason));
  }

  /** One more channel that clients may use. */
  public void clientChannel(String name, String channel) {
    OnLoop.execute(member(name), member -> member.queueManager().security().channel(channel, ""));
  }

  /** What can be got from a queue, the next message first; the messages stay there. */
  public <T> List<T> browse(String name, String queue, Function<Message, T> value) {
    return OnLoop.call(
        member(name),
        member -> member.queueManager().queue(queue).available().stream().map(value).toList());
  }

  /** Removes what can be got from a queue; returns how many messages. */
  public int clear(String name, String queue) {
    return OnLoop.call(
        member(name), member -> member.queueManager().queue(queue).discardWhere(message -> true));
  }

  /** Cuts the network of a member: it neither reads nor answers, and nobody is told. */
  public void cutNetwork(String name) {
    OnLoop.execute(running(name), Member::cutNetwork);
  }

  /** Ends the cut. */
  public void restoreNetwork(String name) {
    OnLoop.execute(member(name), Member::restoreNetwork);
  }

  /**
   * Puts the messages of a queue on the dead-letter queue, with a header that says why; returns how
   * many.
   *
   * @param reason why they could not be delivered, a reason code
   */
  public int deadLetter(String name, String queue, int reason) {
    return OnLoop.call(running(name), member -> member.queueManager().deadLetter(queue, reason));
  }

  /** A member publishes its resource statistics now; returns how many publications there were. */
  public int publishStatistics(String name) {
    return OnLoop.call(running(name), Member::publishStatistics);
  }

  /** A member moves this many messages a second from now on; 0 = no limit. */
  public void changeCapacity(String name, int messagesPerSecond) {
    OnLoop.execute(member(name), member -> member.changeCapacity(messagesPerSecond));
  }

  /** One balancing round; returns how many application instances were asked to move. */
  public int balanceNow() {
    try {
      return balancing.submit(balancer::balance).get();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while balancing", e);
    } catch (ExecutionException e) {
      throw new IllegalStateException("balancing failed: " + e.getCause().getMessage(), e);
    }
  }

  /** Balancing rounds at this interval from now on, in place of those before. */
  public synchronized void balanceEvery(Duration interval) {
    balanceOff();
    periodicBalancing =
        balancing.scheduleWithFixedDelay(
            this::balanceQuietly, interval.toMillis(), interval.toMillis(), TimeUnit.MILLISECONDS);
  }

  /** No balancing rounds any more. */
  public synchronized void balanceOff() {
    if (periodicBalancing != null) {
      periodicBalancing.cancel(false);
      periodicBalancing = null;
    }
  }

  private void balanceQuietly() {
    try {
      balancer.balance();
    } catch (RuntimeException e) {
      LOG.warn("a balancing round failed", e); // the next one may work
    }
  }

  /** All members as they are now. */
  public List<MemberStatus> status() {
    return members.keySet().stream().map(this::status).toList();
  }

  /** One member as it is now. */
  public MemberStatus status(String name) {
    return OnLoop.call(member(name), Member::status);
  }

  /** The channel table, in JSON. */
  public String ccdt() {
    Map<String, Integer> ports = new LinkedHashMap<>();
    members.forEach((name, member) -> ports.put(name, member.port()));
    return new ChannelTable(spec.group(), spec.settings(), ports).toJson();
  }

  /** Writes the channel table to a file. */
  public void writeCcdt(Path file) {
    try {
      Files.writeString(file, ccdt());
    } catch (IOException e) {
      throw new UncheckedIOException("cannot write " + file + ": " + e.getMessage(), e);
    }
  }

  private Member member(String name) {
    Member member = members.get(name);
    if (member == null) {
      throw new IllegalArgumentException("no queue manager '%s'".formatted(name));
    }
    return member;
  }

  private Member running(String name) {
    Member member = member(name);
    if (OnLoop.call(member, Member::state) != MemberState.RUNNING) {
      throw new IllegalStateException(name + " is not running");
    }
    return member;
  }

  /** Resets all connections and frees all ports. */
  @Override
  public void close() {
    balanceOff();
    balancing.shutdownNow();
    for (Member member : members.values()) {
      if (OnLoop.call(member, Member::state) == MemberState.RUNNING) {
        OnLoop.run(member, ending -> new MemberShutdown(ending).kill());
      }
      OnLoop.call(member, Member::forget);
    }
    loops.shutdownGracefully(0, 2, TimeUnit.SECONDS).awaitUninterruptibly();
  }
}
