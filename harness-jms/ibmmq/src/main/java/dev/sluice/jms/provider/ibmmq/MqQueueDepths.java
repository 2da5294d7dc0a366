package dev.sluice.jms.provider.ibmmq;

import com.ibm.mq.MQException;
import com.ibm.mq.MQQueue;
import com.ibm.mq.MQQueueManager;
import com.ibm.mq.constants.CMQC;
import dev.sluice.jms.provider.QueueDepths;
import jakarta.jms.JMSException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Inquires the depth of queues by IBM's classes for Java, because JMS has no call for it. By a
 * table of several queue managers it is the depth at whichever one the client connects to. For one
 * thread.
 */
final class MqQueueDepths implements QueueDepths {

  private static final long NO_ANSWER = -1;

  private final IbmMqSettings settings;
  private MQQueueManager queueManager; // null until it is needed, and after it broke

  MqQueueDepths(IbmMqSettings settings) {
    this.settings = settings;
  }

  @Override
  public long depth(String name) throws JMSException {
    boolean answered = false;
    try {
      if (queueManager == null) {
        queueManager = new ClassesForJava(settings).connect("");
      }
      MQQueue queue = queueManager.accessQueue(name, CMQC.MQOO_INQUIRE);
      long depth = queue.getCurrentDepth();
      queue.close();
      answered = true;
      return depth;
    } catch (MQException e) {
      JMSException failure = new JMSException(e.getMessage(), Integer.toString(e.getReason()));
      failure.initCause(e);
      throw failure;
    } finally {
      if (!answered) {
        close();
      }
    }
  }

  /** In a group, that of each queue manager that the channel table has an entry of. */
  @Override
  public Map<String, Long> depths(String name) throws JMSException {
    List<MqEndpoint.Ccdt> members =
        settings.endpoint() instanceof MqEndpoint.Ccdt table ? table.members() : List.of();
    if (members.isEmpty()) {
      return Map.of("", depth(name));
    }
    Map<String, Long> depths = new TreeMap<>();
    for (MqEndpoint.Ccdt member : members) {
      depths.put(member.queueManager(), depthAt(member, name));
    }
    return depths;
  }

  private long depthAt(MqEndpoint.Ccdt member, String name) {
    try (MqQueueDepths there = new MqQueueDepths(settings.at(member))) {
      return there.depth(name);
    } catch (JMSException e) {
      return NO_ANSWER;
    }
  }

  @Override
  public void close() {
    if (queueManager != null) {
      try {
        queueManager.disconnect();
      } catch (MQException e) {
        // it is of no use any more, disconnected or not
      } finally {
        queueManager = null;
      }
    }
  }
}
