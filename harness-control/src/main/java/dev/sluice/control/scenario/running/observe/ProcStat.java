package dev.sluice.control.scenario.running.observe;

import dev.sluice.control.scenario.measure.Reading;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * CPU time of a Linux host, as its {@code /proc/stat} tells it: in hundredths of a second since it
 * was started, one number for each kind of use. Waiting for disks counts as idle. (proc_stat(5))
 */
final class ProcStat {

  private static final Pattern TOTAL =
      Pattern.compile("cpu +(\\d+) (\\d+) (\\d+) \\d+ \\d+ (\\d+) (\\d+) (\\d+)\\b.*");
  private static final Pattern PROCESSOR = Pattern.compile("(?m)^cpu\\d+ ");
  private static final long NANOS_PER_TICK = 10_000_000;

  private ProcStat() {}

  /**
   * Busy times: user, nice, system, interrupts, soft interrupts, stolen by the hypervisor.
   *
   * @throws ObservationException if the text is none
   */
  static Reading.Cpu read(String text) throws ObservationException {
    Matcher total = TOTAL.matcher(text.lines().findFirst().orElse(""));
    long processors = PROCESSOR.matcher(text).results().count();
    if (!total.matches() || processors == 0) {
      throw new ObservationException("this is not the format of Linux's /proc/stat");
    }
    long ticks = 0;
    for (int kind = 1; kind <= total.groupCount(); kind++) {
      ticks += Long.parseLong(total.group(kind));
    }
    return new Reading.Cpu(ticks * NANOS_PER_TICK, (int) processors);
  }
}
