package dev.sluice.mqsim.command;

import dev.sluice.mqsim.authority.Authority;
import dev.sluice.mqsim.authority.Security;
import dev.sluice.mqsim.codec.pcf.Parameter;
import dev.sluice.mqsim.codec.pcf.Parameter.Int;
import dev.sluice.mqsim.codec.pcf.Parameter.IntList;
import dev.sluice.mqsim.codec.pcf.Parameter.Text;
import dev.sluice.mqsim.codec.pcf.PcfException;
import dev.sluice.mqsim.manager.QueueManager;
import dev.sluice.mqsim.queue.Counters.Operation;
import dev.sluice.mqsim.queue.GenericName;
import dev.sluice.mqsim.queue.LocalQueue;
import dev.sluice.mqsim.queue.Message;
import dev.sluice.mqsim.queue.QueueActivity;
import dev.sluice.mqsim.queue.Reason;
import java.util.ArrayList;
import java.util.List;

/** Answers about queues: what is on them, and what has been put and got since the last reset. */
final class QueueInquiry {

  private static final int NAME = 2016;
  private static final int ATTRIBUTES = 1026;
  private static final int STATUS_TYPE = 1103;
  private static final int STATUS_OF_QUEUE = 1105;
  private static final int DEPTH = 3;
  private static final int OPEN_INPUT_COUNT = 17;
  private static final int OPEN_OUTPUT_COUNT = 18;
  private static final int MONITORING = 123;
  private static final int UNCOMMITTED = 1027;
  private static final int QUEUE_TIME = 1226;
  private static final int OLDEST_MESSAGE_AGE = 1227;
  private static final int LAST_PUT_DATE = 3128;
  private static final int LAST_PUT_TIME = 3129;
  private static final int LAST_GET_DATE = 3130;
  private static final int LAST_GET_TIME = 3131;
  private static final int TIME_SINCE_RESET = 35;
  private static final int HIGH_DEPTH = 36;
  private static final int ENQUEUE_COUNT = 37;
  private static final int DEQUEUE_COUNT = 38;

  private static final int MONITORING_HIGH = 65;
  private static final int NOT_AVAILABLE = -1;
  private static final long NANOS_PER_SECOND = 1_000_000_000L;
  private static final double NANOS_PER_MICRO = 1_000;

  private final QueueManager queueManager;

  QueueInquiry(QueueManager queueManager) {
    this.queueManager = queueManager;
  }

  /** INQUIRE_Q_STATUS. */
  void status(Request request) {
    request.requireOnly(NAME, ATTRIBUTES, STATUS_TYPE);
    if (request.number(STATUS_TYPE, STATUS_OF_QUEUE) != STATUS_OF_QUEUE) {
      throw new PcfException(PcfException.PARAMETER_VALUE, STATUS_TYPE);
    }
    request.answer(
        named(request).stream()
            .map(
                queue ->
                    request.selected(
                        ATTRIBUTES,
                        List.of(
                            new Text(NAME, queue.name()), new Int(STATUS_TYPE, STATUS_OF_QUEUE)),
                        status(queue)))
            .toList(),
        reasonIfNone(request));
  }

  private List<LocalQueue> named(Request request) {
    String name = request.text(NAME);
    queueManager.makeListed(name);
    return queueManager.queues().stream()
        .filter(queue -> GenericName.fits(name, queue.name()))
        .filter(queue -> request.mayDisplay(Security.QUEUE, queue.name(), name))
        .toList();
  }

  private static int reasonIfNone(Request request) {
    return GenericName.isGeneric(request.text(NAME))
        ? PcfException.NO_QUEUE_STATUS
        : Reason.UNKNOWN_OBJECT.code();
  }

  private List<Parameter> status(LocalQueue queue) {
    List<Message> available = queue.available();
    QueueActivity activity = queue.activity();
    List<Parameter> status =
        new ArrayList<>(
            List.of(
                new Int(DEPTH, queue.depth()),
                new Int(OPEN_INPUT_COUNT, queue.opens().input()),
                new Int(OPEN_OUTPUT_COUNT, queue.opens().output()),
                new Int(UNCOMMITTED, queue.depth() - available.size()),
                new Int(MONITORING, MONITORING_HIGH),
                new Int(OLDEST_MESSAGE_AGE, ageSeconds(available)),
                new IntList(
                    QUEUE_TIME,
                    List.of(
                        micros(activity.recentNanosOnQueue()), micros(activity.nanosOnQueue())))));
    status.addAll(Moment.of(LAST_PUT_DATE, LAST_PUT_TIME, activity.lastPutMillis()));
    status.addAll(Moment.of(LAST_GET_DATE, LAST_GET_TIME, activity.lastGetMillis()));
    return status;
  }

  private int ageSeconds(List<Message> available) {
    long nowNanos = queueManager.timer().nowNanos();
    return (int)
        available.stream()
            .mapToLong(message -> (nowNanos - message.arrivedNanos()) / NANOS_PER_SECOND)
            .max()
            .orElse(NOT_AVAILABLE);
  }

  private static int micros(double nanos) {
    return Double.isNaN(nanos) ? NOT_AVAILABLE : (int) Math.round(nanos / NANOS_PER_MICRO);
  }

  /** RESET_Q_STATS. */
  void reset(Request request) {
    request.requireOnly(NAME);
    List<LocalQueue> queues = named(request);
    queues.forEach(queue -> request.require(Security.QUEUE, queue.name(), Authority.CHG));
    request.answer(queues.stream().map(QueueInquiry::reset).toList(), reasonIfNone(request));
  }

  private static List<Parameter> reset(LocalQueue queue) {
    QueueActivity.SinceReset since = queue.activity().reset(queue.depth());
    return List.of(
        new Text(NAME, queue.name()),
        new Int(TIME_SINCE_RESET, (int) (since.sinceNanos() / NANOS_PER_SECOND)),
        new Int(HIGH_DEPTH, since.highDepth()),
        new Int(ENQUEUE_COUNT, (int) since.counters().messages(Operation.PUT)),
        new Int(DEQUEUE_COUNT, (int) since.counters().messages(Operation.GET)));
  }
}
