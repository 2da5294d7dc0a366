package dev.sluice.mqsim.queue;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Which queues exist. Immutable.
 *
 * <p>Queues come into being when first opened; those whose names are listed also when a command
 * asks for them. Unless names are strict, any name will do; if they are, only names that were
 * listed, or that begin like a listed one ending in {@code *}.
 */
public final class QueueDefinitions {

  /** The queue whose policies a message-protection client looks for; there are none. */
  private static final String PROTECTION_POLICIES = "SYSTEM.PROTECTION.POLICY.QUEUE";

  private static final String SYSTEM_PREFIX = "SYSTEM.";
  private static final String MODEL = "MODEL";

  private final QueueDefinition otherwise;
  private final boolean strict;
  private final Map<String, QueueDefinition> listed;

  /**
   * @param otherwise for names that are not listed
   * @param strict whether names that are not listed are refused
   * @param listed names, or begins of names followed by {@code *}; the first that fits counts
   */
  public QueueDefinitions(
      QueueDefinition otherwise, boolean strict, Map<String, QueueDefinition> listed) {
    this.otherwise = otherwise;
    this.strict = strict;
    this.listed = new LinkedHashMap<>(listed);
  }

  /** Any queue, with default attributes. */
  public static QueueDefinitions any() {
    return new QueueDefinitions(QueueDefinition.DEFAULT, false, Map.of());
  }

  /**
   * Whether a name is that of a model queue, to open which makes a temporary one: those that queue
   * managers have (SYSTEM.DEFAULT.MODEL.QUEUE, SYSTEM.JMS.TEMPQ.MODEL, ...), that of the developer
   * image (DEV.APP.MODEL.QUEUE), and those that are called like them.
   */
  public static boolean isModel(String name) {
    return name.startsWith(SYSTEM_PREFIX)
        ? name.contains(MODEL)
        : name.endsWith("." + MODEL) || name.endsWith("." + MODEL + ".QUEUE");
  }

  /** Whether there is to be a queue with this name. */
  public boolean isListed(String name) {
    return listed.containsKey(name);
  }

  /** Attributes of a queue that no listed name describes. */
  public QueueDefinition otherwise() {
    return otherwise;
  }

  /** Attributes of the queue with this name; empty if there is no such queue. */
  public Optional<QueueDefinition> find(String name) {
    if (name.isEmpty() || name.equals(PROTECTION_POLICIES)) {
      return Optional.empty();
    }
    return listed.entrySet().stream()
        .filter(entry -> GenericName.fits(entry.getKey(), name))
        .map(Map.Entry::getValue)
        .findFirst()
        .or(() -> strict ? Optional.empty() : Optional.of(otherwise));
  }
}
