package dev.sluice.mqsim.conversation;

import dev.sluice.mqsim.manager.QueueManager;
import dev.sluice.mqsim.queue.ManualTimer;
import dev.sluice.mqsim.queue.QueueDefinition;
import dev.sluice.mqsim.queue.QueueDefinitions;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.UnpooledByteBufAllocator;
import io.netty.channel.embedded.EmbeddedChannel;
import java.util.List;
import java.util.Map;
import java.util.Random;

/**
 * Feeds frames to connections, the same ones for the same seed. Its allocator counts every byte, so
 * a leak of one buffer in a million shows. Confined to one thread at a time.
 */
final class Fuzzer {

  private static final int FRAMES_PER_QUEUE_MANAGER = 5_000;

  private final UnpooledByteBufAllocator allocator = new UnpooledByteBufAllocator(false);
  private final List<byte[]> valid = ClientFrames.all();
  private final long seed;
  private final Random random;
  private int fed;
  private int survivors;

  Fuzzer(long seed) {
    this.seed = seed;
    this.random = new Random(seed);
  }

  /** Feeds at least this many frames, to one queue manager after the other. */
  void feed(int frames) {
    while (fed < frames) {
      ManualTimer timer = new ManualTimer();
      QueueManager queueManager = queueManager(timer);
      int until = fed + FRAMES_PER_QUEUE_MANAGER;
      while (fed < until) {
        connection(queueManager, timer);
        timer.advanceMillis(random.nextInt(100));
      }
      timer.advanceMillis(60_000); // answers that wait for their token
    }
  }

  /** Frames fed so far. */
  int fed() {
    return fed;
  }

  /** Connections that came to their end. */
  int survivors() {
    return survivors;
  }

  /** Bytes in buffers that were not released. */
  long usedBytes() {
    return allocator.metric().usedHeapMemory() + allocator.metric().usedDirectMemory();
  }

  @Override
  public String toString() {
    return "seed " + seed + " after " + fed + " frames";
  }

  QueueManager queueManager(ManualTimer timer) {
    QueueDefinition small = QueueDefinition.DEFAULT.withMaxDepth(100);
    return new QueueManager("QM1", "QM1_ID", new QueueDefinitions(small, false, Map.of()), timer);
  }

  EmbeddedChannel channel(QueueManager queueManager, ManualTimer timer) {
    EmbeddedChannel channel = new EmbeddedChannel();
    channel.config().setAllocator(allocator);
    ChannelSettings settings = ClientFrames.channel();
    Hub hub =
        new Hub(
            queueManager,
            settings,
            new CapacityLimiter(random.nextInt(2) * 1_000_000, timer),
            new Instances(queueManager),
            new FlushBatch(channel.eventLoop()),
            new AnswerDelay(channel.eventLoop()));
    channel.pipeline().addLast(new ConnectionInitializer(hub, accepted -> {}));
    return channel;
  }

  /** One connection: mostly a valid life with something wrong somewhere in it. */
  private void connection(QueueManager queueManager, ManualTimer timer) {
    EmbeddedChannel channel = channel(queueManager, timer);
    int start = random.nextInt(10) == 0 ? random.nextInt(valid.size()) : 0;
    for (int i = start; i < valid.size() && channel.isOpen(); i++) {
      byte[] frame = random.nextInt(4) == 0 ? mutated(valid.get(i)) : valid.get(i);
      feed(channel, frame);
      if (random.nextInt(20) == 0) {
        feed(channel, mutated(valid.get(random.nextInt(valid.size()))));
      }
    }
    survivors += channel.isOpen() ? 1 : 0;
    channel.finishAndReleaseAll();
    channel.runPendingTasks();
    drain(channel);
  }

  private void feed(EmbeddedChannel channel, byte[] frame) {
    fed++;
    if (!channel.isOpen()) {
      return;
    }
    int cut = random.nextInt(8) == 0 ? random.nextInt(frame.length + 1) : frame.length;
    channel.writeInbound(buffer(frame, 0, cut));
    if (cut < frame.length && channel.isOpen()) {
      channel.writeInbound(buffer(frame, cut, frame.length - cut));
    }
    drain(channel);
  }

  private ByteBuf buffer(byte[] frame, int from, int length) {
    return allocator.heapBuffer(length).writeBytes(frame, from, length);
  }

  private byte[] mutated(byte[] original) {
    if (random.nextInt(20) == 0) {
      byte[] noise = new byte[random.nextInt(200)];
      random.nextBytes(noise);
      return noise;
    }
    byte[] frame = original.clone();
    int changes = 1 + random.nextInt(4);
    for (int i = 0; i < changes; i++) {
      int header = 36;
      int at =
          random.nextInt(3) == 0 || frame.length <= header
              ? random.nextInt(frame.length)
              : header + random.nextInt(frame.length - header);
      frame[at] = interesting(frame[at]);
    }
    return frame;
  }

  private byte interesting(byte old) {
    return switch (random.nextInt(6)) {
      case 0 -> 0;
      case 1 -> (byte) 0xFF;
      case 2 -> 0x7F;
      case 3 -> (byte) (old ^ (1 << random.nextInt(8)));
      case 4 -> (byte) random.nextInt(16);
      default -> (byte) random.nextInt(256);
    };
  }

  static int drain(EmbeddedChannel channel) {
    int count = 0;
    for (ByteBuf out = channel.readOutbound(); out != null; out = channel.readOutbound()) {
      out.release();
      count++;
    }
    return count;
  }
}
