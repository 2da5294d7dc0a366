package dev.sluice.jms.tracking;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.jms.BrokerFixture;
import dev.sluice.jms.provider.ConfigurationException;
import dev.sluice.jms.tracking.DeliverySpec.EndToEnd;
import jakarta.jms.JMSException;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** The file with the fate of each message. */
class MessageLogTest {

  @RegisterExtension static final BrokerFixture BROKER = new BrokerFixture();

  @RegisterExtension final CheckedQueue queue = new CheckedQueue(BROKER);

  @TempDir Path directory;

  @Test
  void eachMessageHasALineOnceItsFateIsSettled() throws Exception {
    Path file = directory.resolve("messages.csv");
    queue.use(new DeliverySpec(true, EndToEnd.OFF, Optional.of(file)));

    queue.send(2);
    assertThat(fates(file)).isEmpty();
    queue.stamps().committed();
    queue.send(1); // number 3, rolled back, as if the broker had taken it off the queue
    queue.stamps().rolledBack();
    queue.next();
    queue.next();
    queue.next();
    queue.send(1);
    queue.stamps().inDoubt();
    assertThat(fates(file)).containsExactly("sent,1", "sent,2", "sent-in-doubt,3");

    queue.receive(1);
    queue.arrivals().inDoubt();
    queue.sendAgain(1);
    queue.receive(1);
    queue.arrivals().committed();
    queue.sendAgain(1);
    queue.receive(1);
    queue.arrivals().rolledBack();
    queue.sendAgain(1);
    queue.receive(1);
    queue.arrivals().committed();
    assertThat(fates(file).subList(3, 6))
        .containsExactly("received-in-doubt,3", "received,1", "duplicate,1");
  }

  @Test
  void aPlaceThatCannotBeWrittenIsSaidInPlainWords(@TempDir Path folder) throws Exception {
    Path nowhere = folder.resolve("nowhere").resolve("log");
    assertThatThrownBy(() -> MessageLog.open(nowhere))
        .hasMessage("cannot write the message log " + nowhere + ": there is no such folder");
    assertThatThrownBy(() -> MessageLog.open(folder))
        .hasMessageStartingWith("cannot write the message log " + folder + ": ")
        .hasMessageNotContaining("Exception");
  }

  @Test
  void aLogThatWasCutShortIsNotComplete() {
    OutputStream full =
        new OutputStream() {
          @Override
          public void write(int octet) throws IOException {
            throw new IOException("No space left on device");
          }
        };
    MessageLog log = new MessageLog(Path.of("messages.csv"), full);
    assertThat(log.complete()).isTrue();
    MessageLog.Lines lines = log.ofWorker();
    lines.add("sender", 1, null);
    lines.settleAll(MessageLog.Fate.SENT);
    assertThat(log.complete()).isFalse();
  }

  @Test
  void theMessageIdsAreTheBrokers() throws Exception {
    Path file = directory.resolve("messages.csv");
    queue.use(new DeliverySpec(true, EndToEnd.OFF, Optional.of(file)));
    queue.send(1);
    queue.stamps().committed();
    queue.receive(1);
    queue.arrivals().committed();

    List<String[]> lines =
        Files.readAllLines(file).stream().skip(1).map(line -> line.split(",", -1)).toList();
    assertThat(lines.get(0)[2]).startsWith("ID:").isEqualTo(lines.get(1)[2]);
    assertThat(lines.get(0)[3]).isNotEmpty().isEqualTo(lines.get(1)[3]);
  }

  @Test
  void aFileThatHasLinesIsContinued() throws IOException, JMSException {
    Path file = directory.resolve("messages.csv");
    for (int run = 0; run < 2; run++) {
      queue.use(new DeliverySpec(true, EndToEnd.OFF, Optional.of(file)));
      queue.send(1);
      queue.stamps().committed();
    }
    assertThat(Files.readAllLines(file)).hasSize(3);
    assertThat(fates(file)).containsExactly("sent,1", "sent,1");
  }

  @Test
  void aFileThatCannotBeWrittenIsRefused() {
    Path file = directory.resolve("nowhere").resolve("messages.csv");
    DeliverySpec spec = new DeliverySpec(true, EndToEnd.OFF, Optional.of(file));
    assertThatThrownBy(() -> queue.use(spec))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining("cannot write the message log " + file);
  }

  @Test
  void practiceLeavesNoFile() {
    Path file = directory.resolve("messages.csv");
    Delivery.of(Delivery.Role.PRACTICE)
        .stamping(new DeliverySpec(true, EndToEnd.OFF, Optional.of(file)), "")
        .ofWorker(0)
        .committed();
    assertThat(file).doesNotExist();
  }

  private static List<String> fates(Path file) throws IOException {
    return Files.readAllLines(file).stream()
        .skip(1)
        .map(line -> line.substring(0, line.indexOf(',', line.indexOf(',') + 1)))
        .toList();
  }
}
