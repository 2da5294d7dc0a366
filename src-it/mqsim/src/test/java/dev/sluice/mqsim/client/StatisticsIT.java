package dev.sluice.mqsim.client;

import static org.assertj.core.api.Assertions.assertThat;

import com.ibm.mq.MQException;
import com.ibm.mq.MQGetMessageOptions;
import com.ibm.mq.MQMessage;
import com.ibm.mq.MQQueueManager;
import com.ibm.mq.MQTopic;
import com.ibm.mq.constants.CMQC;
import com.ibm.mq.constants.CMQCFC;
import com.ibm.mq.headers.pcf.MQCFGR;
import com.ibm.mq.headers.pcf.PCFMessage;
import com.ibm.mq.headers.pcf.PCFParameter;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageProducer;
import jakarta.jms.Session;
import java.util.ArrayList;
import java.util.Enumeration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Resource statistics, found by their metadata and read as a monitor reads them. */
class StatisticsIT {

  private static final String ROOT = "$SYS/MQ/INFO/QMGR/QM1/Monitor/";
  private static final int MESSAGES = 5;
  private static final int MESSAGE_BYTES = 100;

  @RegisterExtension static final QueueManagerFixture QM = new QueueManagerFixture();

  private MQQueueManager queueManager;

  @BeforeEach
  void connect() throws MQException {
    queueManager = ClassesForJavaIT.connect(QM);
  }

  @AfterEach
  void disconnect() throws MQException {
    queueManager.disconnect();
  }

  private MQTopic subscribe(String topic) throws MQException {
    return queueManager.accessTopic(
        topic, "", CMQC.MQTOPIC_OPEN_AS_SUBSCRIPTION, CMQC.MQSO_CREATE | CMQC.MQSO_MANAGED);
  }

  private static PCFMessage next(MQTopic topic) throws Exception {
    MQGetMessageOptions options = new MQGetMessageOptions();
    options.options = CMQC.MQGMO_WAIT | CMQC.MQGMO_NO_PROPERTIES;
    options.waitInterval = MqClient.RECEIVE_MILLIS;
    MQMessage message = new MQMessage();
    topic.get(message, options);
    return new PCFMessage(message);
  }

  private PCFMessage published(MQTopic topic) throws Exception {
    assertThat(QM.cluster().publishStatistics("QM1")).isEqualTo(1);
    return next(topic);
  }

  private static List<MQCFGR> groupsOf(PCFMessage message) {
    List<MQCFGR> groups = new ArrayList<>();
    Enumeration<?> parameters = message.getParameters();
    while (parameters.hasMoreElements()) {
      if (parameters.nextElement() instanceof MQCFGR group) {
        groups.add(group);
      }
    }
    return groups;
  }

  /** By the value of a text, the groups of a retained publication. */
  private Map<String, MQCFGR> groups(String topic, int text) throws Exception {
    Map<String, MQCFGR> groups = new HashMap<>();
    MQTopic subscription = subscribe(topic);
    for (MQCFGR group : groupsOf(next(subscription))) {
      groups.put((String) group.getParameterValue(text), group);
    }
    subscription.close();
    return groups;
  }

  @Test
  void classesTypesAndElementsAreDescribed() throws Exception {
    Map<String, MQCFGR> classes = groups(ROOT + "METADATA/CLASSES", CMQCFC.MQCAMO_MONITOR_CLASS);
    assertThat(classes).containsOnlyKeys("CPU", "DISK", "STATMQI", "STATQ");
    MQCFGR ofQueues = classes.get("STATQ");
    assertThat(ofQueues.getParameterValue(CMQCFC.MQIAMO_MONITOR_CLASS)).isEqualTo(3);
    assertThat(ofQueues.getParameterValue(CMQCFC.MQIAMO_MONITOR_FLAGS))
        .isEqualTo(CMQCFC.MQIAMO_MONITOR_FLAGS_OBJNAME);
    Map<String, MQCFGR> types =
        groups(
            (String) ofQueues.getParameterValue(CMQC.MQCA_TOPIC_STRING),
            CMQCFC.MQCAMO_MONITOR_TYPE);
    assertThat(types).containsOnlyKeys("PUT", "GET", "GENERAL");
    MQTopic elements =
        subscribe((String) types.get("GENERAL").getParameterValue(CMQC.MQCA_TOPIC_STRING));
    PCFMessage described = next(elements);
    assertThat(described.getStringParameterValue(CMQC.MQCA_TOPIC_STRING))
        .isEqualTo(ROOT + "STATQ/%s/GENERAL");
    Map<Object, Object> units = new HashMap<>();
    for (MQCFGR group : groupsOf(described)) {
      units.put(
          group.getParameterValue(CMQCFC.MQIAMO_MONITOR_ELEMENT),
          group.getParameterValue(CMQCFC.MQIAMO_MONITOR_DATATYPE));
    }
    assertThat(units)
        .containsEntry(2, CMQCFC.MQIAMO_MONITOR_MICROSEC)
        .containsEntry(3, CMQCFC.MQIAMO_MONITOR_UNIT);
  }

  @Test
  void putsAndGetsAreThoseOfTheInterval() throws Exception {
    MQTopic puts = subscribe(ROOT + "STATMQI/PUT");
    long firstMicros = interval(published(puts));
    sendAndReceive();
    PCFMessage second = published(puts);
    assertThat(interval(second)).isPositive().isNotEqualTo(firstMicros);
    assertThat(value(second, 0)).isEqualTo(MESSAGES);
    assertThat(value(second, 3)).isEqualTo(MESSAGES);
    assertThat(value(second, 9)).isGreaterThanOrEqualTo(MESSAGES * MESSAGE_BYTES);
    assertThat(value(published(puts), 0)).isZero();
    puts.close();
    MQTopic gets = subscribe(ROOT + "STATMQI/GET");
    published(gets);
    sendAndReceive();
    assertThat(value(published(gets), 3)).isEqualTo(MESSAGES - 1);
    gets.close();
  }

  @Test
  void aQueueHasItsOwn() throws Exception {
    sendAndReceive();
    MQTopic general = subscribe(ROOT + "STATQ/" + QM.queueName() + "/GENERAL");
    PCFMessage first = published(general);
    assertThat(first.getStringParameterValue(CMQC.MQCA_Q_NAME)).isEqualTo(QM.queueName());
    assertThat(value(first, 2)).as("average queue time").isPositive();
    assertThat(value(first, 3)).as("depth").isEqualTo(1);
    general.close();
  }

  @Test
  void processorsAreMeasured() throws Exception {
    MQTopic processors = subscribe(ROOT + "CPU/SystemSummary");
    published(processors);
    PCFMessage second = published(processors);
    assertThat(value(second, 0)).isBetween(0L, 10_000L);
    assertThat(value(second, 6)).as("memory in MiB").isPositive();
    processors.close();
  }

  @Test
  void subscribersOfAllTopicsGetNone() throws Exception {
    MQTopic all = subscribe("#");
    assertThat(QM.cluster().publishStatistics("QM1")).isZero();
    all.close();
  }

  private static long interval(PCFMessage message) throws Exception {
    return value(message, CMQCFC.MQIAMO64_MONITOR_INTERVAL);
  }

  private static long value(PCFMessage message, int id) throws Exception {
    PCFParameter parameter = message.getParameter(id);
    return (Long) parameter.getValue();
  }

  private static void sendAndReceive() throws Exception {
    Session session = QM.session();
    MessageProducer producer = session.createProducer(session.createQueue(QM.queueName()));
    for (int i = 0; i < MESSAGES; i++) {
      producer.send(session.createTextMessage("x".repeat(MESSAGE_BYTES)));
    }
    MessageConsumer consumer = session.createConsumer(session.createQueue(QM.queueName()));
    for (int i = 0; i < MESSAGES - 1; i++) {
      Message message = consumer.receive(MqClient.RECEIVE_MILLIS);
      assertThat(message).isNotNull();
    }
    consumer.close();
  }
}
