package dev.sluice.control.compat;

import dev.sluice.core.text.NearestWord;
import java.util.List;
import java.util.Optional;

/** All worker types of an older tool. Immutable. */
final class WorkerCatalogue {

  private static final String PACKAGE = "com.ibm.uk.hursley.perfharness.";

  private final List<LegacyWorker> workers;

  private WorkerCatalogue(List<LegacyWorker> workers) {
    this.workers = workers;
  }

  static WorkerCatalogue of(Tool tool) {
    return new WorkerCatalogue(
        Table.read("workers").sections().get(tool.command()).rows().stream()
            .map(LegacyWorker::parse)
            .toList());
  }

  List<LegacyWorker> workers() {
    return workers;
  }

  /**
   * The worker that {@code -tc} names: as it is, or without the package of all; Requester and
   * Requestor are the same.
   *
   * @throws LegacyLineException if there is none, or it is out of scope
   */
  LegacyWorker named(String name) {
    String wanted = name.startsWith(PACKAGE) ? name.substring(PACKAGE.length()) : name;
    LegacyWorker worker =
        find(wanted)
            .or(() -> find(otherSpelling(wanted)))
            .orElseThrow(() -> new LegacyLineException(unknown(name)));
    if (worker.status() == OptionStatus.OUT_OF_SCOPE) {
      throw new LegacyLineException("-tc " + name + " is out of scope: " + worker.text());
    }
    return worker;
  }

  private Optional<LegacyWorker> find(String name) {
    return workers.stream().filter(worker -> worker.name().equals(name)).findFirst();
  }

  private static String otherSpelling(String name) {
    return name.contains("Requester")
        ? name.replace("Requester", "Requestor")
        : name.replace("Requestor", "Requester");
  }

  private String unknown(String name) {
    List<String> names = workers.stream().map(LegacyWorker::name).toList();
    return "Invalid parameter: -tc '"
        + name
        + "': unknown worker"
        + NearestWord.of(name, names).map(near -> "; did you mean " + near + "?").orElse(".")
        + " There are: "
        + String.join(", ", names);
  }
}
