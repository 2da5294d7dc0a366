package dev.sluice.mqsim.conversation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.mqsim.codec.HeaderForm;
import dev.sluice.mqsim.manager.QueueManager;
import dev.sluice.mqsim.queue.ManualTimer;
import dev.sluice.mqsim.queue.QueueDefinitions;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.channel.embedded.EmbeddedChannel;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What queue managers are known to answer to a client's initial data, in one round or two. */
class NegotiationTest {

  private static final int FLAGS_BEFORE_BODY = 18;
  private static final int ERROR = 0x02;
  private static final int INITIAL_ERRORS = 7;
  private static final int HEARTBEAT = 0x80;
  private static final int MESSAGE_SIZE = 0x10;
  private static final int HEARTBEAT_SECONDS = 96;
  private static final int CONVERSATIONS = 128;
  private static final int CAPABILITIES_3 = 132;
  private static final int SYNCHRONOUS_GETS = 0x08;
  private static final int MOST_BYTES = ClientFrames.MOST_BYTES;

  private final EmbeddedChannel channel = new EmbeddedChannel();

  @AfterEach
  void close() {
    channel.finishAndReleaseAll();
  }

  private void listen(int conversations, int heartbeatSeconds) {
    listen(conversations, heartbeatSeconds, ByteOrder.LITTLE_ENDIAN);
  }

  private void listen(int conversations, int heartbeatSeconds, ByteOrder order) {
    ManualTimer timer = new ManualTimer();
    QueueManager queueManager = new QueueManager("QM1", "QM1_ID", QueueDefinitions.any(), timer);
    ChannelSettings settings = ClientFrames.channel(conversations, false, heartbeatSeconds, order);
    Hub hub =
        new Hub(
            queueManager,
            settings,
            new CapacityLimiter(0, timer),
            new Instances(queueManager),
            new FlushBatch(channel.eventLoop()),
            new AnswerDelay(channel.eventLoop()));
    channel.pipeline().addLast(new ConnectionInitializer(hub, accepted -> {}));
  }

  /** The answer to initial data that say so; the body begins at index 0. */
  private Answered offer(HeaderForm form, int heartbeatSeconds, int maxBytes, int capabilities) {
    byte[] frame =
        ClientFrames.initialData(
            form,
            ByteOrder.BIG_ENDIAN,
            body -> {
              body.setInt(HEARTBEAT_SECONDS, heartbeatSeconds);
              body.setInt(16, maxBytes);
              body.setByte(CAPABILITIES_3, capabilities);
            });
    channel.writeInbound(channel.alloc().buffer(frame.length).writeBytes(frame));
    channel.runPendingTasks();
    ByteBuf answer = channel.readOutbound();
    boolean error = (answer.getByte(form.lengthBytes() - FLAGS_BEFORE_BODY) & ERROR) != 0;
    return new Answered(error, answer.skipBytes(form.lengthBytes()).slice());
  }

  private record Answered(boolean error, ByteBuf body) {}

  @Test
  void aClientThatOffersWhatTheChannelHasIsAnsweredInOneRound() {
    listen(10, 30);
    Answered answered = offer(HeaderForm.TSH, 30, MOST_BYTES, 0x20);
    assertThat(answered.error).isFalse();
    assertThat(answered.body.getInt(CONVERSATIONS)).isEqualTo(10);
  }

  @Test
  void synchronousGetsAreRefusedAboveOneConversationAndTheLargerHeartbeatHolds() {
    listen(10, 30);
    Answered first = offer(HeaderForm.TSH, 1, 104_857_600, 0x28);
    assertThat(first.error).isTrue();
    assertThat(first.body.getByte(INITIAL_ERRORS) & 0xFF).isEqualTo(HEARTBEAT | MESSAGE_SIZE);
    assertThat(first.body.getByte(CAPABILITIES_3)).isZero();
    assertThat(first.body.getByte(CAPABILITIES_3 + 1)).isEqualTo((byte) SYNCHRONOUS_GETS);
    assertThat(first.body.getInt(HEARTBEAT_SECONDS)).isEqualTo(30);

    Answered second = offer(HeaderForm.TSHM, 30, MOST_BYTES, 0x20);
    assertThat(second.error).isFalse();
    assertThat(second.body.getByte(CAPABILITIES_3)).isZero();
    assertThat(second.body.getByte(CAPABILITIES_3 + 1)).isZero();
  }

  @Test
  void withOneConversationPerSocketThereAreSynchronousGets() {
    listen(1, 30);
    Answered answered = offer(HeaderForm.TSH, 300, MOST_BYTES, 0x28);
    assertThat(answered.body.getByte(CAPABILITIES_3)).isEqualTo((byte) 0x28);
    assertThat(answered.body.getInt(HEARTBEAT_SECONDS)).isEqualTo(300);
    assertThat(answered.error).isFalse();
  }

  @ParameterizedTest
  @CsvSource({"BIG, BIG", "BIG, LITTLE", "LITTLE, BIG", "LITTLE, LITTLE"})
  void theAnswerIsInTheByteOrderOfTheQueueManager(String client, String own) {
    listen(10, 30, order(own));
    byte[] frame =
        ClientFrames.initialData(
            HeaderForm.TSH,
            order(client),
            body -> {
              body.setInt(HEARTBEAT_SECONDS, 300);
              body.setShort(46, 819);
              body.setShort(208, 1);
            });
    channel.writeInbound(channel.alloc().buffer(frame.length).writeBytes(frame));
    channel.runPendingTasks();
    ByteBuffer answer = ByteBuffer.wrap(ByteBufUtil.getBytes(channel.<ByteBuf>readOutbound()));
    assertThat(answer.getInt(4)).isEqualTo(answer.capacity());
    assertThat(answer.get(8)).isEqualTo((byte) (own.equals("BIG") ? 1 : 2));
    answer.order(order(own));
    assertThat(answer.getInt(20)).isEqualTo(own.equals("BIG") ? 273 : 546);
    assertThat(answer.getInt(28 + HEARTBEAT_SECONDS)).isEqualTo(300);
    assertThat(answer.getInt(28 + 12)).isEqualTo(32_748);
    assertThat(answer.getInt(28 + CONVERSATIONS)).isEqualTo(10);
    assertThat(answer.getShort(28 + 46)).isEqualTo((short) 819);
    assertThat(answer.getShort(28 + 208)).isEqualTo((short) 1);
  }

  private static ByteOrder order(String name) {
    return name.equals("BIG") ? ByteOrder.BIG_ENDIAN : ByteOrder.LITTLE_ENDIAN;
  }

  @Test
  void aHeartbeatOfNothingHolds() {
    listen(1, 0);
    assertThat(offer(HeaderForm.TSH, 30, MOST_BYTES, 0x20).body.getInt(HEARTBEAT_SECONDS)).isZero();
  }
}
