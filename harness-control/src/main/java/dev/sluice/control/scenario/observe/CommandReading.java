package dev.sluice.control.scenario.observe;

import dev.sluice.control.scenario.outside.OutsideException;
import dev.sluice.control.scenario.outside.Shell;
import java.util.regex.Pattern;

/** The number that a command writes: one line on standard output, and nothing else on it. */
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
  public boolean readsCpuNanos() {
    return spec.cpuSeconds();
  }

  @Override
  public double read() throws ObservationException, InterruptedException {
    Shell.Written written;
    try {
      written = shell.run(spec.command(), spec.timeout());
    } catch (OutsideException e) {
      throw new ObservationException(e.getMessage());
    }
    String output = written.output();
    if (output.isEmpty()) {
      String hint = written.lastLine();
      throw new ObservationException(
          "'" + spec.command() + "' wrote no number" + (hint.isEmpty() ? "" : ": " + hint));
    }
    if (!NUMBER.matcher(output).matches()) {
      throw new ObservationException(
          "'" + spec.command() + "' must write a number and nothing else, not: " + quoted(output));
    }
    double value = Double.parseDouble(output);
    return spec.cpuSeconds() ? value * NANOS_PER_SECOND : value;
  }

  private static String quoted(String output) {
    String line = output.replaceAll("\\s+", " ");
    return line.length() <= MAX_QUOTED_CHARACTERS
        ? line
        : line.substring(0, MAX_QUOTED_CHARACTERS) + "...";
  }
}
