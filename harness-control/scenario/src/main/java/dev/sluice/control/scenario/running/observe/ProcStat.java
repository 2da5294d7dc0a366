package dev.sluice.control.scenario.running.observe;

import dev.sluice.control.measure.Reading;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * CPU time of a Linux host, as its {@code /proc/stat} tells it: in hundredths of a second since it
 * was started, one number for each kind of use. Waiting for disks counts as idle. (proc_stat(5))
 */
final class ProcStat {

  private static final Pattern TOTAL =
      Pattern.compile("cpu +(\\d+) (\\d+) (\\d+) (\\d+) (\\d+) (\\d+) (\\d+) (\\d+)\\b.*");

  /** Groups of the pattern: idle, and waiting for disks. */
  private static final Set<Integer> IDLE = Set.of(4, 5);

  private static final Pattern PROCESSOR = Pattern.compile("(?m)^cpu\\d+ ");
  private static final long NANOS_PER_TICK = 10_000_000;

  private ProcStat() {}

  /**
   * Busy times: user, nice, system, interrupts, soft interrupts, stolen by the hypervisor. Beside
   * them the idle ones, of the same reading.
   *
   * @throws ObservationException if the text is none
   */
  static Reading.Cpu read(String text) throws ObservationException {
    Matcher total = TOTAL.matcher(text.lines().findFirst().orElse(""));
    long processors = PROCESSOR.matcher(text).results().count();
    if (!total.matches() || processors == 0) {
      throw new ObservationException("this is not the format of Linux's /proc/stat");
    }
    long busy = 0;
    long idle = 0;
    for (int kind = 1; kind <= total.groupCount(); kind++) {
      long ticks = Long.parseLong(total.group(kind));
      busy += IDLE.contains(kind) ? 0 : ticks;
      idle += IDLE.contains(kind) ? ticks : 0;
    }
    return new Reading.Cpu(busy * NANOS_PER_TICK, (int) processors, idle * NANOS_PER_TICK);
  }
}
