package dev.sluice.control.compat;

import dev.sluice.core.text.NearestWord;
import java.util.List;
import java.util.Optional;

/**
 * A worker type of an older tool.
 *
 * @param name what {@code -tc} calls it
 * @param status what has become of it
 * @param command the command here that does its work, empty if there is none
 * @param modules whose options it has, besides those that every line has
 * @param text what happens to it, or why not
 */
record LegacyWorker(
    String name, LegacyOption.Status status, String command, List<String> modules, String text) {

  private static final String PACKAGE = "com.ibm.uk.hursley.perfharness.";

  /** All worker types of a tool. */
  static List<LegacyWorker> of(Tool tool) {
    return ResourceTable.read("workers").sections().get(tool.command()).rows().stream()
        .map(
            row ->
                new LegacyWorker(
                    row.get(0),
                    LegacyOption.Status.of(row.get(1)),
                    row.get(2),
                    row.get(3).isEmpty() ? List.of() : List.of(row.get(3).split(" ")),
                    row.get(4)))
        .toList();
  }

  /**
   * The worker that {@code -tc} names: as it is, or without the package of all; Requester and
   * Requestor are the same.
   *
   * @throws LegacyLineException if there is none, or it is out of scope
   */
  static LegacyWorker named(String name, List<LegacyWorker> workers) {
    String wanted = name.startsWith(PACKAGE) ? name.substring(PACKAGE.length()) : name;
    LegacyWorker worker =
        find(wanted, workers)
            .or(() -> find(otherSpelling(wanted), workers))
            .orElseThrow(() -> new LegacyLineException(unknown(name, workers)));
    if (worker.status == LegacyOption.Status.OUT_OF_SCOPE) {
      throw new LegacyLineException("-tc " + name + " is out of scope: " + worker.text);
    }
    return worker;
  }

  private static Optional<LegacyWorker> find(String name, List<LegacyWorker> workers) {
    return workers.stream().filter(worker -> worker.name.equals(name)).findFirst();
  }

  private static String otherSpelling(String name) {
    return name.contains("Requester")
        ? name.replace("Requester", "Requestor")
        : name.replace("Requestor", "Requester");
  }

  private static String unknown(String name, List<LegacyWorker> workers) {
    List<String> names = workers.stream().map(LegacyWorker::name).toList();
    String near = NearestWord.of(name, names).map(it -> "; did you mean " + it + "?").orElse(".");
    return "Invalid parameter: -tc '%s': unknown worker%s There are: %s"
        .formatted(name, near, String.join(", ", names));
  }

  /** The name of its class alone. */
  String simpleName() {
    return name.substring(name.lastIndexOf('.') + 1);
  }

  /**
   * Whether it is one of some.
   *
   * @param who names, commands, modules and packages with blanks between them, {@code not} in front
   *     of those that are meant not; empty for all
   */
  boolean isAmong(String who) {
    boolean not = who.startsWith("not ");
    return who.isEmpty() || List.of(who.split(" +")).stream().anyMatch(this::is) != not;
  }

  private boolean is(String what) {
    return what.equals(command)
        || what.equals(name)
        || what.equals(simpleName())
        || modules.contains(what)
        || name.startsWith(what + ".");
  }
}
