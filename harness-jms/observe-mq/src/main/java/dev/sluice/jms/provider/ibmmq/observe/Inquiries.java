package dev.sluice.jms.provider.ibmmq.observe;

import com.ibm.mq.constants.CMQC;
import com.ibm.mq.constants.CMQCFC;
import com.ibm.mq.headers.pcf.PCFMessage;
import dev.sluice.jms.provider.BrokerView.Interest;
import dev.sluice.jms.provider.BrokerView.Measure;
import dev.sluice.jms.provider.BrokerView.Reading;
import dev.sluice.jms.provider.ibmmq.observe.CommandLink.Clocks;
import dev.sluice.jms.provider.ibmmq.observe.CommandLink.Reply;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** The inquiries that a member is asked, and what their answers say. Pure functions. */
final class Inquiries {

  private static final String ALL = "*";

  /** There is nothing of the kind, which is an answer. */
  private static final Set<Integer> NOTHING_FOUND =
      Set.of(
          CMQCFC.MQRCCF_CHL_STATUS_NOT_FOUND,
          CMQCFC.MQRCCF_APPL_STATUS_NOT_FOUND,
          CMQCFC.MQRCCF_Q_STATUS_NOT_FOUND,
          CMQCFC.MQRCCF_NONE_FOUND);

  /** Turns an answer into readings. */
  private interface Understanding {
    void read(Reply reply, Collected into);
  }

  /**
   * A command, and what its answer says.
   *
   * @param about what it asks about, in words
   */
  record Inquiry(PCFMessage command, String about, Understanding understanding) {

    /** Whether the answer says that something is wrong. */
    boolean failed(Reply reply) {
      return reply.reason() != 0 && !NOTHING_FOUND.contains(reply.reason());
    }

    /**
     * Whether it asks about channels and the answer has none. Then those that run are left out,
     * without a word, because the user may not display them.
     */
    boolean findsNoChannel(Reply reply) {
      return command.getCommand() == CMQCFC.MQCMD_INQUIRE_CHANNEL_STATUS
          && reply.objects().isEmpty();
    }

    List<Reading> read(Reply reply, String member) {
      Collected collected = new Collected(member, reply.clocks(), new TreeMap<>());
      understanding.read(reply, collected);
      return collected.readings();
    }
  }

  /** Sums by subject and measure, of one answer. */
  private record Collected(String member, Clocks clocks, Map<String, List<Reading>> bySubject) {

    /** Adds to what there is of the subject and the measure already. */
    void add(String subject, Measure measure, double value) {
      add(member, subject, measure, value, Duration.ZERO);
    }

    void add(String of, String subject, Measure measure, double value, Duration covered) {
      List<Reading> there =
          bySubject.computeIfAbsent(of + '\n' + subject, key -> new ArrayList<>());
      double sum =
          value
              + there.stream()
                  .filter(each -> each.measure().equals(measure))
                  .mapToDouble(Reading::value)
                  .sum();
      there.removeIf(each -> each.measure().equals(measure));
      there.add(
          new Reading(of, subject, measure, sum, clocks.nanos(), clocks.errorNanos(), covered));
    }

    List<Reading> readings() {
      return bySubject.values().stream().flatMap(List::stream).toList();
    }
  }

  private Inquiries() {}

  /**
   * What to ask one member.
   *
   * @param forAll whether it is asked about the whole cluster, too
   */
  static List<Inquiry> of(Interest interest, boolean forAll) {
    List<Inquiry> inquiries = new ArrayList<>();
    // first, because it is the one whose answer sets the clock
    inquiries.add(
        new Inquiry(
            new PCFMessage(CMQCFC.MQCMD_INQUIRE_Q_MGR_STATUS),
            "queue manager",
            Inquiries::connections));
    if (interest.topics().contains(MqMeasures.APPLICATIONS)) {
      inquiries.add(applications(CMQCFC.MQIACF_APPL_INFO_LOCAL, Inquiries::instances));
      if (forAll) {
        inquiries.add(applications(CMQCFC.MQIACF_APPL_INFO_APPL, Inquiries::balance));
        inquiries.add(applications(CMQCFC.MQIACF_APPL_INFO_QMGR, Inquiries::instancesKnown));
      }
    }
    if (interest.topics().contains(MqMeasures.CHANNELS)) {
      inquiries.add(
          inquiry(
              CMQCFC.MQCMD_INQUIRE_CHANNEL_STATUS,
              CMQCFC.MQCACH_CHANNEL_NAME,
              ALL,
              "channels",
              Inquiries::channels));
    }
    for (String queue : interest.queues()) {
      if (interest.topics().contains(MqMeasures.QUEUES)) {
        inquiries.add(
            inquiry(
                CMQCFC.MQCMD_INQUIRE_Q_STATUS,
                CMQC.MQCA_Q_NAME,
                queue,
                "queue " + queue,
                Inquiries::queues));
      }
      if (interest.topics().contains(MqMeasures.RESETS)) {
        inquiries.add(
            inquiry(
                CMQCFC.MQCMD_RESET_Q_STATS,
                CMQC.MQCA_Q_NAME,
                queue,
                "resetting queue " + queue,
                Inquiries::resets));
      }
    }
    return inquiries;
  }

  private static Inquiry inquiry(
      int command, int parameter, String name, String about, Understanding understanding) {
    PCFMessage message = new PCFMessage(command);
    message.addParameter(parameter, name);
    return new Inquiry(message, about, understanding);
  }

  private static Inquiry applications(int type, Understanding understanding) {
    Inquiry inquiry =
        inquiry(
            CMQCFC.MQCMD_INQUIRE_APPL_STATUS,
            CMQCFC.MQCACF_APPL_NAME,
            ALL,
            "applications",
            understanding);
    inquiry.command().addParameter(CMQCFC.MQIACF_APPL_INFO_TYPE, type);
    return inquiry;
  }

  /** Its name, which needs no right to inquire, and the most handles of a connection. */
  static PCFMessage nameAndLimits() {
    PCFMessage command = new PCFMessage(CMQCFC.MQCMD_INQUIRE_Q_MGR);
    command.addParameter(CMQCFC.MQIACF_Q_MGR_ATTRS, new int[] {CMQC.MQIA_MAX_HANDLES});
    return command;
  }

  private static void connections(Reply reply, Collected into) {
    for (PCFMessage object : reply.objects()) {
      into.add("", MqMeasures.CONNECTIONS, number(object, CMQCFC.MQIACF_CONNECTION_COUNT));
    }
  }

  private static void instances(Reply reply, Collected into) {
    for (PCFMessage instance : reply.objects()) {
      String application = text(instance, CMQCFC.MQCACF_APPL_NAME);
      if (application.equals(QueueManagersView.APPLICATION)) {
        continue; // this observer
      }
      into.add(application, MqMeasures.INSTANCES, 1);
      int reason = number(instance, CMQCFC.MQIACF_APPL_IMMOVABLE_REASON);
      if (reason != CMQCFC.MQIMMREASON_NONE) {
        into.add(application, MqMeasures.immovable(reason), 1);
      }
    }
  }

  private static void balance(Reply reply, Collected into) {
    for (PCFMessage application : reply.objects()) {
      int balanced = number(application, CMQCFC.MQIACF_BALANCED);
      if (balanced == CMQCFC.MQBALANCED_YES || balanced == CMQCFC.MQBALANCED_NO) {
        into.add(
            "",
            text(application, CMQCFC.MQCACF_APPL_NAME),
            MqMeasures.BALANCED,
            balanced == CMQCFC.MQBALANCED_YES ? 1 : 0,
            Duration.ZERO);
      }
    }
  }

  private static void instancesKnown(Reply reply, Collected into) {
    for (PCFMessage application : reply.objects()) {
      String name = text(application, CMQCFC.MQCACF_APPL_NAME);
      if (!name.equals(QueueManagersView.APPLICATION)) {
        into.add(
            text(application, CMQC.MQCA_Q_MGR_NAME),
            name,
            MqMeasures.INSTANCES_KNOWN,
            number(application, CMQCFC.MQIACF_APPL_COUNT),
            Duration.ZERO);
      }
    }
  }

  private static void channels(Reply reply, Collected into) {
    for (PCFMessage instance : reply.objects()) {
      String channel = text(instance, CMQCFC.MQCACH_CHANNEL_NAME);
      boolean runs = number(instance, CMQCFC.MQIACH_CHANNEL_STATUS) == CMQCFC.MQCHS_RUNNING;
      into.add(channel, MqMeasures.CHANNELS_RUNNING, runs ? 1 : 0);
      into.add(channel, MqMeasures.CHANNELS_NOT_RUNNING, runs ? 0 : 1);
      into.add(
          channel,
          MqMeasures.CONVERSATIONS,
          Math.max(0, number(instance, CMQCFC.MQIACH_CURRENT_SHARING_CONVS)));
    }
  }

  private static void queues(Reply reply, Collected into) {
    for (PCFMessage queue : reply.objects()) {
      String name = text(queue, CMQC.MQCA_Q_NAME);
      into.add(name, MqMeasures.DEPTH, number(queue, CMQC.MQIA_CURRENT_Q_DEPTH));
      into.add(name, MqMeasures.UNCOMMITTED, number(queue, CMQCFC.MQIACF_UNCOMMITTED_MSGS));
      into.add(name, MqMeasures.OPEN_INPUT, number(queue, CMQC.MQIA_OPEN_INPUT_COUNT));
      into.add(name, MqMeasures.OPEN_OUTPUT, number(queue, CMQC.MQIA_OPEN_OUTPUT_COUNT));
      int ageSeconds = number(queue, CMQCFC.MQIACF_OLDEST_MSG_AGE);
      if (ageSeconds >= 0) { // else nothing is there, or the queue is not monitored
        into.add(name, MqMeasures.OLDEST, ageSeconds);
      }
    }
  }

  private static void resets(Reply reply, Collected into) {
    for (PCFMessage queue : reply.objects()) {
      String name = text(queue, CMQC.MQCA_Q_NAME);
      Duration covered = Duration.ofSeconds(number(queue, CMQC.MQIA_TIME_SINCE_RESET));
      String of = into.member();
      into.add(of, name, MqMeasures.HIGH_DEPTH, number(queue, CMQC.MQIA_HIGH_Q_DEPTH), covered);
      into.add(of, name, MqMeasures.ENQUEUED, number(queue, CMQC.MQIA_MSG_ENQ_COUNT), covered);
      into.add(of, name, MqMeasures.DEQUEUED, number(queue, CMQC.MQIA_MSG_DEQ_COUNT), covered);
    }
  }

  static String text(PCFMessage object, int parameter) {
    return object.getParameterValue(parameter) instanceof String text ? text.strip() : "";
  }

  /** 0 where the queue manager does not say. */
  static int number(PCFMessage object, int parameter) {
    return object.getParameterValue(parameter) instanceof Integer number ? number : 0;
  }
}
