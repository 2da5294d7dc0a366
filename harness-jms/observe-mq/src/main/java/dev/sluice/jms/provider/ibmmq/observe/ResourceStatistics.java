package dev.sluice.jms.provider.ibmmq.observe;

import com.ibm.mq.MQException;
import com.ibm.mq.MQMessage;
import com.ibm.mq.MQQueue;
import com.ibm.mq.MQQueueManager;
import com.ibm.mq.MQTopic;
import com.ibm.mq.constants.CMQC;
import com.ibm.mq.constants.CMQCFC;
import com.ibm.mq.headers.MQDataException;
import com.ibm.mq.headers.pcf.MQCFGR;
import com.ibm.mq.headers.pcf.PCFMessage;
import dev.sluice.jms.provider.BrokerView.Reading;
import dev.sluice.jms.provider.ibmmq.observe.CommandLink.Clocks;
import dev.sluice.jms.provider.ibmmq.observe.MqMeasures.StatisticsType;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Enumeration;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * Subscriptions to the resource statistics of one queue manager. The metadata, which are retained
 * publications, say where each type is published and what its values are. All subscriptions share
 * one queue; each takes a handle of the connection. For one thread.
 */
final class ResourceStatistics {

  private static final String ANY_QUEUE = "%s";

  /** The queue of the publications. */
  private static final int HANDLES = 1;

  private final MQQueueManager queueManager;
  private final CommandLink link;
  private final int maxHandles;
  private final MQQueue arrivals;
  private final Map<StatisticsType, String> topics = new LinkedHashMap<>();
  private final Publications publications;
  private final Set<String> queues = new TreeSet<>();
  private int subscriptions;
  private Optional<String> tooMany = Optional.empty();

  /**
   * Subscribes to what is not about queues.
   *
   * @param member the name of the queue manager
   * @param maxHandles how many a connection may have
   */
  ResourceStatistics(
      MQQueueManager queueManager,
      String member,
      CommandLink link,
      int maxHandles,
      List<String> wantedTopics)
      throws MQException, MQDataException, IOException {
    this.queueManager = queueManager;
    this.link = link;
    this.maxHandles = maxHandles;
    this.arrivals = CommandLink.dynamicQueue(queueManager);
    Map<StatisticsType, Map<Integer, Integer>> dataTypes = new HashMap<>();
    readMetadata(
        "$SYS/MQ/INFO/QMGR/" + member + "/Monitor/METADATA/CLASSES",
        MqMeasures.typesOf(wantedTopics),
        dataTypes);
    this.publications = new Publications(member, dataTypes);
    for (String topic : topics.values()) {
      if (!topic.contains(ANY_QUEUE)) {
        subscribe(topic);
      }
    }
  }

  private void readMetadata(
      String classesTopic,
      List<StatisticsType> wanted,
      Map<StatisticsType, Map<Integer, Integer>> dataTypes)
      throws MQException, MQDataException, IOException {
    for (MQCFGR ofClass : groups(retained(classesTopic))) {
      int number = ofClass.getIntParameterValue(CMQCFC.MQIAMO_MONITOR_CLASS);
      if (wanted.stream().anyMatch(type -> type.monitorClass() == number)) {
        for (MQCFGR ofType : groups(retained(topicOf(ofClass)))) {
          StatisticsType type =
              new StatisticsType(number, ofType.getIntParameterValue(CMQCFC.MQIAMO_MONITOR_TYPE));
          if (wanted.contains(type)) {
            PCFMessage described = retained(topicOf(ofType));
            topics.put(type, described.getStringParameterValue(CMQC.MQCA_TOPIC_STRING).strip());
            dataTypes.put(type, elements(described));
          }
        }
      }
    }
  }

  private static Map<Integer, Integer> elements(PCFMessage described) throws MQDataException {
    Map<Integer, Integer> elements = new HashMap<>();
    for (MQCFGR element : groups(described)) {
      elements.put(
          element.getIntParameterValue(CMQCFC.MQIAMO_MONITOR_ELEMENT),
          element.getIntParameterValue(CMQCFC.MQIAMO_MONITOR_DATATYPE));
    }
    return elements;
  }

  private static String topicOf(MQCFGR group) throws MQDataException {
    return group.getStringParameterValue(CMQC.MQCA_TOPIC_STRING).strip();
  }

  private static List<MQCFGR> groups(PCFMessage message) {
    List<MQCFGR> groups = new ArrayList<>();
    for (Enumeration<?> all = message.getParameters(); all.hasMoreElements(); ) {
      if (all.nextElement() instanceof MQCFGR group) {
        groups.add(group);
      }
    }
    return groups;
  }

  private PCFMessage retained(String topic) throws MQException, MQDataException, IOException {
    MQTopic subscription =
        queueManager.accessTopic(
            topic, "", CMQC.MQTOPIC_OPEN_AS_SUBSCRIPTION, CMQC.MQSO_CREATE | CMQC.MQSO_MANAGED);
    MQMessage message = link.get(subscription, link.within().toNanos());
    subscription.close(); // which would close a queue of ours, too
    return new PCFMessage(message);
  }

  private void subscribe(String topic) throws MQException {
    queueManager.accessTopic(arrivals, topic, "", CMQC.MQSO_CREATE);
    subscriptions++;
  }

  /** Subscribes to what is about queues, once for each, as long as there are handles. */
  void cover(Collection<String> names) throws MQException {
    List<String> perQueue = topics.values().stream().filter(it -> it.contains(ANY_QUEUE)).toList();
    for (String name : names) {
      if (queues.contains(name)) {
        continue;
      }
      int needed = CommandLink.HANDLES + HANDLES + subscriptions + perQueue.size();
      if (needed > maxHandles) {
        tooMany =
            Optional.of(
                ("statistics of %d queues only: each takes %d handles, and the queue manager"
                        + " allows a connection %d. Observe fewer queues, or raise MAXHANDS")
                    .formatted(queues.size(), perQueue.size(), maxHandles));
        return;
      }
      for (String topic : perQueue) {
        // as in IBM's topics: a slash would be a level of its own
        subscribe(topic.replace(ANY_QUEUE, name.replace('/', '&')));
      }
      queues.add(name);
    }
  }

  /** Why some queues have no statistics. */
  Optional<String> tooMany() {
    return tooMany;
  }

  /** What has been published since it was asked last. */
  List<Reading> read(Clocks clocks) throws MQException, MQDataException, IOException {
    List<Reading> readings = new ArrayList<>();
    while (true) {
      MQMessage message;
      try {
        message = link.get(arrivals, 0);
      } catch (MQException e) {
        if (e.getReason() == CMQC.MQRC_NO_MSG_AVAILABLE) {
          return readings;
        }
        throw e;
      }
      long putMillis = message.putDateTime.getTimeInMillis();
      readings.addAll(
          publications.read(
              new PCFMessage(message), putMillis, clocks.nanosAt(putMillis), clocks.errorNanos()));
    }
  }
}
