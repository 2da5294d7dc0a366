package dev.sluice.mqsim.statistics;

import dev.sluice.mqsim.codec.pcf.Parameter;
import dev.sluice.mqsim.codec.pcf.Parameter.Group;
import dev.sluice.mqsim.codec.pcf.Parameter.Int;
import dev.sluice.mqsim.codec.pcf.Parameter.LongInt;
import dev.sluice.mqsim.codec.pcf.Parameter.Text;
import dev.sluice.mqsim.codec.pcf.PcfMessage;
import dev.sluice.mqsim.manager.QueueManager;
import dev.sluice.mqsim.queue.Counters;
import dev.sluice.mqsim.queue.LocalQueue;
import dev.sluice.mqsim.queue.Timer.Cancellable;
import dev.sluice.mqsim.statistics.Interval.Moment;
import dev.sluice.mqsim.statistics.StatisticsType.Element;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/**
 * Publishes what a queue manager has done and used, under {@code $SYS/MQ/INFO/QMGR/name/Monitor}:
 * every ten seconds, and on command. Retained publications under {@code METADATA} say which
 * classes, types and elements there are. Nothing is measured for nobody: a topic without a
 * subscriber is passed over, so its first publication covers all the time since the queue manager
 * was made, or since the last subscriber went. Confined to the event loop of its queue manager.
 */
public final class ResourceStatistics {

  private static final long INTERVAL_NANOS = 10_000_000_000L;

  private static final int QUEUE_MANAGER_NAME = 2015;
  private static final int QUEUE_NAME = 2016;
  private static final int TOPIC = 2094;
  private static final int CLASS = 839;
  private static final int TYPE = 840;
  private static final int ELEMENT = 841;
  private static final int DATA_TYPE = 842;
  private static final int FLAGS = 843;
  private static final int INTERVAL = 845;
  private static final int CLASS_NAME = 2713;
  private static final int TYPE_NAME = 2714;
  private static final int DESCRIPTION = 2715;
  private static final int CLASS_GROUP = 8015;
  private static final int TYPE_GROUP = 8016;
  private static final int ELEMENT_GROUP = 8017;

  private static final String ANY_QUEUE = "%s";

  private final QueueManager queueManager;
  private final Supplier<Usage> machine;
  private final String root;
  private final Moment made;
  private final Map<String, Moment> published = new HashMap<>();
  private Cancellable next = () -> {};

  public ResourceStatistics(QueueManager queueManager, Supplier<Usage> machine) {
    this.queueManager = queueManager;
    this.machine = machine;
    this.root = "$SYS/MQ/INFO/QMGR/" + queueManager.name() + "/Monitor/";
    this.made = now(new Counters(), 0);
  }

  /** The queue manager starts. */
  public void start() {
    publishMetadata();
    schedule();
  }

  private void schedule() {
    next =
        queueManager
            .timer()
            .schedule(
                INTERVAL_NANOS,
                () -> {
                  publish();
                  schedule();
                });
  }

  /** The queue manager ends. */
  public void stop() {
    next.cancel();
  }

  /** Publishes now. Returns how many publications there were. */
  public int publish() {
    int count = 0;
    for (StatisticsType type : StatisticsType.ALL) {
      if (type.ofQueues()) {
        for (LocalQueue queue : List.copyOf(queueManager.queues())) {
          Supplier<Moment> now = () -> now(queue.activity().counters(), queue.depth());
          count += publish(type, queue.name(), now) ? 1 : 0;
        }
      } else {
        count += publish(type, "", () -> now(queueManager.calls(), 0)) ? 1 : 0;
      }
    }
    return count;
  }

  private Moment now(Counters counters, int depth) {
    return new Moment(
        queueManager.timer().nowNanos(),
        counters.copy(),
        depth,
        queueManager.log().written(),
        machine.get());
  }

  private boolean publish(StatisticsType type, String queue, Supplier<Moment> now) {
    String topic = topic(type, queue);
    if (!queueManager.hasSubscriber(topic)) {
      return false;
    }
    Moment end = now.get();
    Moment before = published.put(topic, end);
    Interval interval = new Interval(before == null ? made : before, end);
    List<Parameter> parameters = new ArrayList<>();
    parameters.add(new Text(QUEUE_MANAGER_NAME, queueManager.name()));
    if (type.ofQueues()) {
      parameters.add(new Text(QUEUE_NAME, queue));
    }
    parameters.add(new Int(CLASS, type.classNumber()));
    parameters.add(new Int(TYPE, type.number()));
    parameters.add(new LongInt(INTERVAL, interval.micros()));
    for (Element element : type.elements()) {
      parameters.add(new LongInt(element.number(), element.value().applyAsLong(interval)));
    }
    publish(topic, parameters, false);
    return true;
  }

  private String topic(StatisticsType type, String queue) {
    String object = type.ofQueues() ? queue.replace('/', '&') + "/" : "";
    return root + type.className() + "/" + object + type.name();
  }

  private void publish(String topic, List<Parameter> parameters, boolean retained) {
    byte[] data =
        new PcfMessage(PcfMessage.STATISTICS, 0, 1, true, 0, parameters)
            .bytes(ByteOrder.BIG_ENDIAN);
    queueManager.publish(topic, data, retained);
  }

  private void publishMetadata() {
    String metadata = root + "METADATA/";
    Map<String, Parameter> classes = new LinkedHashMap<>();
    Map<String, List<Parameter>> types = new LinkedHashMap<>();
    for (StatisticsType type : StatisticsType.ALL) {
      String name = type.className();
      classes.put(
          name,
          new Group(
              CLASS_GROUP,
              List.of(
                  new Int(CLASS, type.classNumber()),
                  new Int(FLAGS, type.ofQueues() ? 1 : 0),
                  new Text(CLASS_NAME, name),
                  new Text(DESCRIPTION, name),
                  new Text(TOPIC, metadata + name))));
      String elementsTopic = metadata + name + "/" + type.name();
      types
          .computeIfAbsent(name, first -> new ArrayList<>())
          .add(
              new Group(
                  TYPE_GROUP,
                  List.of(
                      new Int(TYPE, type.number()),
                      new Text(TYPE_NAME, type.name()),
                      new Text(DESCRIPTION, type.name()),
                      new Text(TOPIC, elementsTopic))));
      publish(elementsTopic, elements(type), true);
    }
    publish(metadata + "CLASSES", List.copyOf(classes.values()), true);
    types.forEach((name, groups) -> publish(metadata + name, groups, true));
  }

  private List<Parameter> elements(StatisticsType type) {
    List<Parameter> elements = new ArrayList<>();
    elements.add(new Text(TOPIC, topic(type, ANY_QUEUE)));
    for (Element element : type.elements()) {
      elements.add(
          new Group(
              ELEMENT_GROUP,
              List.of(
                  new Int(ELEMENT, element.number()),
                  new Int(DATA_TYPE, element.unit()),
                  new Text(DESCRIPTION, element.name()))));
    }
    return elements;
  }
}
