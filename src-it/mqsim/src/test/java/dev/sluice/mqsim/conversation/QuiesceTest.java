package dev.sluice.mqsim.conversation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.mqsim.cluster.Quiesce;
import dev.sluice.mqsim.manager.QueueManager;
import dev.sluice.mqsim.manager.QueueManager.Consumption;
import dev.sluice.mqsim.queue.ManualTimer;
import dev.sluice.mqsim.queue.QueueDefinitions;
import io.netty.channel.embedded.EmbeddedChannel;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A queue manager that ends in order, and a client that gets messages until then. */
class QuiesceTest {

  private static final int HEADER_BYTES = 36;

  /** Where the last byte of the put's and the get's options is, with the bit for syncpoint. */
  private static final int PUT_OPTIONS = HEADER_BYTES + 348 + 3;

  private static final int GET_OPTIONS = HEADER_BYTES + 388 + 3;
  private static final int SYNCPOINT = 0x02;
  private static final int NO_SYNCPOINT = 0x04;
  private static final int PUT = 4;
  private static final int GET_AT_ONCE = 6;
  private static final int WAITING_GET = 7;
  private static final int COMMIT = 8;
  private static final int INQUIRE = 14;

  private final ManualTimer timer = new ManualTimer();
  private final EmbeddedChannel channel = new EmbeddedChannel();
  private final QueueManager queueManager =
      new QueueManager("QM1", "QM1_ID", QueueDefinitions.any(), timer);
  private Connection connection;
  private boolean told;

  @BeforeEach
  void connectAndOpenAQueue() {
    Hub hub =
        new Hub(
            queueManager,
            ClientFrames.channel(),
            new CapacityLimiter(0, timer),
            new Instances(queueManager),
            new FlushBatch(channel.eventLoop()),
            new AnswerDelay(channel.eventLoop()));
    channel.pipeline().addLast(new ConnectionInitializer(hub, accepted -> connection = accepted));
    ClientFrames.all().subList(0, PUT).forEach(this::feed);
  }

  @AfterEach
  void close() {
    channel.finishAndReleaseAll();
  }

  /** Returns how many answers come. */
  private int feed(byte[] frame) {
    channel.writeInbound(channel.alloc().buffer(frame.length).writeBytes(frame));
    channel.runPendingTasks();
    return Fuzzer.drain(channel);
  }

  private int call(int frame) {
    return feed(ClientFrames.all().get(frame));
  }

  private int outsideOfSyncpoint(int frame) {
    byte[] call = ClientFrames.all().get(frame);
    call[frame == PUT ? PUT_OPTIONS : GET_OPTIONS] ^= SYNCPOINT | NO_SYNCPOINT;
    return feed(call);
  }

  private void quiesce() {
    new Quiesce(queueManager, () -> List.of(connection)).thenTell(() -> told = true);
  }

  private int depth() {
    return queueManager.queue("FUZZ.Q").depth();
  }

  @Test
  void aClientWithoutWorkUnderWayIsToldAtOnce() {
    quiesce();
    assertThat(told).isTrue();
  }

  @Test
  void aWaitingGetIsGivenNothing() {
    outsideOfSyncpoint(WAITING_GET);
    quiesce();
    assertThat(outsideOfSyncpoint(PUT)).as("the put's answer alone").isEqualTo(1);
    assertThat(depth()).isEqualTo(1);
  }

  @Test
  void aGetThatComesTooLateIsGivenNothingEvenIfItDoesNotWait() {
    outsideOfSyncpoint(PUT);
    quiesce();
    assertThat(outsideOfSyncpoint(GET_AT_ONCE)).isZero();
    assertThat(depth()).isEqualTo(1);
  }

  @Test
  void aClientThatIsToReconnectLearnsItFromItsGet() {
    outsideOfSyncpoint(PUT);
    quiesce();
    queueManager.consumption(Consumption.REFUSED);
    assertThat(outsideOfSyncpoint(WAITING_GET)).as("2161").isEqualTo(1);
    assertThat(depth()).isEqualTo(1);
  }

  @Test
  void aClientIsToldWhenItHasTheMessageThatIsUnderWay() {
    outsideOfSyncpoint(PUT);
    outsideOfSyncpoint(GET_AT_ONCE);
    quiesce();
    timer.advanceMillis(500);
    assertThat(told).isFalse();
    call(INQUIRE);
    timer.advanceMillis(20);
    assertThat(told).isTrue();
  }

  /** A session that is not transacted gets persistent messages in units of work of its client. */
  @Test
  void aClientIsToldWhenItKnowsOfItsCommit() {
    call(PUT);
    call(COMMIT);
    call(GET_AT_ONCE);
    quiesce();
    timer.advanceMillis(300);
    call(COMMIT);
    timer.advanceMillis(300);
    assertThat(told).isFalse();
    call(WAITING_GET);
    timer.advanceMillis(20);
    assertThat(told).isTrue();
  }

  @Test
  void nobodyIsWaitedForLongerThanASecond() {
    call(PUT);
    quiesce();
    timer.advanceMillis(980);
    assertThat(told).isFalse();
    timer.advanceMillis(20);
    assertThat(told).isTrue();
  }
}
