package dev.sluice.it.brokers;

import dev.sluice.it.run.PackagedProgram;
import java.nio.file.Path;
import java.util.List;

/** A column of the table: a broker in a process of its own, and how the program reaches it. */
interface TestedBroker extends AutoCloseable {

  /** Its provider in a plan, as a YAML mapping in one line. */
  String provider();

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
