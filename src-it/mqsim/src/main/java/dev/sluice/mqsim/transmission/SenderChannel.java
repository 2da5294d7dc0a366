package dev.sluice.mqsim.transmission;

import dev.sluice.mqsim.manager.QueueManager;
import dev.sluice.mqsim.manager.UnitOfWork;
import dev.sluice.mqsim.queue.Browse;
import dev.sluice.mqsim.queue.LocalQueue;
import dev.sluice.mqsim.queue.MatchCriteria;
import dev.sluice.mqsim.queue.Message;
import dev.sluice.mqsim.queue.QueueReader;
import dev.sluice.mqsim.queue.Reason;
import dev.sluice.mqsim.queue.Timer;
import dev.sluice.mqsim.queue.Waiter;
import dev.sluice.mqsim.transmission.Frame.Alive;
import dev.sluice.mqsim.transmission.Frame.Confirmed;
import dev.sluice.mqsim.transmission.Frame.EndOfBatch;
import dev.sluice.mqsim.transmission.Frame.Heartbeat;
import dev.sluice.mqsim.transmission.Frame.Hello;
import dev.sluice.mqsim.transmission.Frame.Refusal;
import dev.sluice.mqsim.transmission.Frame.Transmitted;
import dev.sluice.mqsim.transmission.Frame.Welcome;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The sending end of a message channel: takes messages off a transmission queue in batches and
 * keeps each batch as a unit of work until the other end has it for good.
 *
 * <p>If the connection breaks before that is known, the batch is in doubt: it is neither sent again
 * nor forgotten until the other end says, when it is connected again, which message it has last. So
 * nothing is lost and nothing arrives twice.
 */
final class SenderChannel {

  private static final Logger LOG = LoggerFactory.getLogger(SenderChannel.class);

  /** A batch ends with the message that makes it longer than this (BATCHLIM). */
  private static final int BATCH_LIMIT_BYTES = 5_000 * 1024;

  private static final long NANOS_PER_SECOND = 1_000_000_000L;
  private static final long SHORTEST_RETRY_NANOS = 10_000_000L;
  private static final long BIND_SECONDS_WITHOUT_HEARTBEATS = 60;

  private final ChannelDefinition definition;
  private final LocalQueue transmissionQueue;
  private final String queueManager;
  private final Link.Dialer dialer;
  private final Timer timer;
  private final Consumer<Welcome> welcomed;
  private final QueueReader reader;
  private final UnitOfWork batch;
  private ChannelState state = ChannelState.INACTIVE;
  private Attempt attempt;
  private Timer.Cancellable alarm = () -> {};
  private long lastSequence;
  private int shortRetriesLeft;
  private int longRetriesLeft;
  private int inBatch;
  private long messages;
  private long batches;
  private long retries;

  /**
   * @param welcomed told of what the other end says of itself each time the channel has connected
   */
  SenderChannel(
      ChannelDefinition definition,
      LocalQueue transmissionQueue,
      QueueManager queueManager,
      Link.Dialer dialer,
      Consumer<Welcome> welcomed) {
    this.definition = definition;
    this.transmissionQueue = transmissionQueue;
    this.queueManager = queueManager.name();
    this.dialer = dialer;
    this.timer = queueManager.timer();
    this.welcomed = welcomed;
    this.reader = new QueueReader(transmissionQueue, null);
    this.batch = new UnitOfWork(queueManager);
  }

  ChannelDefinition definition() {
    return definition;
  }

  LocalQueue transmissionQueue() {
    return transmissionQueue;
  }

  ChannelState state() {
    return state;
  }

  ChannelStatus status() {
    return new ChannelStatus(
        definition.name(),
        definition.type(),
        state,
        messages,
        batches,
        retries,
        shortRetriesLeft,
        longRetriesLeft);
  }

  /** Connects, now and after each loss, until stopped; a channel that runs goes on. */
  void start() {
    if (state != ChannelState.RUNNING && state != ChannelState.BINDING) {
      restoreRetries();
      connect();
    }
  }

  /** Ends the connection. A batch in doubt stays so until the next one. */
  void stop(ChannelState endState) {
    disconnect();
    state = endState;
  }

  private void restoreRetries() {
    shortRetriesLeft = definition.shortRetry().count();
    longRetriesLeft = definition.longRetry().count();
  }

  private void connect() {
    alarm.cancel(); // a channel that is started need not wait for its next attempt
    state = ChannelState.BINDING;
    Attempt current = new Attempt();
    attempt = current;
    long seconds =
        definition.heartbeatSeconds() == 0
            ? BIND_SECONDS_WITHOUT_HEARTBEATS
            : definition.heartbeatSeconds();
    alarm = timer.schedule(seconds * NANOS_PER_SECOND, current::lost);
    dialer.dial(definition.host(), definition.port(), current);
  }

  private void disconnect() {
    alarm.cancel();
    if (attempt != null) {
      transmissionQueue.removeWaiter(attempt);
      if (attempt.link != null) {
        attempt.link.close();
      }
      attempt = null;
    }
  }

  private void retry() {
    retries++;
    ChannelDefinition.Retry how;
    if (shortRetriesLeft > 0) {
      shortRetriesLeft--;
      how = definition.shortRetry();
    } else if (longRetriesLeft > 0) {
      longRetriesLeft--;
      how = definition.longRetry();
    } else {
      LOG.warn("{} {}: no retry is left", queueManager, definition.name());
      state = ChannelState.STOPPED;
      return;
    }
    state = ChannelState.RETRYING;
    long delayNanos = Math.max(SHORTEST_RETRY_NANOS, how.seconds() * NANOS_PER_SECOND);
    alarm = timer.schedule(delayNanos, this::connect);
  }

  /** One connection, or the attempt to make one. What comes after it was given up is not heard. */
  private final class Attempt implements Link.End, Waiter {

    private Link link;
    private long heardNanos;

    @Override
    public void opened(Link opened) {
      if (attempt != this) {
        opened.close();
        return;
      }
      link = opened;
      link.send(new Hello(definition.name(), queueManager));
    }

    @Override
    public void received(Frame frame) {
      if (attempt != this) {
        return;
      }
      heardNanos = timer.nowNanos();
      if (frame instanceof Welcome welcome) {
        run(welcome);
      } else if (frame instanceof Confirmed confirmed) {
        confirmed(confirmed.sequence());
      } else if (frame instanceof Refusal refusal) {
        LOG.warn("{} {}: refused: {}", queueManager, definition.name(), refusal.reason());
        lost();
      } else if (!(frame instanceof Alive)) {
        LOG.warn("{} {}: {} out of place", queueManager, definition.name(), frame);
        lost();
      }
    }

    private void run(Welcome welcome) {
      if (!batch.isEmpty()) {
        settle(welcome.lastSequence() == lastSequence);
      }
      lastSequence = welcome.lastSequence();
      state = ChannelState.RUNNING;
      restoreRetries();
      alarm.cancel();
      scheduleHeartbeat();
      welcomed.accept(welcome);
      fillBatch();
    }

    private void settle(boolean arrived) {
      if (arrived) {
        batch.commit();
        messages += inBatch;
        batches++;
      } else {
        batch.backOut();
      }
      inBatch = 0;
    }

    private void confirmed(long sequence) {
      if (batch.isEmpty() || sequence != lastSequence) {
        LOG.warn("{} {}: {} was not asked for", queueManager, definition.name(), sequence);
        lost();
        return;
      }
      settle(true);
      fillBatch();
    }

    private void fillBatch() {
      long bytes = 0;
      while (inBatch < definition.batchSize() && bytes < BATCH_LIMIT_BYTES) {
        Message message = reader.find(MatchCriteria.ANY, Browse.NONE);
        if (message == null) {
          break;
        }
        reader.take(message);
        batch.got(transmissionQueue, message);
        inBatch++;
        bytes += message.data().length;
        link.send(
            new Transmitted(
                ++lastSequence,
                message.address(),
                message.descriptor(),
                message.expiresAtMillis(),
                message.data()));
      }
      if (inBatch > 0) {
        link.send(new EndOfBatch(lastSequence));
      } else {
        transmissionQueue.addWaiter(this);
      }
    }

    private void scheduleHeartbeat() {
      int seconds = definition.heartbeatSeconds();
      if (seconds > 0) {
        alarm = timer.schedule(seconds * NANOS_PER_SECOND, this::beat);
      }
    }

    private void beat() {
      if (timer.nowNanos() - heardNanos >= 2L * definition.heartbeatSeconds() * NANOS_PER_SECOND) {
        lost();
      } else {
        link.send(new Heartbeat());
        scheduleHeartbeat();
      }
    }

    @Override
    public void closed() {
      if (attempt == this) {
        link = null;
        lost();
      }
    }

    private void lost() {
      if (attempt == this) {
        disconnect();
        retry();
      }
    }

    @Override
    public void serve() {
      if (attempt == this) {
        fillBatch();
      }
    }

    @Override
    public void fail(Reason reason) {
      lost();
    }
  }
}
