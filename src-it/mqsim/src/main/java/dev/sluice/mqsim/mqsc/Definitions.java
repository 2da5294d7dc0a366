package dev.sluice.mqsim.mqsc;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * The objects that MQSC has defined, with the attributes that it gave them. Queues of all types
 * share their names.
 */
final class Definitions {

  static final Set<String> TYPES =
      Set.of(
          ("AUTHINFO CHANNEL COMMINFO LISTENER NAMELIST PROCESS QALIAS QLOCAL QMODEL QREMOTE "
                  + "SERVICE SUB TOPIC")
              .split(" "));

  /**
   * An object.
   *
   * @param type as in DEFINE
   */
  record Definition(String type, String name, Map<String, String> attributes) {

    /** How DISPLAY begins with it. */
    Row row() {
      Row row = Row.of(namespace(type), name);
      if (!namespace(type).equals(type)) {
        row.with("TYPE", type);
      }
      attributes.forEach(row::with);
      return row;
    }
  }

  private final Map<String, Map<String, Definition>> byNamespace = new HashMap<>();

  private static String namespace(String type) {
    return switch (type) {
      case "QLOCAL", "QREMOTE", "QALIAS", "QMODEL" -> "QUEUE";
      default -> type;
    };
  }

  private Map<String, Definition> namesOf(String type) {
    return byNamespace.computeIfAbsent(namespace(type), absent -> new TreeMap<>());
  }

  /** What has this name, of this type or of one that shares its names. */
  Optional<Definition> find(String type, String name) {
    return Optional.ofNullable(namesOf(type).get(name));
  }

  /** All of a type; QUEUE stands for those of all queues. */
  Stream<Definition> all(String type) {
    return namesOf(type).values().stream()
        .filter(each -> type.equals("QUEUE") || each.type().equals(type));
  }

  /** A DEFINE or ALTER with all the attributes that its object has after it. */
  MqscCommand complete(MqscCommand command) {
    boolean alters = command.verb().equals("ALTER");
    String before = alters ? command.name() : command.text("LIKE", "");
    Map<String, String> attributes = new LinkedHashMap<>();
    find(command.object(), before).ifPresent(each -> attributes.putAll(each.attributes()));
    attributes.putAll(command.attributes());
    attributes.keySet().removeIf(each -> each.matches("(NO)?REPLACE|LIKE|FORCE"));
    return command.with(attributes);
  }

  /** Keeps what a complete DEFINE or ALTER says. */
  void keep(MqscCommand command) {
    namesOf(command.object())
        .put(
            command.name(), new Definition(command.object(), command.name(), command.attributes()));
  }

  /** Forgets an object. */
  void remove(String type, String name) {
    namesOf(type).remove(name);
  }
}
