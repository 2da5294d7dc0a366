package dev.sluice.control.scenario.running.observe;

import dev.sluice.control.scenario.measure.Reading;
import dev.sluice.control.scenario.model.ObserverSpec;
import dev.sluice.control.scenario.running.outside.OutsideException;
import dev.sluice.control.scenario.running.outside.Shell;
import java.util.regex.Pattern;

/**
 * What a command writes to standard output: one number and nothing else, or the whole of {@code
 * /proc/stat}.
 */
final class CommandReading implements Observer {

  private static final Pattern NUMBER = Pattern.compile("[-+]?\\d+(?:\\.\\d+)?(?:[eE][-+]?\\d+)?");
  private static final double NANOS_PER_SECOND = 1e9;
  private static final int MAX_QUOTED_CHARACTERS = 80;

  private final ObserverSpec.Command spec;
  private final Shell shell;

  CommandReading(ObserverSpec.Command spec, Shell shell) {
    this.spec = spec;
    this.shell = shell;
  }

  @Override
  public String name() {
    return spec.name();
  }

  @Override
  public Reading read() throws ObservationException, InterruptedException {
    Shell.Written written;
    try {
      written = shell.run(spec.command(), spec.timeout());
    } catch (OutsideException e) {
      throw new ObservationException(e.getMessage());
    }
    String output = written.output();
    if (spec.reads() == ObserverSpec.Reads.PROC_STAT && !output.isEmpty()) {
      return ProcStat.read(output);
    }
    if (output.isEmpty()) {
      String hint = written.lastLine();
      throw new ObservationException(
          "'" + spec.command().text() + "' wrote no number" + (hint.isEmpty() ? "" : ": " + hint));
    }
    if (!NUMBER.matcher(output).matches()) {
      throw new ObservationException(
          "'"
              + spec.command().text()
              + "' must write one number and nothing else, not: "
              + quoted(output));
    }
    double value = Double.parseDouble(output);
    return switch (spec.reads()) {
      case CPU_SECONDS -> new Reading.Cpu(Math.round(value * NANOS_PER_SECOND), 0);
      case COUNTER -> new Reading.Counter(value);
      default -> new Reading.Value(value);
    };
  }

  private static String quoted(String output) {
    String line = output.replaceAll("\\s+", " ");
    return line.length() <= MAX_QUOTED_CHARACTERS
        ? line
        : line.substring(0, MAX_QUOTED_CHARACTERS) + "...";
  }
}
