package dev.sluice.control.fleet.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.control.fleet.codec.MessageCodec.MalformedMessage;
import dev.sluice.control.fleet.protocol.Content;
import dev.sluice.control.fleet.protocol.Epoch;
import dev.sluice.control.fleet.protocol.FleetMessage;
import dev.sluice.control.fleet.protocol.FleetMessage.AgentInfo;
import dev.sluice.control.fleet.protocol.FleetMessage.AgentStatus;
import dev.sluice.control.fleet.protocol.FleetMessage.AgentStatus.Phase;
import dev.sluice.control.fleet.protocol.FleetMessage.Assignment;
import dev.sluice.control.fleet.protocol.FleetMessage.Echo;
import dev.sluice.control.fleet.protocol.FleetMessage.FilePart;
import dev.sluice.control.fleet.protocol.FleetMessage.FileRequest;
import dev.sluice.control.fleet.protocol.FleetMessage.Heartbeat;
import dev.sluice.control.fleet.protocol.FleetMessage.Held;
import dev.sluice.control.fleet.protocol.FleetMessage.Inquiry;
import dev.sluice.control.fleet.protocol.FleetMessage.Item;
import dev.sluice.control.fleet.protocol.FleetMessage.Items;
import dev.sluice.control.fleet.protocol.FleetMessage.Leaving;
import dev.sluice.control.fleet.protocol.FleetMessage.Orders;
import dev.sluice.control.fleet.protocol.FleetMessage.Presence;
import dev.sluice.control.fleet.protocol.FleetMessage.State;
import dev.sluice.core.pacing.CommonSchedule;
import dev.sluice.core.pacing.Profile;
import dev.sluice.core.pacing.Profile.Point;
import dev.sluice.core.pacing.RateCurve;
import dev.sluice.core.pacing.RateCurve.LinearRamp;
import dev.sluice.core.pacing.RateCurve.NoSchedule;
import dev.sluice.core.run.RateTarget;
import dev.sluice.core.run.TargetState;
import dev.sluice.core.stats.Counter;
import dev.sluice.core.stats.Counts;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import java.lang.reflect.RecordComponent;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

class MessageCodecTest {

  private static final TargetState UNLIMITED =
      TargetState.of(new RateTarget.PerWorker(0), Duration.ZERO, 1);

  private static final RateCurve PROFILE =
      Profile.through(List.of(new Point(0, 3), new Point(1, 0.1), new Point(1, 0)));

  static List<FleetMessage> all() {
    Epoch epoch = new Epoch(3, "controller-a");
    Heartbeat heartbeat =
        new Heartbeat(
            7,
            -5,
            12,
            new AgentInfo("agent", "höst", "1.0", Map.of("role", "app"), 8, 42),
            epoch,
            9,
            new AgentStatus(Phase.RUNNING, Map.of("senders", 3), Content.of("all is well")),
            "plan",
            17,
            Long.MAX_VALUE,
            Optional.empty());
    CommonSchedule schedule =
        CommonSchedule.starting(RateCurve.constant(5), Map.of("a", 2, "b", 3), 1_000)
            .turn(new LinearRamp(5, 10, 2.5), 2_000)
            .turn(NoSchedule.PAUSED, 3_000);
    Orders orders =
        new Orders(
            11,
            10,
            "plan",
            Map.of("", 20L, "file", 5_000_000_000L),
            false,
            77,
            99,
            List.of(
                new Assignment(
                    "senders",
                    2,
                    TargetState.of(new RateTarget.Total(50), Duration.ofSeconds(7), 5)
                        .beginning(2_000)
                        .paused(true, 3_000),
                    List.of(
                        schedule.shareOf("a"),
                        schedule.turn(PROFILE.remainingAt(0.5).scaled(2, 7), 4_000).shareOf("b")),
                    Optional.of(schedule)),
                new Assignment("receivers", 0, UNLIMITED, List.of(), Optional.empty())),
            Content.of("note"));
    Echo echo = new Echo("clock", 7, -5, 100, 101);
    return List.of(
        heartbeat,
        new Heartbeat(
            8,
            6,
            12,
            heartbeat.info(),
            epoch,
            -1,
            AgentStatus.IDLE,
            "plan",
            17,
            5,
            Optional.of(new Held(Epoch.NONE, orders, 18, 6, -1))),
        new State(epoch, 11, echo, 6, Optional.empty()),
        new State(epoch, 11, Echo.NONE, 6, Optional.of(orders)),
        new State(
            epoch,
            1,
            echo,
            0,
            Optional.of(
                new Orders(
                    1,
                    0,
                    "",
                    Map.of(),
                    true,
                    0,
                    0,
                    List.of(
                        new Assignment(
                            "w",
                            1,
                            UNLIMITED,
                            List.of(),
                            Optional.of(
                                CommonSchedule.starting(
                                    NoSchedule.UNTHROTTLED, Map.of("x", 1), 5)))),
                    Content.EMPTY))),
        new Items(
            "plan", List.of(new Item(4, 2, Item.Payload.INTERVAL, 12, Content.of("figures")))),
        new FileRequest("plan", "file", 1 << 20),
        new FilePart("plan", "file", 1 << 20, Content.of("part")),
        new Inquiry(8),
        new Presence(8, 9, heartbeat),
        new Leaving());
  }

  @Test
  void everyMessageIsReadAsItWasWritten() {
    for (FleetMessage message : all()) {
      assertThat(MessageCodec.decode(MessageCodec.encode(message))).isEqualTo(message);
    }
  }

  /** Every text of every message, whatever a member writes there. */
  @Test
  void textsOfMessagesAreShortAndPrintableWhateverIsSent() {
    Random random = new Random(1);
    for (FleetMessage message : all()) {
      for (int i = 0; i < 20; i++) {
        String hostile =
            random
                .ints(random.nextInt(i < 2 ? 1 << 16 : 2_000), 0, 0x250)
                .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                .toString();
        ByteBuf sent = Unpooled.buffer();
        new RecordCodec(text -> hostile).write(sent, FleetMessage.class, message);
        texts(MessageCodec.decode(ByteBufUtil.getBytes(sent)), 1_000);
      }
    }
  }

  private static void texts(Object of, int most) {
    if (of instanceof String text) {
      assertThat(text).hasSizeLessThanOrEqualTo(most).doesNotContainPattern("\\p{Cc}");
    } else if (of instanceof Collection<?> all) {
      all.forEach(each -> texts(each, most));
    } else if (of instanceof Map<?, ?> map) {
      texts(map.keySet(), most);
      texts(map.values(), most);
    } else if (of instanceof Optional<?> optional) {
      optional.ifPresent(each -> texts(each, most));
    } else if (of instanceof Record && !(of instanceof Content)) {
      for (RecordComponent each : of.getClass().getRecordComponents()) {
        try {
          texts(each.getAccessor().invoke(of), of instanceof AgentInfo ? 100 : most);
        } catch (ReflectiveOperationException e) {
          throw new LinkageError(each.getName(), e);
        }
      }
    }
  }

  @Test
  void aCountThatCannotBeIsRefused() {
    for (long count : new long[] {-1, Long.MIN_VALUE, Long.MAX_VALUE}) {
      Content told = RecordCodec.PLAIN.encode(Counts.of(Map.of(Counter.DONE, count)));
      assertThatThrownBy(() -> RecordCodec.PLAIN.decode(Counts.class, told))
          .isInstanceOf(MessageCodec.MalformedMessage.class)
          .hasMessageContaining("a count of " + count);
    }
  }

  @Test
  void whatALaterVersionAddsIsPassedOver() {
    byte[] bytes = MessageCodec.encode(new Inquiry(8));
    byte[] longer = Arrays.copyOf(bytes, bytes.length + 3);
    int size = bytes.length - Long.BYTES - 1; // the last byte of the body's length
    longer[size] = (byte) (longer[size] + 3);
    assertThat(MessageCodec.decode(longer)).isEqualTo(new Inquiry(8));
  }

  @Test
  void anyBytesAreAMessageOrMalformed() {
    Random random = new Random(5);
    for (FleetMessage message : all()) {
      byte[] bytes = MessageCodec.encode(message);
      for (int length = 0; length < bytes.length; length++) {
        tries(Arrays.copyOf(bytes, length));
      }
      for (int i = 0; i < 3_000; i++) {
        byte[] changed = bytes.clone();
        for (int changes = 1 + random.nextInt(3); changes > 0; changes--) {
          changed[random.nextInt(changed.length)] = (byte) random.nextInt();
        }
        tries(changed);
      }
    }
    for (int i = 0; i < 20_000; i++) {
      byte[] bytes = new byte[random.nextInt(200)];
      random.nextBytes(bytes);
      tries(bytes);
    }
  }

  private void tries(byte[] bytes) {
    try {
      assertThat(MessageCodec.decode(bytes)).isNotNull();
    } catch (MalformedMessage expected) {
      assertThat(expected).hasMessageNotContaining("null");
    }
  }

  @Test
  void sizesAreBounded() {
    Content large = Content.of(new byte[MessageCodec.MAX_BYTES]);
    assertThatThrownBy(() -> MessageCodec.encode(new FilePart("t", "f", 0, large)))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> MessageCodec.decode(new byte[MessageCodec.MAX_BYTES + 1]))
        .isInstanceOf(MalformedMessage.class);
    assertThatThrownBy(() -> MessageCodec.decode("GET / HTTP/1.1".getBytes(StandardCharsets.UTF_8)))
        .isInstanceOf(MalformedMessage.class)
        .hasMessage("no FleetMessage 1195725856");
  }
}
