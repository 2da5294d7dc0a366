package dev.sluice.control.scenario.running.observe;

import static dev.sluice.core.time.Nanos.NANOS_PER_SECOND;

import dev.sluice.control.measure.Reading;
import dev.sluice.control.scenario.model.ObserverSpec;
import dev.sluice.control.scenario.running.outside.OutsideException;
import dev.sluice.control.scenario.running.outside.Shell;
import java.time.Duration;
import java.util.regex.Pattern;

/**
 * The standard output of a command: one number and nothing else, or the whole of a file of Linux's
 * {@code /proc}.
 */
final class CommandReading implements Observer {

  private static final Pattern NUMBER = Pattern.compile("[-+]?\\d+(?:\\.\\d+)?(?:[eE][-+]?\\d+)?");
  private static final int MAX_QUOTED_CHARACTERS = 80;

  private final ObserverSpec.Command spec;
  private final Shell shell;
  private Duration cost = Duration.ZERO;

  CommandReading(ObserverSpec.Command spec, Shell shell) {
    this.spec = spec;
    this.shell = shell;
  }

  /** Processor time that its command has used on this host so far. */
  Duration cost() {
    return cost;
  }

  @Override
  public Reading read() throws ObservationException, InterruptedException {
    Shell.Written written;
    try {
      written = shell.run(spec.command(), spec.timeout());
    } catch (OutsideException e) {
      throw new ObservationException(e.getMessage());
    }
    cost = cost.plus(written.cpu());
    if (!written.complete()) {
      throw new ObservationException(
          "'%s' wrote more than %d bytes".formatted(spec.command().text(), Shell.KEPT_BYTES));
    }
    String output = written.output();
    if (output.isEmpty()) {
      String hint = written.lastLine();
      throw new ObservationException(
          "'" + spec.command().text() + "' wrote no number" + (hint.isEmpty() ? "" : ": " + hint));
    }
    return switch (spec.reads()) {
      case PROC_STAT -> ProcStat.read(output);
      case NETWORK_RECEIVED, NETWORK_SENT, DISK_READ, DISK_WRITTEN ->
          ProcDevices.read(spec.reads(), spec.device(), output);
      case CPU_SECONDS -> new Reading.Cpu(Math.round(number(output) * NANOS_PER_SECOND), 0);
      case COUNTER -> new Reading.Counter(number(output));
      case VALUE -> new Reading.Value(number(output));
    };
  }

  private double number(String output) throws ObservationException {
    if (!NUMBER.matcher(output).matches()) {
      throw new ObservationException(
          "'"
              + spec.command().text()
              + "' must write one number and nothing else, not: "
              + quoted(output));
    }
    return Double.parseDouble(output);
  }

  private static String quoted(String output) {
    String line = output.replaceAll("\\s+", " ");
    return line.length() <= MAX_QUOTED_CHARACTERS
        ? line
        : line.substring(0, MAX_QUOTED_CHARACTERS) + "...";
  }
}
