package dev.sluice.mqsim.mqsc;

import dev.sluice.mqsim.codec.call.SubscribeRequest;
import dev.sluice.mqsim.manager.QueueManager;
import dev.sluice.mqsim.queue.LocalQueue;

/** The commands about topic objects and administrative subscriptions. */
final class TopicCommands {

  private final QueueManager queueManager;

  TopicCommands(QueueManager queueManager) {
    this.queueManager = queueManager;
  }

  /** DEFINE TOPIC; ALTER TOPIC leaves the topic string as it is. */
  void topic(MqscCommand command) {
    if (command.verb().equals("DEFINE")) {
      queueManager.topicObjects().define(command.name(), command.required("TOPICSTR"));
    }
  }

  /** DEFINE SUB: publications go to the queue DEST of this queue manager. ALTER SUB. */
  void subscription(MqscCommand command) {
    String topic =
        queueManager
            .topicObjects()
            .resolve(command.text("TOPICOBJ", ""), command.text("TOPICSTR", ""));
    boolean managed = command.text("DESTCLAS", "PROVIDED").equals("MANAGED");
    if (topic.isEmpty()) {
      throw command.failure("TOPICSTR or TOPICOBJ is missing");
    }
    LocalQueue destination = managed ? null : destination(command);
    deleteSubscription(command.name());
    SubscribeRequest request =
        SubscribeRequest.defined(
            command.name(),
            topic,
            command.text("SELECTOR", ""),
            managed,
            command.text("WSCHEMA", "TOPIC").equals("CHAR"));
    queueManager.close(queueManager.subscribe(request, destination), false);
  }

  private LocalQueue destination(MqscCommand command) {
    if (queueManager.target(command.required("DEST"), command.text("DESTQMGR", ""))
        instanceof LocalQueue queue) {
      return queue;
    }
    throw command.failure("DEST must be a queue of this queue manager");
  }

  /** DELETE SUB. */
  void deleteSubscription(String name) {
    queueManager.subscription(name).ifPresent(existing -> queueManager.close(existing, true));
  }
}
