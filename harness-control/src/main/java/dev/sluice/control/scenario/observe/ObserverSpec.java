package dev.sluice.control.scenario.observe;

import java.nio.file.Path;
import java.time.Duration;

/** Something to observe. */
public sealed interface ObserverSpec {

  /** What it is called in tables. */
  String name();

  /** Whether it reads CPU time; else values of the moment. */
  default boolean readsCpu() {
    return true;
  }

  /** CPU time of a process that runs already. */
  record Pid(String name, long pid) implements ObserverSpec {}

  /** CPU time of a process whose number stands in a file. */
  record PidFile(String name, Path file) implements ObserverSpec {}

  /** CPU time of a process of the scenario. */
  record OwnProcess(String name, String process) implements ObserverSpec {}

  /** CPU time of a control group. */
  record ControlGroup(String name, Path folder) implements ObserverSpec {}

  /**
   * The number that a command writes, alone, to standard output.
   *
   * @param cpuSeconds whether it is CPU time so far, in seconds; else it is a value of the moment
   */
  record Command(String name, String command, Duration timeout, boolean cpuSeconds)
      implements ObserverSpec {
    @Override
    public boolean readsCpu() {
      return cpuSeconds;
    }
  }

  /** How many messages wait in a queue. */
  record QueueDepth(String name, String provider, String queue) implements ObserverSpec {
    @Override
    public boolean readsCpu() {
      return false;
    }
  }
}
