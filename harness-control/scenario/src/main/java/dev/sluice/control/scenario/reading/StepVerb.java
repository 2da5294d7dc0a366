package dev.sluice.control.scenario.reading;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** The steps there are: the key that each begins with, and the keys that may stand beside it. */
enum StepVerb {
  RATE(
      "rate",
      "Set, raise or lower the rate of each worker: 115, +115, -10%; 0 = as fast as possible.",
      "workload target over wait"),
  TOTAL("total", "Set the rate of all workers together.", "workload target over wait"),
  RAMP("ramp", "Change the rate of each worker linearly.", "workload target over wait"),
  THREADS("threads", "Set the number of workers: 32, +16, -16.", "workload target"),
  PAUSE("pause", "Hold the workers of one workload, or of all.", "target"),
  RESUME("resume", "Let the workers of one workload continue, or of all.", "target"),
  WAIT(
      "wait",
      "Wait for a time, or until reached, saturated, recovered, drained, reconnected or balanced.",
      "workload target within ratio of intervals queue-managers spread or-go-on"),
  EXEC("exec", "Run a command on this host and wait for its end.", "timeout"),
  ADMIN("admin", "Send a line to a TCP port and wait for OK.", "at timeout"),
  DELETE_POD(
      "delete-pod",
      "Delete the one ready pod with these labels, from within a cluster of Kubernetes.",
      "namespace grace timeout"),
  FAULT(
      "fault",
      "Make a fault with this name, by exec, admin or delete-pod, for sluice rehearse.",
      "exec admin at delete-pod namespace grace timeout"),
  FILL(
      "fill",
      "Put an exact number of messages: queue, messages, provider, and options of a sender.",
      ""),
  MARK("mark", "Add a remark to the timeline.", "target"),
  MEASURE(
      "measure",
      "Measure for some time and add a row with this name to the steps table.",
      "workload targets for until at-most settle before tries objectives"),
  FIND_MAX(
      "find-max",
      "Find the highest rate that meets the objectives and add a row with this name "
          + "to the steps table.",
      "workload consumers from to precision backlog settle window votes at-most within objectives"),
  REPEAT("repeat", "Repeat steps this many times.", "set-up do"),
  FOR_EACH("for-each", "Perform steps for each value of one or more variables.", "set-up do");

  private final String word;
  private final String description;

  @SuppressWarnings("ImmutableEnumChecker") // made by List.of
  private final List<String> keys;

  StepVerb(String word, String description, String keys) {
    this.word = word;
    this.description = description;
    this.keys = keys.isEmpty() ? List.of() : List.of(keys.split(" "));
  }

  String word() {
    return word;
  }

  String description() {
    return description;
  }

  /** Keys that may stand beside it. */
  List<String> keys() {
    return keys;
  }

  /** Whether it can be done when there is no run any more. */
  boolean needsNoRun() {
    return List.of(EXEC, ADMIN, DELETE_POD, FILL, REPEAT, FOR_EACH).contains(this);
  }

  static Optional<StepVerb> of(String word) {
    return Arrays.stream(values()).filter(verb -> verb.word.equals(word)).findFirst();
  }

  static List<String> words() {
    return Arrays.stream(values()).map(StepVerb::word).toList();
  }
}
