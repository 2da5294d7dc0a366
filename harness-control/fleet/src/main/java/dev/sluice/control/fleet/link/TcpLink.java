package dev.sluice.control.fleet.link;

import dev.sluice.control.fleet.codec.MessageCodec;
import dev.sluice.control.fleet.codec.MessageCodec.MalformedMessage;
import dev.sluice.control.fleet.protocol.FleetLink;
import dev.sluice.control.fleet.protocol.FleetMessage;
import dev.sluice.core.time.NanoClock;
import dev.sluice.jms.provider.Secret;
import java.io.Closeable;
import java.io.IOException;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.LongConsumer;

/**
 * The network of a fleet, over TCP, and the one thread on which a state machine of the protocol is
 * told what happens, in the order in which it happened. All methods may be called on any thread.
 */
public final class TcpLink implements FleetLink, Closeable {

  /** More are dropped, as a network drops what is sent too fast. */
  private static final int MAX_WAITING = 100_000;

  private final FleetSettings settings;
  private final MessageCodec codec;
  private final Consumer<String> refused;
  private final FleetChannel channel;
  private final ScheduledThreadPoolExecutor thread =
      new ScheduledThreadPoolExecutor(
          1, task -> daemon(task, "fleet-protocol"), new ThreadPoolExecutor.DiscardPolicy());

  private volatile boolean alone = true; // so far
  private Listener listener; // null until it is opened

  /**
   * A member that listens, and has not joined yet. Deriving keys from the secret takes some tenths
   * of a second.
   *
   * @param log gets lines for people: who was refused and why, how many strangers came; capped
   * @param refused gets why a member refuses this process, in one line, each time, until it has
   *     been in a group with others: later it is the other one that is new
   * @throws IOException if the port is taken, with one line
   * @throws dev.sluice.jms.provider.ConfigurationException if the secret is too short
   */
  public TcpLink(
      FleetSettings settings, Secret secret, Consumer<String> log, Consumer<String> refused)
      throws IOException {
    this.settings = settings;
    this.refused = refused;
    this.codec = new MessageCodec(settings.version());
    this.channel = new FleetChannel(settings, FleetSecret.of(secret), log, new Told());
  }

  /**
   * Looks for the fleet from now on, and tells the listener, on one thread.
   *
   * @param tickNanos how often the listener is told the time
   */
  @SuppressWarnings("FutureReturnValueIgnored") // it goes on until the end
  public void open(Listener told, long tickNanos) {
    listener = told;
    thread.scheduleWithFixedDelay(() -> put(told::tick), 0, tickNanos, TimeUnit.NANOSECONDS);
    channel.join();
  }

  /** Where it listens, which may be a free port that was found. */
  public int port() {
    return channel.port();
  }

  /** The peers that could not be reached when this process tried last, and why. */
  public List<String> unreached() {
    return channel.unreached();
  }

  /** Runs a task on the thread of the listener, soon. */
  public void execute(Runnable task) {
    put(nanos -> task.run());
  }

  private static Thread daemon(Runnable task, String name) {
    Thread thread = new Thread(task, name);
    thread.setDaemon(true);
    return thread;
  }

  /** Something is to be done, with a reading of the clock of now, which never goes back. */
  private synchronized void put(LongConsumer event) {
    long nanos = NanoClock.SYSTEM.nanos();
    thread.execute(
        () -> {
          try {
            event.accept(nanos);
          } catch (RuntimeException | Error e) { // the fleet goes on
            NanoClock.survived(e);
          }
        });
  }

  /** Something happens on the network, which is forgotten if too much does. */
  private void offer(LongConsumer event) {
    if (thread.getQueue().size() < MAX_WAITING) {
      put(event);
    }
  }

  @Override
  public String self() {
    return settings.member();
  }

  @Override
  public void send(String member, FleetMessage message) {
    channel.send(member, codec.encode(message));
  }

  @Override
  public void probe(String member) {
    channel.probe(member);
  }

  /** Leaves the fleet; the listener is told nothing any more. */
  @Override
  public void close() {
    thread.shutdown(); // after what has happened until now
    try {
      thread.awaitTermination(5, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    channel.close();
  }

  /** What the channel tells, on its threads. */
  private final class Told implements FleetChannel.Listener {

    @Override
    public void received(String from, byte[] content) {
      try {
        FleetMessage message = codec.decode(content);
        offer(nanos -> listener.received(nanos, from, message));
      } catch (MalformedMessage e) {
        channel.log("a message of " + from + " is not understood: " + e.getMessage());
      }
    }

    @Override
    public void view(Set<String> members) {
      alone &= members.size() < 2;
      put(nanos -> listener.view(nanos, members));
    }

    @Override
    public void probed(String member, Evidence evidence) {
      put(nanos -> listener.probed(nanos, member, evidence));
    }

    @Override
    public void refused(String reason) {
      if (alone) {
        offer(nanos -> refused.accept(reason));
      }
    }
  }
}
