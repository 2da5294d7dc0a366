package dev.sluice.it.brokers;

import dev.sluice.it.run.PackagedProgram;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalInt;

/** A column of the table: a broker in a process of its own, and how the program reaches it. */
interface TestedBroker extends AutoCloseable {

  /** Its provider in a plan, as a YAML mapping in one line. */
  String provider();

  /** Its title with the version that it turned out to have, unless the title says it. */
  default String titled(String title) {
    return title;
  }

  /**
   * The port at which its client is watched; empty if another column shows the same client, or it
   * needs more than one.
   */
  default OptionalInt watchedPort() {
    return OptionalInt.empty();
  }

  /** Its provider by another port that leads to that one. */
  default String providerBy(int otherPort) {
    throw new UnsupportedOperationException();
  }

  /** What a topic is called there. */
  default String topic(String name) {
    return name;
  }

  /** Starts it, or starts it again on what it has stored. */
  void start() throws Exception;

  /** Ends it as a loss of power does. */
  void kill() throws Exception;

  /** Whether it can end and the program go on. */
  default boolean isApart() {
    return true;
  }

  /** The jar of the program that reaches it. */
  default Path program() {
    List<String> command = PackagedProgram.command();
    return Path.of(command.get(command.size() - 1));
  }

  @Override
  void close();
}
