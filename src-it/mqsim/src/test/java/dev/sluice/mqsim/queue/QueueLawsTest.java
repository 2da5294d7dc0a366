package dev.sluice.mqsim.queue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.mqsim.codec.structure.MessageDescriptor;
import dev.sluice.mqsim.codec.structure.PutOptions;
import dev.sluice.mqsim.manager.QueueManager;
import dev.sluice.mqsim.manager.UnitOfWork;
import dev.sluice.mqsim.queue.selector.Selector;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Laws of all queues, whatever the caller. */
class QueueLawsTest {

  private static final PutOptions PUT = new PutOptions(0, 0, 152);

  private final ManualTimer timer = new ManualTimer();
  private final QueueManager queueManager =
      new QueueManager(
          "QM1",
          "QM1_ID",
          new QueueDefinitions(
              QueueDefinition.DEFAULT,
              false,
              Map.of("SMALL", QueueDefinition.DEFAULT.withMaxDepth(2))),
          timer);
  private final LocalQueue queue = queueManager.queue("Q");
  private final QueueReader reader = new QueueReader(queue, null);

  private Message message(String text, int priority) {
    MessageDescriptor descriptor = MessageDescriptor.empty();
    descriptor.priority(priority);
    return queueManager.newMessage(descriptor, PUT, text.getBytes(StandardCharsets.UTF_8));
  }

  private Message put(String text, int priority) {
    Message message = message(text, priority);
    queue.admit();
    queue.deliver(message);
    return message;
  }

  private static String text(Message message) {
    return message == null ? null : new String(message.data(), StandardCharsets.UTF_8);
  }

  private String get() {
    Message message = reader.find(MatchCriteria.ANY, Browse.NONE);
    if (message != null) {
      reader.take(message);
      queue.settle();
    }
    return text(message);
  }

  private List<String> getAll() {
    List<String> all = new ArrayList<>();
    for (String text = get(); text != null; text = get()) {
      all.add(text);
    }
    return all;
  }

  @Test
  void messagesComeByPriorityThenByArrival() {
    put("low 1", 1);
    put("high 1", 8);
    put("low 2", 1);
    put("high 2", 8);
    assertThat(getAll()).containsExactly("high 1", "high 2", "low 1", "low 2");
    assertThat(queue.depth()).isZero();
  }

  @Test
  void backedOutMessagesReturnToTheirPlaceWithAHigherCount() {
    put("1", 4);
    put("2", 4);
    put("3", 4);
    UnitOfWork unitOfWork = new UnitOfWork(queueManager);
    for (int i = 0; i < 2; i++) {
      Message message = reader.find(MatchCriteria.ANY, Browse.NONE);
      reader.take(message);
      unitOfWork.got(queue, message);
    }
    assertThat(queue.depth()).isEqualTo(3);
    unitOfWork.backOut();
    assertThat(reader.find(MatchCriteria.ANY, Browse.NONE).descriptor().backoutCount()).isOne();
    assertThat(getAll()).containsExactly("1", "2", "3");
  }

  @Test
  void putsOfAUnitOfWorkCountForTheDepthButAreSeenOnlyAfterCommit() {
    UnitOfWork unitOfWork = new UnitOfWork(queueManager);
    queue.admit();
    unitOfWork.put(queue, message("pending", 4));
    assertThat(queue.depth()).isOne();
    assertThat(get()).isNull();
    unitOfWork.commit();
    assertThat(unitOfWork.isEmpty()).isTrue();
    assertThat(get()).isEqualTo("pending");
  }

  @Test
  void fullQueueRefusesUntilRoomIsMade() {
    LocalQueue small = queueManager.queue("SMALL");
    small.admit();
    small.admit();
    assertThatThrownBy(small::admit)
        .isInstanceOfSatisfying(
            CallFailedException.class, e -> assertThat(e.reason()).isEqualTo(Reason.QUEUE_FULL));
    small.cancel();
    small.admit();
    assertThat(small.depth()).isEqualTo(2);
  }

  @Test
  void expiredMessageDoesNotExistAnyMore() {
    MessageDescriptor descriptor = MessageDescriptor.empty();
    descriptor.expiryTenths(5);
    queue.admit();
    queue.deliver(queueManager.newMessage(descriptor, PUT, new byte[0]));
    timer.advanceMillis(499);
    assertThat(reader.find(MatchCriteria.ANY, Browse.NONE)).isNotNull();
    timer.advanceMillis(1);
    assertThat(reader.find(MatchCriteria.ANY, Browse.NONE)).isNull();
    assertThat(queue.depth()).isZero();
  }

  @Test
  void delayedMessageIsAvailableWhenItsTimeHasCome() {
    Message message =
        queueManager.newMessage(
            MessageDescriptor.empty(), PUT, new byte[0], timer.epochMillis() + 1_000);
    queue.admit();
    queueManager.deliver(queue, message);
    timer.advanceMillis(999);
    assertThat(reader.find(MatchCriteria.ANY, Browse.NONE)).isNull();
    timer.advanceMillis(1);
    assertThat(reader.find(MatchCriteria.ANY, Browse.NONE)).isSameAs(message);
  }

  @Test
  void getByIdFindsExactlyThatMessage() {
    put("1", 4);
    Message second = put("2", 4);
    byte[] id = second.descriptor().messageId();
    assertThat(reader.find(new MatchCriteria(id, null, null, 0, null, false, false), Browse.NONE))
        .isSameAs(second);
    assertThat(
            reader.find(
                new MatchCriteria(null, null, null, 0, second.token(), false, false), Browse.NONE))
        .isSameAs(second);
    assertThat(reader.find(new MatchCriteria(null, id, null, 0, null, false, false), Browse.NONE))
        .isNull();
  }

  @Test
  void browsingGoesOnBehindTheLastMessageEvenIfThatIsGone() {
    put("1", 4);
    put("2", 4);
    put("3", 4);
    QueueReader browser = new QueueReader(queue, null);
    browser.browseTo(browser.find(MatchCriteria.ANY, Browse.NEXT), false);
    browser.browseTo(browser.find(MatchCriteria.ANY, Browse.NEXT), false);
    assertThat(get()).isEqualTo("1");
    assertThat(get()).isEqualTo("2");
    assertThat(text(browser.find(MatchCriteria.ANY, Browse.NEXT))).isEqualTo("3");
    assertThat(browser.find(MatchCriteria.ANY, Browse.UNDER_CURSOR)).isNull();
    assertThat(text(browser.find(MatchCriteria.ANY, Browse.FIRST))).isEqualTo("3");
  }

  @Test
  void lockedMessageIsSeenByItsReaderOnly() {
    put("locked", 4);
    QueueReader locking = new QueueReader(queue, null);
    locking.browseTo(locking.find(MatchCriteria.ANY, Browse.FIRST), true);
    assertThat(reader.find(MatchCriteria.ANY, Browse.NONE)).isNull();
    assertThat(locking.find(MatchCriteria.ANY, Browse.NONE)).isNotNull();
    locking.unlock();
    assertThat(get()).isEqualTo("locked");
  }

  @Test
  void selectorHidesWhatItDoesNotSelect() {
    QueueReader selecting = new QueueReader(queue, Selector.parse("JMSPriority > 5"));
    put("low", 4);
    put("high", 6);
    Message found = selecting.find(MatchCriteria.ANY, Browse.NONE);
    assertThat(text(found)).isEqualTo("high");
    selecting.take(found);
    assertThat(selecting.find(MatchCriteria.ANY, Browse.NONE)).isNull();
  }

  @Test
  void waitersAreServedInOrderAndOneMessageServesOne() {
    List<String> served = new ArrayList<>();
    queue.addWaiter(new Taker("first", served));
    queue.addWaiter(new Taker("second", served));
    put("1", 4);
    assertThat(served).containsExactly("first 1");
    put("2", 4);
    put("3", 4);
    assertThat(served).containsExactly("first 1", "second 2");
    assertThat(get()).isEqualTo("3");
  }

  @Test
  void deletedQueueFailsWaitingGets() {
    List<String> served = new ArrayList<>();
    queue.addWaiter(new Taker("waiter", served));
    queueManager.delete(queue);
    assertThat(served).containsExactly("waiter QUEUE_DELETED");
  }

  @Test
  void randomWorkKeepsEveryMessageExactlyOnce() {
    Random random = new Random(42);
    List<String> expected = new ArrayList<>();
    List<String> got = new ArrayList<>();
    for (int round = 0; round < 2_000; round++) {
      UnitOfWork unitOfWork = new UnitOfWork(queueManager);
      List<String> pendingPuts = new ArrayList<>();
      List<String> pendingGets = new ArrayList<>();
      for (int i = 0; i < random.nextInt(5); i++) {
        String text = round + "/" + i;
        queue.admit();
        unitOfWork.put(queue, message(text, random.nextInt(10)));
        pendingPuts.add(text);
      }
      for (int i = 0; i < random.nextInt(5); i++) {
        Message message = reader.find(MatchCriteria.ANY, Browse.NONE);
        if (message != null) {
          reader.take(message);
          unitOfWork.got(queue, message);
          pendingGets.add(text(message));
        }
      }
      if (random.nextBoolean()) {
        unitOfWork.commit();
        expected.addAll(pendingPuts);
        got.addAll(pendingGets);
      } else {
        unitOfWork.backOut();
      }
    }
    assertThat(queue.depth()).isEqualTo(expected.size() - got.size());
    got.addAll(getAll());
    assertThat(got).containsExactlyInAnyOrderElementsOf(expected);
  }

  private final class Taker implements Waiter {
    private final String name;
    private final List<String> served;

    Taker(String name, List<String> served) {
      this.name = name;
      this.served = served;
    }

    @Override
    public void serve() {
      served.add(name + " " + get());
    }

    @Override
    public void fail(Reason reason) {
      served.add(name + " " + reason);
    }
  }
}
