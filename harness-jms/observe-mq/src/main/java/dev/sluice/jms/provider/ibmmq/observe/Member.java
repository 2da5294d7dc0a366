package dev.sluice.jms.provider.ibmmq.observe;

import static dev.sluice.jms.provider.ibmmq.observe.MqMeasures.QUEUES;

import com.ibm.mq.MQException;
import com.ibm.mq.MQQueueManager;
import com.ibm.mq.constants.CMQC;
import com.ibm.mq.headers.MQDataException;
import com.ibm.mq.headers.pcf.PCFMessage;
import dev.sluice.core.time.NanoClock;
import dev.sluice.jms.provider.BrokerView.Interest;
import dev.sluice.jms.provider.BrokerView.Reading;
import dev.sluice.jms.provider.BrokerView.Readout;
import dev.sluice.jms.provider.ibmmq.observe.CommandLink.Reply;
import dev.sluice.jms.provider.ibmmq.observe.Inquiries.Inquiry;
import dev.sluice.jms.provider.ibmmq.observe.QueueManagersView.QueueManagerAccess;
import jakarta.jms.JMSException;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** One queue manager that is asked, by a connection of its own. For one thread at a time. */
final class Member {

  /** As queue managers are made. */
  private static final int DEFAULT_MAX_HANDLES = 256;

  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

  private final QueueManagerAccess access;
  private final Interest interest;
  private final NanoClock clock;
  private Connected connected; // null before the first time, and after it broke

  /** What goes with a connection. */
  private record Connected(
      MQQueueManager queueManager, String name, CommandLink link, ResourceStatistics statistics) {}

  Member(QueueManagerAccess access, Interest interest, NanoClock clock) {
    this.access = access;
    this.interest = interest;
    this.clock = clock;
  }

  String name() {
    return access.name();
  }

  /**
   * Its readings, or why there are none.
   *
   * @param forAll whether to ask it about the whole cluster, too
   */
  Readout ask(boolean forAll) {
    long cpuNanos = THREADS.getCurrentThreadCpuTime();
    List<Reading> readings = new ArrayList<>();
    Set<String> gaps = new LinkedHashSet<>();
    int calls = 0;
    boolean usable = false;
    try {
      if (connected == null) {
        connected = connect();
      }
      readings.addAll(inquire(forAll, gaps));
      usable = true;
    } catch (MQException | MQDataException | IOException | JMSException e) {
      gaps.add(access.explain().apply(e));
    } finally {
      if (connected != null) {
        calls = connected.link().takeCalls();
      }
      if (!usable) {
        disconnect();
      }
    }
    return new Readout(
        readings,
        gaps.isEmpty() ? Map.of() : Map.of(name(), String.join("; ", gaps)),
        calls,
        Duration.ofNanos(THREADS.getCurrentThreadCpuTime() - cpuNanos));
  }

  private Connected connect() throws MQException, MQDataException, IOException, JMSException {
    MQQueueManager queueManager = access.connecting().connect();
    boolean usable = false;
    try {
      CommandLink link = new CommandLink(queueManager, interest.within(), clock);
      Reply reply = link.ask(List.of(Inquiries.nameAndLimits())).get(0);
      if (reply.objects().isEmpty()) {
        throw new MQException(CMQC.MQCC_FAILED, reply.reason(), this);
      }
      PCFMessage attributes = reply.objects().get(0);
      String name = Inquiries.text(attributes, CMQC.MQCA_Q_MGR_NAME);
      int told = Inquiries.number(attributes, CMQC.MQIA_MAX_HANDLES);
      int maxHandles = told > 0 ? told : DEFAULT_MAX_HANDLES;
      ResourceStatistics statistics =
          MqMeasures.typesOf(interest.topics()).isEmpty()
              ? null
              : new ResourceStatistics(queueManager, name, link, maxHandles, interest.topics());
      usable = true;
      return new Connected(queueManager, name, link, statistics);
    } finally {
      if (!usable) {
        disconnect(queueManager);
      }
    }
  }

  private List<Reading> inquire(boolean forAll, Set<String> gaps)
      throws MQException, MQDataException, IOException {
    List<Inquiry> inquiries = Inquiries.of(interest, forAll);
    List<Reply> replies = connected.link().ask(inquiries.stream().map(Inquiry::command).toList());
    List<Reading> readings = new ArrayList<>();
    for (int i = 0; i < replies.size(); i++) {
      Inquiry inquiry = inquiries.get(i);
      Reply reply = replies.get(i);
      if (inquiry.failed(reply)) {
        Throwable why = new MQException(CMQC.MQCC_FAILED, reply.reason(), this);
        gaps.add(inquiry.about() + ": " + access.explain().apply(why));
      } else if (access.remote() && inquiry.findsNoChannel(reply)) {
        gaps.add("channels: none is shown, not even the observer's; its user may not display them");
      } else {
        readings.addAll(inquiry.read(reply, connected.name()));
      }
    }
    ResourceStatistics statistics = connected.statistics();
    if (statistics != null) {
      statistics.cover(
          readings.stream()
              .filter(each -> each.measure().topic().equals(QUEUES))
              .map(Reading::subject)
              .distinct()
              .toList());
      statistics.tooMany().ifPresent(gaps::add);
      readings.addAll(statistics.read(replies.get(0).clocks()));
    }
    return readings;
  }

  void disconnect() {
    if (connected != null) {
      disconnect(connected.queueManager());
      connected = null;
    }
  }

  private static void disconnect(MQQueueManager queueManager) {
    try {
      queueManager.disconnect();
    } catch (MQException e) {
      // it is of no use any more, disconnected or not
    }
  }
}
