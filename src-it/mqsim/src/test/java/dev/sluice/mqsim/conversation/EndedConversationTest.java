package dev.sluice.mqsim.conversation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.mqsim.queue.ManualTimer;
import io.netty.channel.embedded.EmbeddedChannel;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Segments of a conversation after its MQDISC, on a socket with room for others. */
class EndedConversationTest {

  private static final int USERID = 1;
  private static final int MQCONN = 2;
  private static final int OPEN_QUEUE = 3;
  private static final int QUEUE_STATE = 5;

  private final List<byte[]> life = ClientFrames.all();
  private EmbeddedChannel channel;

  @BeforeEach
  void connectAndDisconnect() {
    ManualTimer timer = new ManualTimer();
    Fuzzer fuzzer = new Fuzzer(1);
    channel = fuzzer.channel(fuzzer.queueManager(timer), timer);
    life.forEach(this::feed);
  }

  @AfterEach
  void close() {
    channel.finishAndReleaseAll();
  }

  @Test
  void whatItsConsumersStillTellIsNotHeard() {
    int heard = feed(ClientFrames.notification(QUEUE_STATE, 0));
    heard += feed(ClientFrames.requestMessages());

    assertThat(heard).as("answers").isZero();
    assertThat(channel.isOpen()).isTrue();

    feed(life.get(USERID));
    assertThat(feed(life.get(MQCONN))).as("answers to the next conversation").isPositive();
  }

  @Test
  void aCallClosesTheSocket() {
    feed(life.get(OPEN_QUEUE));

    assertThat(channel.isOpen()).isFalse();
  }

  /** Returns how many answers come. */
  private int feed(byte[] frame) {
    channel.writeInbound(channel.alloc().buffer(frame.length).writeBytes(frame));
    return Fuzzer.drain(channel);
  }
}
