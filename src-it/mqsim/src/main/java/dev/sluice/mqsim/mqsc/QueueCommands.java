package dev.sluice.mqsim.mqsc;

import dev.sluice.mqsim.manager.AliasDefinition;
import dev.sluice.mqsim.manager.QueueManager;
import dev.sluice.mqsim.manager.RemoteDefinition;
import dev.sluice.mqsim.queue.LocalQueue;
import dev.sluice.mqsim.queue.QueueDefinition;
import dev.sluice.mqsim.transmission.ChannelInitiator;

/** The commands about queues of all types. */
final class QueueCommands {

  /** What SYSTEM.DEFAULT.LOCAL.QUEUE of a new queue manager says. */
  private static final QueueDefinition DEFAULT_QUEUE =
      QueueDefinition.DEFAULT.withMaxDepth(5_000).withMaxMessageBytes(4 * 1_024 * 1_024);

  private final QueueManager queueManager;
  private final ChannelInitiator channels;

  QueueCommands(QueueManager queueManager, ChannelInitiator channels) {
    this.queueManager = queueManager;
    this.channels = channels;
  }

  /** DEFINE QLOCAL and ALTER QLOCAL. */
  void local(MqscCommand command) {
    LocalQueue queue = queueManager.define(command.name(), DEFAULT_QUEUE);
    boolean alters = command.verb().equals("ALTER");
    queue.definition(changed(command, alters ? queue.definition() : DEFAULT_QUEUE));
    queue.putInhibited(command.text("PUT", "ENABLED").equals("DISABLED"));
    if (command.text("USAGE", "NORMAL").equals("XMITQ")) {
      queueManager.routes().define(queue);
    }
    if (!command.text("CLUSTER", "").isEmpty()) {
      channels.offerToCluster(queue.name());
    }
  }

  /** DEFINE QMODEL and ALTER QMODEL. */
  void model(MqscCommand command) {
    queueManager.defineModel(command.name(), changed(command, DEFAULT_QUEUE));
  }

  private static QueueDefinition changed(MqscCommand command, QueueDefinition before) {
    return before
        .withMaxDepth(command.number("MAXDEPTH", before.maxDepth()))
        .withMaxMessageBytes(command.number("MAXMSGL", before.maxMessageBytes()))
        .withBackout(
            command.number("BOTHRESH", before.backoutThreshold()),
            command.text("BOQNAME", before.backoutQueue()));
  }

  /** DEFINE QREMOTE and ALTER QREMOTE. */
  void remote(MqscCommand command) {
    queueManager
        .routes()
        .define(
            command.name(),
            new RemoteDefinition(
                command.text("RNAME", command.name()),
                command.required("RQMNAME"),
                command.text("XMITQ", "")));
  }

  /** DEFINE QALIAS and ALTER QALIAS. */
  void alias(MqscCommand command) {
    boolean ofTopic = command.text("TARGTYPE", "QUEUE").equals("TOPIC");
    queueManager
        .routes()
        .define(command.name(), new AliasDefinition(command.text("TARGET", ""), ofTopic));
  }

  /** DELETE of a queue of any type. */
  void delete(MqscCommand command) {
    if (command.object().equals("QLOCAL")) {
      LocalQueue queue = queueManager.queue(command.name());
      requireUnused(queue, command.has("PURGE"));
      channels.withdrawFromCluster(command.name());
      queueManager.deleteForGood(queue);
    } else {
      queueManager.routes().delete(command.name());
      queueManager.deleteModel(command.name());
    }
  }

  /** CLEAR QLOCAL. */
  void clear(MqscCommand command) {
    LocalQueue queue = queueManager.queue(command.name());
    requireUnused(queue, true);
    queue.discardWhere(message -> true);
  }

  /** Nobody has the queue open, or put to it or got from it in a unit of work that is open. */
  private static void requireUnused(LocalQueue queue, boolean mayHoldMessages) {
    if (queue.opens().handles() > 0 || queue.depth() != queue.available().size()) {
      throw new IllegalArgumentException(
          "AMQ8148E: IBM MQ object in use: %s.".formatted(queue.name()));
    }
    if (queue.depth() > 0 && !mayHoldMessages) {
      throw new IllegalArgumentException(
          "AMQ8143E: IBM MQ queue not empty: %s.".formatted(queue.name()));
    }
  }

  /** Adds to what DISPLAY shows of a local queue how it is now. */
  static void complete(Row row, LocalQueue queue) {
    row.with("CURDEPTH", queue.depth())
        .with("MAXDEPTH", queue.definition().maxDepth())
        .with("MAXMSGL", queue.definition().maxMessageBytes())
        .with("BOTHRESH", queue.definition().backoutThreshold())
        .with("BOQNAME", queue.definition().backoutQueue())
        .with("IPPROCS", queue.opens().input())
        .with("OPPROCS", queue.opens().output());
  }
}
