package dev.sluice.control.fleet.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.control.fleet.protocol.FleetMessage.Item;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;

class ItemQueueTest {

  private static final long RESEND = 100;

  private final ItemQueue queue = new ItemQueue();
  private long made;

  @Test
  void sendsWhatWasNeverSentAtOnceAndAgainOnlyWhenNothingOfItIsTakenForAWhile() {
    add(2);
    assertThat(sequences(queue.due(0, RESEND))).containsExactly(0L, 1L);
    add(1);
    assertThat(sequences(queue.due(10, RESEND))).containsExactly(2L);
    assertThat(queue.due(99, RESEND)).isEmpty();
    queue.taken(50, 1);
    assertThat(queue.due(149, RESEND)).isEmpty();
    assertThat(sequences(queue.due(150, RESEND))).containsExactly(1L, 2L);
    queue.taken(160, 3);
    assertThat(queue.due(1_000, RESEND)).isEmpty();
    queue.again();
    assertThat(sequences(queue.due(2_000, RESEND))).as("kept").containsExactly(0L, 1L, 2L);
  }

  @Test
  void anotherControllerIsSentEverything() {
    add(3);
    assertThat(queue.due(0, RESEND)).hasSize(3);
    queue.taken(10, 3);
    queue.again();
    assertThat(sequences(queue.due(20, RESEND))).containsExactly(0L, 1L, 2L);
  }

  @Test
  void aMessageIsBoundedAndOneItemThatIsLargerGoesAlone() {
    Content half = Content.of(new byte[100 << 10]);
    Content large = Content.of(new byte[1 << 20]);
    for (Content content : List.of(half, half, half, large, half)) {
      queue.add(Item.Payload.INTERVAL, 1, content);
    }
    assertThat(sequences(queue.due(0, RESEND))).containsExactly(0L, 1L);
    assertThat(sequences(queue.due(0, RESEND))).containsExactly(2L);
    assertThat(sequences(queue.due(0, RESEND))).containsExactly(3L);
    assertThat(sequences(queue.due(0, RESEND))).containsExactly(4L);
    assertThat(queue.due(0, RESEND)).isEmpty();
  }

  @Test
  void nobodyTakesMoreThanThereIs() {
    add(1);
    queue.taken(0, 7);
    add(1);
    assertThat(sequences(queue.due(0, RESEND))).containsExactly(1L);
  }

  @RepeatedTest(20)
  void allArriveInOrderWhateverIsLost(RepetitionInfo info) {
    Random random = new Random(info.getCurrentRepetition());
    List<Long> taken = new ArrayList<>();
    long nowNanos = 0;
    for (int step = 0; step < 2_000; step++) {
      nowNanos += random.nextInt(60);
      boolean whole = step > 1_900;
      if (!whole && random.nextInt(4) == 0) {
        add(1 + random.nextInt(3));
      }
      List<Item> sent = queue.due(nowNanos, RESEND);
      if (whole || random.nextInt(3) > 0) { // else the message is lost
        sent.stream()
            .map(Item::sequence)
            .filter(sequence -> sequence == taken.size())
            .forEach(taken::add);
      }
      if (whole || random.nextInt(3) > 0) { // else the answer is
        queue.taken(nowNanos, taken.size());
      }
    }
    assertThat(taken).isEqualTo(LongStream.range(0, made).boxed().toList());
  }

  private void add(int count) {
    for (int i = 0; i < count; i++) {
      queue.add(Item.Payload.INTERVAL, made++, Content.EMPTY);
    }
  }

  private static List<Long> sequences(List<Item> items) {
    return items.stream().map(Item::sequence).toList();
  }
}
