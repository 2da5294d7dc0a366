package dev.sluice.mqsim.manager;

import dev.sluice.mqsim.queue.CallFailedException;
import dev.sluice.mqsim.queue.Reason;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Topic objects: names for branches of the topic tree, by which rights are given. */
public final class TopicObjects {

  private static final String BASE = "SYSTEM.BASE.TOPIC";

  /** The branch of what a queue manager publishes of itself; rights of the root do not reach it. */
  private static final String ADMINISTRATION = "SYSTEM.ADMIN.TOPIC";

  private static final String ADMINISTRATION_BRANCH = "$SYS/MQ";

  private final Map<String, String> strings =
      new LinkedHashMap<>(Map.of(BASE, "", ADMINISTRATION, ADMINISTRATION_BRANCH));

  TopicObjects() {}

  /** Defines a topic object, or defines it again. */
  public void define(String name, String topicString) {
    strings.put(name, topicString);
  }

  /** Deletes a topic object. */
  public void delete(String name) {
    strings.remove(name);
  }

  /**
   * The topic that an object, a topic string below it, or either alone means.
   *
   * @throws CallFailedException if there is no such object
   */
  public String resolve(String object, String topicString) {
    if (object.isEmpty()) {
      return topicString;
    }
    String branch = strings.get(object);
    if (branch == null) {
      throw new CallFailedException(Reason.UNKNOWN_OBJECT);
    }
    boolean joined = branch.isEmpty() || branch.endsWith("/") || topicString.isEmpty();
    return joined ? branch + topicString : branch + "/" + topicString;
  }

  /** The objects whose rights count for a topic: those of the branches that it is on. */
  public List<String> over(String topic) {
    if (isOn(ADMINISTRATION_BRANCH, topic)) {
      return List.of(ADMINISTRATION);
    }
    return strings.keySet().stream().filter(name -> isOn(strings.get(name), topic)).toList();
  }

  private static boolean isOn(String branch, String topic) {
    return branch.isEmpty()
        || topic.equals(branch)
        || topic.startsWith(branch.endsWith("/") ? branch : branch + "/");
  }
}
