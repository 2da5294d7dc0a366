package dev.sluice.control.scenario.model;

import dev.sluice.control.scenario.yaml.ShellCommand;
import java.nio.file.Path;
import java.time.Duration;

/** Something to observe. */
public sealed interface ObserverSpec {

  /** Its name in tables. */
  String name();

  /** Whether it reads CPU time; else values of the moment. */
  default boolean readsCpu() {
    return true;
  }

  /** Whether it knows how many processors there are, too. */
  default boolean isHost() {
    return false;
  }

  /** It is asked no more often than this, but for the ends of what is measured. */
  default Duration every() {
    return Duration.ZERO;
  }

  /** Whether a command is run for each reading. */
  default boolean isCommand() {
    return false;
  }

  /** Whether its readings include those of this process. */
  default boolean includesHarness() {
    return false;
  }

  /** The observer whose readings include its own, empty if there is none. */
  default String partOf() {
    return "";
  }

  /**
   * One whose readings are part of another's, such as those of a process of a host.
   *
   * @param partOf the name of the other
   */
  record Part(ObserverSpec observer, String partOf) implements ObserverSpec {
    @Override
    public String name() {
      return observer.name();
    }

    @Override
    public boolean readsCpu() {
      return observer.readsCpu();
    }

    @Override
    public boolean isHost() {
      return observer.isHost();
    }

    @Override
    public Duration every() {
      return observer.every();
    }

    @Override
    public boolean isCommand() {
      return observer.isCommand();
    }

    @Override
    public boolean includesHarness() {
      return observer.includesHarness();
    }
  }

  /** CPU time of a process that runs already. */
  record Pid(String name, long pid) implements ObserverSpec {}

  /** CPU time of a process whose number stands in a file. */
  record PidFile(String name, Path file) implements ObserverSpec {}

  /** CPU time of a process of the scenario. */
  record OwnProcess(String name, String process) implements ObserverSpec {}

  /** CPU time of a control group. */
  record ControlGroup(String name, Path folder) implements ObserverSpec {}

  /** The information of a command. */
  enum Reads {
    /** A value of the moment. */
    VALUE,
    /** Something counted so far. */
    COUNTER,
    /** CPU time so far, in seconds. */
    CPU_SECONDS,
    /** CPU time of a host, as its {@code /proc/stat} has it. */
    PROC_STAT,
    /** The bytes that a network card has received so far, from {@code /proc/net/dev}. */
    NETWORK_RECEIVED,
    /** The bytes that a network card has sent so far. */
    NETWORK_SENT,
    /** The bytes read from a disk so far, from {@code /proc/diskstats}. */
    DISK_READ,
    /** The bytes written to a disk so far. */
    DISK_WRITTEN;

    /** Whether it is about one device of a host. */
    public boolean isOfDevice() {
      return compareTo(NETWORK_RECEIVED) >= 0;
    }
  }

  /**
   * The standard output of a command, and nothing else.
   *
   * @param every it is run no more often than this; zero for once an interval
   * @param device the network card or disk, empty for what is about neither
   */
  record Command(
      String name,
      ShellCommand command,
      Duration timeout,
      Duration every,
      Reads reads,
      String device)
      implements ObserverSpec {

    /** What reads the processors of the host that this process runs on. */
    public static final String THIS_HOST = "cat /proc/stat";

    /** One that is about no device, and run once an interval. */
    public Command(String name, ShellCommand command, Duration timeout, Reads reads) {
      this(name, command, timeout, Duration.ZERO, reads, "");
    }

    @Override
    public boolean readsCpu() {
      return reads == Reads.CPU_SECONDS || isHost();
    }

    @Override
    public boolean isHost() {
      return reads == Reads.PROC_STAT;
    }

    @Override
    public boolean isCommand() {
      return true;
    }

    @Override
    public boolean includesHarness() {
      return isHost() && command.text().equals(THIS_HOST);
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
