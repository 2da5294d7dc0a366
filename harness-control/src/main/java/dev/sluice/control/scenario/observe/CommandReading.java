package dev.sluice.control.scenario.observe;

import dev.sluice.control.scenario.outside.OutsideException;
import dev.sluice.control.scenario.outside.Shell;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The first number in what a command writes. */
final class CommandReading implements Observer {

  private static final Pattern NUMBER = Pattern.compile("-?\\d+(?:\\.\\d+)?");
  private static final double NANOS_PER_SECOND = 1e9;

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
    String output;
    try {
      output = shell.run(spec.command(), spec.timeout());
    } catch (OutsideException e) {
      throw new ObservationException(e.getMessage());
    }
    Matcher number = NUMBER.matcher(output);
    if (!number.find()) {
      throw new ObservationException("'" + spec.command() + "' wrote no number");
    }
    double value = Double.parseDouble(number.group());
    return spec.cpuSeconds() ? value * NANOS_PER_SECOND : value;
  }
}
