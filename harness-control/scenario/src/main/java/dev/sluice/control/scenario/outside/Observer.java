package dev.sluice.control.scenario.outside;

import static dev.sluice.core.time.Nanos.NANOS_PER_SECOND;

import dev.sluice.control.measure.Reading;
import dev.sluice.control.scenario.step.StepFailedException;
import dev.sluice.control.scenario.yaml.ShellCommand;
import dev.sluice.core.text.InputFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;

/**
 * Something that is watched beside the load. Immutable.
 *
 * @param name its name in tables
 * @param source where its readings come from
 * @param every it is asked no more often than this, but for the ends of what is measured
 * @param partOf the observer whose readings include its own, such as the host of a process; empty
 *     if there is none
 */
public record Observer(String name, Source source, Duration every, String partOf) {

  /** One that is read once an interval, and part of no other. */
  public Observer(String name, Source source) {
    this(name, source, Duration.ZERO, "");
  }

  /** Whether it reads CPU time; else values of the moment. */
  public boolean readsCpu() {
    return source.reads() == Reads.CPU_SECONDS || isHost();
  }

  /** Whether it knows how many processors there are, too. */
  public boolean isHost() {
    return source.reads() == Reads.PROC_STAT;
  }

  /** Whether a command is run for each reading. */
  public boolean isCommand() {
    return source instanceof CommandOutput;
  }

  /** Whether its readings include those of this process. */
  public boolean includesHarness() {
    return isHost()
        && source instanceof CommandOutput host
        && host.line().text().equals(CommandOutput.LOCAL);
  }

  /** The information that a reading gives. */
  public enum Reads {
    /** A value of the moment. */
    VALUE(""),
    /** Something counted so far. */
    COUNTER(""),
    /** CPU time so far, in seconds. */
    CPU_SECONDS(""),
    /** CPU time of a host. */
    PROC_STAT("/proc/stat"),
    /** The bytes that a network card has received so far. */
    NETWORK_RECEIVED("/proc/net/dev"),
    /** The bytes that a network card has sent so far. */
    NETWORK_SENT("/proc/net/dev"),
    /** The bytes read from a disk so far. */
    DISK_READ("/proc/diskstats"),
    /** The bytes written to a disk so far. */
    DISK_WRITTEN("/proc/diskstats");

    private final String file;

    Reads(String file) {
      this.file = file;
    }

    /** The file of Linux that has it; empty if none does. */
    public String file() {
      return file;
    }

    /** As scenarios write it. */
    public String word() {
      return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** Whether it is about one device of a host. */
    public boolean isOfDevice() {
      return compareTo(NETWORK_RECEIVED) >= 0;
    }
  }

  /** Where readings come from. */
  public sealed interface Source {

    default Reads reads() {
      return Reads.CPU_SECONDS;
    }

    /**
     * A reading, of the same kind each time.
     *
     * @param around has what it needs
     * @throws StepFailedException if there is none now
     */
    Reading read(Observers around) throws StepFailedException, InterruptedException;
  }

  /** A process that runs already, its ended threads included. */
  public record Pid(long pid) implements Source {
    @Override
    public Reading read(Observers around) throws StepFailedException {
      return ProcessHandle.of(pid)
          .flatMap(process -> process.info().totalCpuDuration())
          .map(used -> new Reading.Cpu(used.toNanos(), 0))
          .orElseThrow(() -> new StepFailedException("process " + pid + " does not exist"));
    }
  }

  private static String text(Path file) throws IOException {
    return InputFile.text(file, InputFile.HAND_WRITTEN_BYTES);
  }

  /** A process whose number stands in a file now. */
  public record PidFile(Path file) implements Source {
    @Override
    public Reading read(Observers around) throws StepFailedException {
      try {
        return new Pid(Long.parseLong(text(file).strip())).read(around);
      } catch (IOException | NumberFormatException e) {
        throw new StepFailedException(file + " holds no process id");
      }
    }
  }

  /** A process of the scenario. */
  public record OwnProcess(String process) implements Source {
    @Override
    public Reading read(Observers around) throws StepFailedException {
      return new Pid(around.pid(process)).read(around);
    }
  }

  /**
   * A control group: {@code cpu.stat} of version 2, {@code cpuacct.usage} of version 1.
   *
   * @param folder of its files
   */
  public record ControlGroup(Path folder) implements Source {

    private static final String USAGE_MICROS = "usage_usec ";

    @Override
    public Reading read(Observers around) throws StepFailedException {
      try {
        Path usage = folder.resolve("cpuacct.usage");
        if (Files.exists(usage)) {
          return new Reading.Cpu(Long.parseLong(text(usage).strip()), 0);
        }
        for (String line : text(folder.resolve("cpu.stat")).lines().toList()) {
          if (line.startsWith(USAGE_MICROS)) {
            long micros = Long.parseLong(line.substring(USAGE_MICROS.length()));
            return new Reading.Cpu(TimeUnit.MICROSECONDS.toNanos(micros), 0);
          }
        }
      } catch (IOException | NumberFormatException e) {
        throw new StepFailedException("the control group " + folder + " cannot be read");
      }
      throw new StepFailedException("the control group " + folder + " has no CPU time");
    }
  }

  /**
   * How many messages wait in a queue, by the provider's own means.
   *
   * @param provider its name
   */
  public record QueueDepth(String provider, String queue) implements Source {
    @Override
    public Reads reads() {
      return Reads.VALUE;
    }

    @Override
    public Reading read(Observers around) throws StepFailedException {
      return new Reading.Value(around.depth(this));
    }
  }

  /**
   * The standard output of a command: one number and nothing else, or the whole of a file of
   * Linux's {@code /proc}.
   *
   * @param device the network card or disk, empty for what is about neither
   */
  public record CommandOutput(ShellCommand line, Duration timeout, Reads reads, String device)
      implements Source {

    /** Reads the processors of the host that this process runs on. */
    static final String LOCAL = "cat /proc/stat";

    private static final Pattern NUMBER =
        Pattern.compile("[-+]?\\d+(?:\\.\\d+)?(?:[eE][-+]?\\d+)?");

    private static final int MAX_QUOTED_CHARACTERS = 80;

    /** One that is about no device. */
    public CommandOutput(ShellCommand line, Duration timeout, Reads reads) {
      this(line, timeout, reads, "");
    }

    @Override
    public Reading read(Observers around) throws StepFailedException, InterruptedException {
      Shell.Written written = around.run(line, timeout);
      String output = written.output();
      if (!written.complete()) {
        throw new StepFailedException(
            "'%s' wrote more than %d bytes".formatted(line, Shell.KEPT_BYTES));
      }
      if (output.isEmpty()) {
        String hint = written.lastLine();
        throw new StepFailedException(
            "'%s' wrote no number%s".formatted(line, hint.isEmpty() ? "" : ": " + hint));
      }
      return switch (reads) {
        case PROC_STAT -> Proc.processors(output);
        case NETWORK_RECEIVED, NETWORK_SENT, DISK_READ, DISK_WRITTEN ->
            Proc.device(reads, device, output);
        case CPU_SECONDS -> new Reading.Cpu(Math.round(number(output) * NANOS_PER_SECOND), 0);
        case COUNTER -> new Reading.Counter(number(output));
        case VALUE -> new Reading.Value(number(output));
      };
    }

    private double number(String output) throws StepFailedException {
      if (NUMBER.matcher(output).matches()) {
        return Double.parseDouble(output);
      }
      String shown = output.replaceAll("\\s+", " ");
      if (shown.length() > MAX_QUOTED_CHARACTERS) {
        shown = shown.substring(0, MAX_QUOTED_CHARACTERS) + "...";
      }
      throw new StepFailedException(
          "'%s' must write one number and nothing else, not: %s".formatted(line, shown));
    }
  }
}
