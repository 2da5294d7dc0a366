package dev.sluice.mqsim.queue;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.mqsim.codec.structure.MessageDescriptor;
import dev.sluice.mqsim.codec.structure.PutOptions;
import dev.sluice.mqsim.manager.QueueManager;
import dev.sluice.mqsim.manager.UnitOfWork;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The log holds all messages that were put and are not gone, wherever the file ends. */
class MessageLogTest {

  private static final PutOptions PUT = new PutOptions(0, 0, 152);
  private static final String QUEUE = "Q";

  @TempDir Path directory;
  private final ManualTimer timer = new ManualTimer();
  private Path file;

  @BeforeEach
  void nameFile() {
    file = directory.resolve("QM1.log");
  }

  private QueueManager queueManager(MessageLog log) {
    return new QueueManager("QM1", "QM1_ID", QueueDefinitions.any(), timer, log);
  }

  private static Message message(QueueManager at, String text, int persistence) {
    MessageDescriptor descriptor = MessageDescriptor.empty();
    descriptor.persistence(persistence);
    return at.newMessage(descriptor, PUT, text.getBytes(StandardCharsets.UTF_8));
  }

  private static void put(UnitOfWork unit, QueueManager at, String text) {
    LocalQueue queue = at.queue(QUEUE);
    queue.admit();
    unit.put(queue, message(at, text, 1));
  }

  private static void got(UnitOfWork unit, QueueManager at) {
    LocalQueue queue = at.queue(QUEUE);
    QueueReader reader = new QueueReader(queue, null);
    Message message = reader.find(MatchCriteria.ANY, Browse.NONE);
    reader.take(message);
    unit.got(queue, message);
  }

  private static List<String> texts(QueueManager at) {
    List<String> texts = new ArrayList<>();
    LocalQueue queue = at.queue(QUEUE);
    for (Message m = queue.first(); m != null; m = queue.after(m)) {
      texts.add(new String(m.data(), StandardCharsets.UTF_8));
    }
    return texts;
  }

  private List<String> recovered() throws IOException {
    try (MessageLog log = MessageLog.open(file)) {
      QueueManager queueManager = queueManager(log);
      queueManager.recover();
      assertThat(queueManager.queue(QUEUE).depth()).isEqualTo(texts(queueManager).size());
      return texts(queueManager);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7, 8})
  void unitsOfWorkAreThereAsAWholeOrNotAtAllWhereverTheFileEnds(int seed) throws IOException {
    Random random = new Random(seed);
    List<Long> lengths = new ArrayList<>(List.of(0L));
    List<List<String>> states = new ArrayList<>(List.of(List.of()));
    try (MessageLog log = MessageLog.open(file)) {
      QueueManager queueManager = queueManager(log);
      put(queueManager, "stays");
      for (int step = 0; step < 30; step++) {
        lengths.add(Files.size(file));
        states.add(texts(queueManager));
        UnitOfWork unit = new UnitOfWork(queueManager);
        for (int call = random.nextInt(4); call > 0; call--) {
          if (random.nextBoolean() && texts(queueManager).size() > 1) {
            got(unit, queueManager);
          } else {
            put(unit, queueManager, step + "." + call);
          }
        }
        if (random.nextInt(4) == 0) {
          unit.backOut();
        } else {
          unit.commit();
        }
      }
    }
    byte[] whole = Files.readAllBytes(file);
    for (int cut = 0; cut < 40; cut++) {
      int end = random.nextInt(whole.length);
      Files.write(file, Arrays.copyOf(whole, end), StandardOpenOption.TRUNCATE_EXISTING);
      int last = 0;
      while (last + 1 < lengths.size() && lengths.get(last + 1) <= end) {
        last++;
      }
      assertThat(recovered()).isEqualTo(states.get(last));
    }
  }

  private static void put(QueueManager at, String text) {
    UnitOfWork unit = new UnitOfWork(at);
    put(unit, at, text);
    unit.commit();
  }

  @Test
  void onlyPersistentMessagesAreKeptAndThatAsOftenAsTheProcessEnds() throws IOException {
    try (MessageLog log = MessageLog.open(file)) {
      QueueManager queueManager = queueManager(log);
      put(queueManager, "persistent");
      LocalQueue queue = queueManager.queue(QUEUE);
      queue.admit();
      queueManager.deliver(queue, message(queueManager, "not", 0));
      assertThat(texts(queueManager)).containsExactly("persistent", "not");
    }
    assertThat(recovered()).containsExactly("persistent");
    assertThat(recovered()).containsExactly("persistent");
  }

  @Test
  void aFileThatWasNotFinishedAtAStartIsOfNoAccount() throws IOException {
    try (MessageLog log = MessageLog.open(file)) {
      put(queueManager(log), "one");
    }
    byte[] whole = Files.readAllBytes(file);
    Files.write(directory.resolve("QM1.log.new"), Arrays.copyOf(whole, whole.length - 1));
    assertThat(recovered()).containsExactly("one");
    assertThat(recovered()).containsExactly("one");
  }

  @Test
  void theFileIsEmptyWhenNoMessageIsLeft() throws IOException {
    try (MessageLog log = MessageLog.open(file)) {
      QueueManager queueManager = queueManager(log);
      put(queueManager, "one");
      assertThat(file).isNotEmptyFile();
      UnitOfWork unit = new UnitOfWork(queueManager);
      got(unit, queueManager);
      unit.commit();
      assertThat(file).isEmptyFile();
      put(queueManager, "two");
    }
    assertThat(recovered()).containsExactly("two");
  }
}
