package dev.sluice.mqsim.command;

import dev.sluice.mqsim.codec.pcf.Parameter;
import dev.sluice.mqsim.codec.pcf.Parameter.Int;
import dev.sluice.mqsim.codec.pcf.Parameter.Text;
import dev.sluice.mqsim.conversation.ApplicationInstance;
import dev.sluice.mqsim.conversation.Instances;
import dev.sluice.mqsim.manager.QueueManager;
import java.util.ArrayList;
import java.util.List;

/** Answers about the queue manager: what it is, that it runs, how many connections it has. */
public final class QueueManagerInquiry {

  private static final int ATTRIBUTES = 1001;
  private static final int CODED_CHARACTER_SET = 2;
  private static final int MAX_HANDLES = 11;
  private static final int COMMAND_LEVEL = 31;
  private static final int PLATFORM = 32;
  private static final int COMMAND_QUEUE = 2003;
  private static final int DEAD_LETTER_QUEUE = 2006;
  private static final int ID = 2032;
  private static final int STATUS_ATTRIBUTES = 1229;
  private static final int NAME = 2015;
  private static final int STATUS = 1149;
  private static final int CONNECTION_COUNT = 1230;
  private static final int CHANNEL_INITIATOR_STATUS = 1232;
  private static final int COMMAND_SERVER_STATUS = 1233;
  private static final int START_DATE = 3175;
  private static final int START_TIME = 3176;
  private static final int RUNNING = 2; // of all three

  private final QueueManager queueManager;
  private final Instances instances;

  public QueueManagerInquiry(QueueManager queueManager, Instances instances) {
    this.queueManager = queueManager;
    this.instances = instances;
  }

  /** INQUIRE_Q_MGR. */
  void attributes(Request request) {
    request.requireOnly(ATTRIBUTES);
    request.answer(
        request.selected(
            ATTRIBUTES,
            List.of(new Text(NAME, queueManager.name())),
            List.of(
                new Int(CODED_CHARACTER_SET, QueueManager.CHARACTER_SET),
                new Int(MAX_HANDLES, queueManager.maxHandles()),
                new Int(COMMAND_LEVEL, QueueManager.COMMAND_LEVEL),
                new Int(PLATFORM, QueueManager.PLATFORM),
                new Text(COMMAND_QUEUE, QueueManager.COMMAND_QUEUE),
                new Text(DEAD_LETTER_QUEUE, queueManager.deadLetterQueueName()),
                new Text(ID, queueManager.id()))));
  }

  /** INQUIRE_Q_MGR_STATUS. */
  void status(Request request) {
    request.requireOnly(STATUS_ATTRIBUTES);
    int connections =
        instances.all().stream().mapToInt(ApplicationInstance::conversationCount).sum();
    List<Parameter> wanted =
        new ArrayList<>(
            List.of(
                new Int(CONNECTION_COUNT, connections),
                new Int(CHANNEL_INITIATOR_STATUS, RUNNING),
                new Int(COMMAND_SERVER_STATUS, RUNNING)));
    wanted.addAll(Moment.of(START_DATE, START_TIME, queueManager.startedMillis()));
    request.answer(
        request.selected(
            STATUS_ATTRIBUTES,
            List.of(new Text(NAME, queueManager.name()), new Int(STATUS, RUNNING)),
            wanted));
  }
}
