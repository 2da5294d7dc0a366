package dev.sluice.mqsim.conversation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.mqsim.codec.structure.Balancing;
import dev.sluice.mqsim.manager.QueueManager;
import dev.sluice.mqsim.queue.ManualTimer;
import dev.sluice.mqsim.queue.QueueDefinitions;
import io.netty.channel.embedded.EmbeddedChannel;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** When a client that is to move to another queue manager is asked to. */
class MoveTest {

  private static final ReconnectTarget TARGET = new ReconnectTarget("QM2", "QM2_ID");
  private static final int HEADER_BYTES = 36;

  /** Where the last byte of the put's and the get's options is, with the bit for syncpoint. */
  private static final int PUT_OPTIONS = HEADER_BYTES + 348 + 3;

  private static final int GET_OPTIONS = HEADER_BYTES + 388 + 3;
  private static final int SYNCPOINT = 0x02;
  private static final int NO_SYNCPOINT = 0x04;

  private final ManualTimer timer = new ManualTimer();
  private final EmbeddedChannel channel = new EmbeddedChannel();
  private Connection connection;
  private ApplicationInstance instance;

  @BeforeEach
  void connectAndOpenAQueue() {
    QueueManager queueManager = new QueueManager("QM1", "QM1_ID", QueueDefinitions.any(), timer);
    Hub hub =
        new Hub(
            queueManager,
            ClientFrames.channel(),
            new CapacityLimiter(0, timer),
            new Instances(queueManager),
            new FlushBatch(channel.eventLoop()),
            new AnswerDelay(channel.eventLoop()));
    channel.pipeline().addLast(new ConnectionInitializer(hub, accepted -> connection = accepted));
    ClientFrames.all().subList(0, 3).forEach(this::feed); // up to MQCONN
    balance(Balancing.DEFAULT);
    feed(ClientFrames.all().get(3));
  }

  private void balance(Balancing wanted) {
    instance = new ApplicationInstance("APP", true, wanted, timer);
    Conversation conversation = connection.conversation(1);
    conversation.connected(instance, "alice");
    instance.joined(conversation, "APP");
  }

  @AfterEach
  void close() {
    channel.finishAndReleaseAll();
  }

  private void feed(byte[] frame) {
    channel.writeInbound(channel.alloc().buffer(frame.length).writeBytes(frame));
    Fuzzer.drain(channel);
  }

  private void putAndGet(boolean inSyncpoint) {
    byte[] put = ClientFrames.all().get(4);
    byte[] get = ClientFrames.all().get(6);
    if (!inSyncpoint) {
      put[PUT_OPTIONS] ^= SYNCPOINT | NO_SYNCPOINT;
      get[GET_OPTIONS] ^= SYNCPOINT | NO_SYNCPOINT;
    }
    feed(put);
    feed(get);
  }

  private void call() {
    feed(ClientFrames.all().get(14)); // an inquiry
  }

  @Test
  void anIdleClientIsAskedAtOnce() {
    instance.move(TARGET);
    assertThat(instance.isLeaving()).isTrue();
    channel.runPendingTasks();
    assertThat(Fuzzer.drain(channel)).as("requests to reconnect").isEqualTo(1);
  }

  @Test
  void aClientThatWasSentAMessageIsAskedWhenItCallsAgain() {
    putAndGet(false);
    instance.move(TARGET);
    assertThat(instance.isLeaving()).isFalse();
    call();
    assertThat(instance.isLeaving()).isTrue();
  }

  @Test
  void aClientThatCalledAfterItsMessageIsAskedAtOnce() {
    putAndGet(false);
    call();
    instance.move(TARGET);
    assertThat(instance.isLeaving()).isTrue();
  }

  @Test
  void aUnitOfWorkIsLeftToEnd() {
    putAndGet(true);
    instance.move(TARGET);
    call();
    assertThat(instance.isLeaving()).isFalse();
    feed(ClientFrames.all().get(8)); // MQCMIT
    assertThat(instance.isLeaving()).isTrue();
  }

  @Test
  void nobodyIsWaitedForLongerThanTenSeconds() {
    putAndGet(false);
    instance.move(TARGET);
    timer.advanceMillis(9_999);
    assertThat(instance.isLeaving()).isFalse();
    timer.advanceMillis(1);
    assertThat(instance.isLeaving()).isTrue();
  }

  @Test
  void whyAnInstanceCannotBeMovedHasAReason() {
    assertThat(instance.immovability()).isEqualTo(Immovability.NONE);
    putAndGet(true);
    assertThat(instance.immovability()).isEqualTo(Immovability.IN_TRANSACTION);
    feed(ClientFrames.all().get(8)); // MQCMIT
    assertThat(instance.immovability()).isEqualTo(Immovability.NONE);
    instance.move(TARGET);
    assertThat(instance.immovability()).isEqualTo(Immovability.MOVING);
    timer.advanceMillis(10_000); // it does not go
    assertThat(instance.immovability()).isEqualTo(Immovability.NO_REDIRECT);
    assertThat(instance.timesImmovable()).isEqualTo(1);
    instance.joined(connection.conversation(3), "OTHER");
    assertThat(instance.immovability()).isEqualTo(Immovability.APPLNAME_CHANGED);
  }

  @Test
  void aUnitOfWorkIsLeftAloneOnlyAsLongAsTheApplicationWants() {
    balance(new Balancing(Balancing.SIMPLE, 3, 0));
    putAndGet(true);
    instance.move(TARGET);
    timer.advanceMillis(2_999);
    assertThat(instance.isLeaving()).isFalse();
    timer.advanceMillis(1);
    assertThat(instance.isLeaving()).isTrue();
    balance(new Balancing(Balancing.SIMPLE, Balancing.TIMEOUT_NEVER, 0));
    instance.move(TARGET);
    timer.advanceMillis(3_600_000);
    assertThat(instance.isLeaving()).isFalse();
  }

  @Test
  void aUnitOfWorkThatIsIgnoredHoldsNothingUp() {
    balance(new Balancing(Balancing.SIMPLE, -1, Balancing.IGNORE_TRANSACTIONS));
    putAndGet(true);
    instance.move(TARGET);
    assertThat(instance.isLeaving()).isTrue();
  }

  @Test
  void aReplyIsWaitedFor() {
    balance(new Balancing(Balancing.REQUEST_REPLY, 3, Balancing.IGNORE_TRANSACTIONS));
    feed(ClientFrames.all().get(4)); // a put
    instance.move(TARGET);
    assertThat(instance.immovability()).isEqualTo(Immovability.AWAITS_REPLY);
    assertThat(instance.isLeaving()).isFalse();
    timer.advanceMillis(3_000);
    assertThat(instance.isLeaving()).isTrue();
  }
}
