package dev.sluice.mqsim.transmission;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.mqsim.codec.structure.MessageDescriptor;
import dev.sluice.mqsim.codec.structure.PutOptions;
import dev.sluice.mqsim.command.ChannelInquiry;
import dev.sluice.mqsim.command.CommandServer;
import dev.sluice.mqsim.manager.QueueManager;
import dev.sluice.mqsim.mqsc.Mqsc;
import dev.sluice.mqsim.queue.Browse;
import dev.sluice.mqsim.queue.LocalQueue;
import dev.sluice.mqsim.queue.ManualTimer;
import dev.sluice.mqsim.queue.MatchCriteria;
import dev.sluice.mqsim.queue.Message;
import dev.sluice.mqsim.queue.PutTarget;
import dev.sluice.mqsim.queue.QueueDefinition;
import dev.sluice.mqsim.queue.QueueDefinitions;
import dev.sluice.mqsim.queue.QueueReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Laws of message channels, whatever becomes of the network. */
class TransmissionLawsTest {

  private static final PutOptions PUT = new PutOptions(0, 0, 152);
  private static final int CHANNELS = 3;
  private static final int QMA_PORT = 1;
  private static final int QMB_PORT = 2;

  private final ManualTimer timer = new ManualTimer();

  /** A queue manager with its channels. */
  private final class Side {
    private final QueueManager queueManager;
    private final ChannelInitiator channels;
    private final Mqsc mqsc;

    Side(String name, ModelNetwork network, int port) {
      QueueDefinitions strict =
          new QueueDefinitions(QueueDefinition.DEFAULT, true, Map.of("SMALL", depth(2)));
      queueManager = new QueueManager(name, name + "_ID", strict, timer);
      channels = new ChannelInitiator(queueManager, network);
      network.listen(port, channels);
      channels.resume();
      CommandServer server =
          new CommandServer(
              queueManager, null, new ChannelInquiry(List::of, channels::status), null);
      mqsc = new Mqsc(queueManager, channels, server, List::of);
    }

    private static QueueDefinition depth(int messages) {
      return QueueDefinition.DEFAULT.withMaxDepth(messages);
    }

    List<String> mqsc(String commands) {
      return mqsc.run(commands).join();
    }

    void put(String queue, String at, String text) {
      MessageDescriptor descriptor = MessageDescriptor.empty();
      Message message =
          queueManager.newMessage(descriptor, PUT, text.getBytes(StandardCharsets.UTF_8));
      PutTarget target = queueManager.target(queue, at);
      target.admit();
      queueManager.deliver(target, message);
    }

    List<String> getAll(String name) {
      LocalQueue queue = queueManager.queue(name);
      QueueReader reader = new QueueReader(queue, null);
      List<String> texts = new ArrayList<>();
      Message message = reader.find(MatchCriteria.ANY, Browse.NONE);
      while (message != null) {
        reader.take(message);
        queue.settle();
        texts.add(new String(message.data(), StandardCharsets.UTF_8));
        message = reader.find(MatchCriteria.ANY, Browse.NONE);
      }
      return texts;
    }

    int running() {
      return (int)
          channels.status().stream().filter(end -> end.state() == ChannelState.RUNNING).count();
    }
  }

  private static String pair(int i) {
    return """
        DEFINE QLOCAL(TO.QMB.%1$d) USAGE(XMITQ)
        DEFINE QREMOTE(REQUEST%1$d) RNAME(REQUEST%1$d) RQMNAME(QMB) XMITQ(TO.QMB.%1$d)
        DEFINE CHANNEL(QMA.QMB.%1$d) CHLTYPE(SDR) CONNAME('127.0.0.1(2)') +
               XMITQ(TO.QMB.%1$d) BATCHSZ(5) HBINT(1) SHORTRTY(3) SHORTTMR(1) LONGTMR(2)
        START CHANNEL(QMA.QMB.%1$d)
        """
        .formatted(i);
  }

  private static String otherEnd(int i) {
    return """
        DEFINE QLOCAL(REQUEST%1$d)
        DEFINE CHANNEL(QMA.QMB.%1$d) CHLTYPE(RCVR) HBINT(1)
        """
        .formatted(i);
  }

  static IntStream seeds() {
    return IntStream.range(0, 60);
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void noMessageIsLostOrDoubledAndTheOrderIsKeptWhateverTheNetworkDoes(int seed) {
    Random random = new Random(seed);
    ModelNetwork network = new ModelNetwork(timer, random);
    Side sender = new Side("QMA", network, QMA_PORT);
    Side receiver = new Side("QMB", network, QMB_PORT);
    List<List<String>> sent = new ArrayList<>();
    for (int i = 0; i < CHANNELS; i++) {
      sender.mqsc(pair(i));
      receiver.mqsc(otherEnd(i));
      sent.add(new ArrayList<>());
    }
    for (int round = 0; round < 300; round++) {
      switch (random.nextInt(40)) {
        case 0 -> network.breakAll();
        case 1 -> network.cut();
        case 2, 3 -> network.restore();
        case 4 -> {
          receiver.channels.suspend();
          receiver.channels.resume();
        }
        case 5 -> {
          sender.channels.suspend();
          sender.channels.resume();
        }
        default -> {
          int channel = random.nextInt(CHANNELS);
          for (int burst = random.nextInt(8); burst > 0; burst--) {
            String text = channel + " " + sent.get(channel).size();
            sent.get(channel).add(text);
            sender.put("REQUEST" + channel, "", text);
          }
        }
      }
      timer.advanceMillis(random.nextInt(10) == 0 ? 3_000 : random.nextInt(12));
    }
    network.restore();
    timer.advanceMillis(60_000);
    for (int channel = 0; channel < CHANNELS; channel++) {
      assertThat(receiver.getAll("REQUEST" + channel)).isEqualTo(sent.get(channel));
      assertThat(sender.queueManager.queue("TO.QMB." + channel).depth()).isZero();
    }
    assertThat(sender.running()).isEqualTo(CHANNELS);
    assertThat(receiver.running()).isEqualTo(CHANNELS);
  }

  /** A message that nobody fetches waits for the next one, which a requester may never send. */
  @ParameterizedTest
  @MethodSource("seeds")
  void aChannelThatRunsFetchesEachSingleMessageWhateverTheNetworkDid(int seed) {
    int pairs = 6;
    Random random = new Random(seed);
    ModelNetwork network = new ModelNetwork(timer, random);
    Side hub = new Side("HUB", network, QMA_PORT);
    Side branch = new Side("BRANCH", network, QMB_PORT);
    hub.mqsc(member("HUB", "BRANCH", QMA_PORT, QMB_PORT, pairs));
    branch.mqsc(member("BRANCH", "HUB", QMB_PORT, QMA_PORT, pairs));
    timer.advanceMillis(5_000);
    for (int round = 0; round < 100; round++) {
      switch (random.nextInt(8)) {
        case 0 -> network.breakAll();
        case 1, 2 -> network.cut();
        case 3, 4 -> network.restore();
        case 5 -> hub.mqsc("START CHANNEL(TO.BRANCH.0) IGNSTATE(YES)");
        default -> branch.put("HUB.QUEUE", "HUB", "earlier " + round);
      }
      timer.advanceMillis(random.nextInt(3_000));
    }
    network.restore();
    timer.advanceMillis(60_000);
    assertThat(hub.getAll("HUB.QUEUE")).doesNotHaveDuplicates();
    for (int i = 0; i < 2 * pairs; i++) {
      branch.put("HUB.QUEUE", "HUB", "request " + i);
      hub.put("BRANCH.QUEUE", "BRANCH", "reply " + i);
      timer.advanceMillis(200);
      assertThat(hub.getAll("HUB.QUEUE")).containsExactly("request " + i);
      assertThat(branch.getAll("BRANCH.QUEUE")).containsExactly("reply " + i);
    }
    assertThat(hub.running()).isEqualTo(2 * pairs);
    assertThat(branch.running()).isEqualTo(2 * pairs);
  }

  @Test
  void aChannelThatWasStoppedStaysSoWhenAnotherOfItsClusterConnects() {
    ModelNetwork network = new ModelNetwork(timer, new Random(1));
    Side hub = new Side("HUB", network, QMA_PORT);
    Side branch = new Side("BRANCH", network, QMB_PORT);
    hub.mqsc(member("HUB", "BRANCH", QMA_PORT, QMB_PORT, 2));
    branch.mqsc(member("BRANCH", "HUB", QMB_PORT, QMA_PORT, 2));
    timer.advanceMillis(5_000);
    branch.mqsc("STOP CHANNEL(TO.HUB.1)");
    network.breakAll();
    timer.advanceMillis(5_000);
    assertThat(branch.mqsc("DISPLAY CHSTATUS(TO.HUB.0)").get(0)).contains("STATUS(RUNNING)");
    assertThat(branch.mqsc("DISPLAY CHSTATUS(TO.HUB.1)").get(0)).contains("STATUS(STOPPED)");
  }

  @Test
  void aCutIsSeenByBothEndsRetriedAndCounted() {
    ModelNetwork network = new ModelNetwork(timer, new Random(1));
    Side sender = new Side("QMA", network, QMA_PORT);
    Side receiver = new Side("QMB", network, QMB_PORT);
    sender.mqsc(pair(0));
    receiver.mqsc(otherEnd(0));
    timer.advanceMillis(100);
    assertThat(sender.mqsc("DISPLAY CHSTATUS(QMA.*)"))
        .containsExactly(
            "CHANNEL(QMA.QMB.0) CHLTYPE(SDR) STATUS(RUNNING) CONNAME() MSGS(0) BATCHES(0) SHORTRTS(3)"
                + " LONGRTS(999999999) RETRIES(0)");
    network.cut();
    timer.advanceMillis(3_100);
    assertThat(receiver.running()).isZero();
    assertThat(sender.mqsc("DISPLAY CHSTATUS(QMA.*)").get(0))
        .contains("SHORTRTS(2)", "RETRIES(1)")
        .doesNotContain("RUNNING");
    timer.advanceMillis(60_000);
    assertThat(sender.mqsc("DISPLAY CHSTATUS(QMA.*)").get(0)).contains("SHORTRTS(0)");
    network.restore();
    timer.advanceMillis(4_000);
    assertThat(receiver.running()).isOne();
    assertThat(sender.mqsc("DISPLAY CHSTATUS(QMA.*)").get(0))
        .contains("STATUS(RUNNING)", "SHORTRTS(3)");
  }

  @Test
  void withoutARetryLeftAChannelStopsAndCanBeStarted() {
    ModelNetwork network = new ModelNetwork(timer, new Random(1));
    Side sender = new Side("QMA", network, QMA_PORT);
    Side receiver = new Side("QMB", network, QMB_PORT);
    sender.mqsc(pair(0).replace("LONGTMR(2)", "LONGRTY(0)"));
    timer.advanceMillis(20_000);
    assertThat(sender.mqsc("DISPLAY CHSTATUS(*)").get(0)).contains("STATUS(STOPPED)", "RETRIES(4)");
    receiver.mqsc(otherEnd(0));
    sender.mqsc("start channel(qma.qmb.0)");
    timer.advanceMillis(100);
    assertThat(sender.running()).isOne();
    sender.mqsc("STOP CHANNEL(QMA.QMB.0)");
    sender.put("REQUEST0", "", "waits");
    timer.advanceMillis(20_000);
    assertThat(sender.mqsc("DISPLAY QLOCAL(TO.*) CURDEPTH"))
        .containsExactly("QUEUE(TO.QMB.0) TYPE(QLOCAL) CURDEPTH(1)");
    assertThat(receiver.running()).isZero();
  }

  @Test
  void whatCannotBeDeliveredIsADeadLetterAndStopsNothing() {
    ModelNetwork network = new ModelNetwork(timer, new Random(1));
    Side sender = new Side("QMA", network, QMA_PORT);
    Side receiver = new Side("QMB", network, QMB_PORT);
    sender.mqsc(pair(0));
    sender.mqsc(
        """
        DEFINE QREMOTE(NOWHERE) RQMNAME(QMB) XMITQ(TO.QMB.0)
        DEFINE QREMOTE(SMALL) RQMNAME(QMB) XMITQ(TO.QMB.0)
        """);
    receiver.mqsc(otherEnd(0));
    sender.put("NOWHERE", "", "unknown");
    for (int i = 0; i < 3; i++) {
      sender.put("SMALL", "", "small " + i);
    }
    sender.put("REQUEST0", "", "after");
    timer.advanceMillis(1_000);
    assertThat(receiver.getAll("SMALL")).containsExactly("small 0", "small 1");
    assertThat(receiver.getAll("REQUEST0")).containsExactly("after");
    assertThat(receiver.queueManager.deadLetterQueue().depth()).isEqualTo(2);
  }

  private static String member(String name, String other, int port, int otherPort, int channels) {
    StringBuilder mqsc = new StringBuilder("ALTER QMGR REPOS(CLUS)\n");
    mqsc.append(
        "DEFINE QLOCAL(%1$s.QUEUE) CLUSTER(CLUS)\nDEFINE CHANNEL(TO.%2$s.0) CHLTYPE(CLUSSDR)"
            .formatted(name, other));
    mqsc.append(
        " CLUSTER(CLUS) CONNAME('127.0.0.1(%d)') HBINT(1) SHORTTMR(1) LONGTMR(2)\n"
            .formatted(otherPort));
    for (int i = 0; i < channels; i++) {
      mqsc.append(
          "DEFINE CHANNEL(TO.%s.%d) CHLTYPE(CLUSRCVR) CLUSTER(CLUS) CONNAME('127.0.0.1(%d)')"
              .formatted(name, i, port));
      mqsc.append(" HBINT(1) SHORTTMR(1) LONGTMR(2)\n");
    }
    return mqsc.toString();
  }

  @Test
  void membersOfAClusterMakeTheirSendersAndUseThemByTurns() {
    int pairs = 200;
    ModelNetwork network = new ModelNetwork(timer, new Random(1));
    Side hub = new Side("HUB", network, QMA_PORT);
    Side branch = new Side("BRANCH", network, QMB_PORT);
    hub.mqsc(member("HUB", "BRANCH", QMA_PORT, QMB_PORT, pairs));
    branch.mqsc(member("BRANCH", "HUB", QMB_PORT, QMA_PORT, pairs));
    timer.advanceMillis(5_000);
    assertThat(hub.running()).isEqualTo(2 * pairs);
    assertThat(branch.running()).isEqualTo(2 * pairs);
    for (int i = 0; i < 2 * pairs; i++) {
      branch.put("HUB.QUEUE", "", "request " + i);
      hub.put("BRANCH.QUEUE", "BRANCH", "reply " + i);
    }
    timer.advanceMillis(1_000);
    assertThat(hub.getAll("HUB.QUEUE")).hasSize(2 * pairs).doesNotHaveDuplicates();
    assertThat(branch.getAll("BRANCH.QUEUE")).hasSize(2 * pairs).doesNotHaveDuplicates();
    assertThat(branch.mqsc("DISPLAY CHSTATUS(TO.HUB.*)"))
        .filteredOn(line -> line.contains("CLUSSDR"))
        .hasSize(pairs)
        .allMatch(line -> line.contains("MSGS(2) "));
    network.cut();
    timer.advanceMillis(4_000);
    assertThat(hub.running() + branch.running()).isZero();
    branch.put("HUB.QUEUE", "", "during the cut");
    network.restore();
    timer.advanceMillis(5_000);
    assertThat(hub.running()).isEqualTo(2 * pairs);
    assertThat(hub.getAll("HUB.QUEUE")).containsExactly("during the cut");
  }
}
