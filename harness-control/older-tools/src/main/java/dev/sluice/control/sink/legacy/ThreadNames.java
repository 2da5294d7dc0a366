package dev.sluice.control.sink.legacy;

/**
 * The older tools' names of the threads that are workers here: the name of their class and a
 * number.
 *
 * @param worker the class, empty if workers keep the names that they have here
 * @param first the number of the first
 */
record ThreadNames(String worker, int first) {

  /** JMSPerfHarness counts from 1. */
  static ThreadNames perfHarness(String worker) {
    return new ThreadNames(worker, 1);
  }

  /** MQ-CPH counts from 0. */
  static ThreadNames cph(String worker) {
    return new ThreadNames(worker, 0);
  }

  /** These, of another class if these have none. */
  ThreadNames or(String other) {
    return worker.isEmpty() ? new ThreadNames(other, first) : this;
  }

  /**
   * The name of one.
   *
   * @param name what it is called here, which ends in its number, from 1
   */
  String of(String name) {
    int number = Integer.parseInt(name.substring(name.lastIndexOf('-') + 1));
    return worker.isEmpty() ? name : worker + (number - 1 + first);
  }
}
