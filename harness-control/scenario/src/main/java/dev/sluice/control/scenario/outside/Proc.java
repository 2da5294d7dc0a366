package dev.sluice.control.scenario.outside;

import dev.sluice.control.measure.Reading;
import dev.sluice.control.scenario.step.StepFailedException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What files of Linux's {@code /proc} say of a host, since it was started. Pure. */
final class Proc {

  /** One number for each kind of use, in hundredths of a second. (proc_stat(5)) */
  private static final Pattern TOTAL =
      Pattern.compile("cpu +(\\d+) (\\d+) (\\d+) (\\d+) (\\d+) (\\d+) (\\d+) (\\d+)\\b.*");

  /** Groups of the pattern: idle, and waiting for disks. */
  private static final Set<Integer> IDLE = Set.of(4, 5);

  private static final Pattern PROCESSOR = Pattern.compile("(?m)^cpu\\d+ ");
  private static final long NANOS_PER_TICK = 10_000_000;

  /**
   * A name, what it received and what it sent: the first and the ninth of its numbers.
   * (proc_pid_net(5))
   */
  private static final Pattern CARD =
      Pattern.compile("\\s*([^\\s:]+):\\s*(\\d+)(?:\\s+\\d+){7}\\s+(\\d+)(?:\\s+\\d+){7,}");

  /**
   * A name, what was read from it and written to it: the third and the seventh of its numbers.
   * (iostats of the kernel's documentation)
   */
  private static final Pattern DISK =
      Pattern.compile(
          "(?:\\s*\\d+){2}\\s+(\\S+)(?:\\s+\\d+){2}\\s+(\\d+)(?:\\s+\\d+){3}\\s+(\\d+)(?:\\s+\\d+)+");

  private static final double BYTES_PER_SECTOR = 512; // on every disk
  private static final double BYTES_PER_MEGABYTE = 1e6;

  private Proc() {}

  /**
   * Busy times: user, nice, system, interrupts, soft interrupts, stolen by the hypervisor. Beside
   * them the idle ones, of the same reading; waiting for disks is one.
   *
   * @param text of {@code /proc/stat}
   * @throws StepFailedException if the text is none
   */
  static Reading.Cpu processors(String text) throws StepFailedException {
    Matcher total = TOTAL.matcher(text.lines().findFirst().orElse(""));
    long processors = PROCESSOR.matcher(text).results().count();
    if (!total.matches() || processors == 0) {
      throw new StepFailedException("this is not the format of Linux's /proc/stat");
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

  /**
   * The bytes that a network card or a disk has moved, in 10^6 bytes.
   *
   * @param what is of a device
   * @throws StepFailedException if the text is not that of the file, or has no such device
   */
  static Reading.Counter device(Observer.Reads what, String device, String text)
      throws StepFailedException {
    boolean in = what == Observer.Reads.NETWORK_RECEIVED || what == Observer.Reads.DISK_READ;
    boolean network = what.file().equals(Observer.Reads.NETWORK_SENT.file());
    Map<String, Double> found = new LinkedHashMap<>();
    text.lines()
        .map((network ? CARD : DISK)::matcher)
        .filter(Matcher::matches)
        .forEach(line -> found.put(line.group(1), Double.parseDouble(line.group(in ? 2 : 3))));
    if (found.isEmpty()) {
      throw new StepFailedException("this is not the format of Linux's " + what.file());
    }
    if (!found.containsKey(device)) {
      throw new StepFailedException(
          "unknown device " + device + "; use one of " + String.join(", ", found.keySet()));
    }
    double bytesEach = network ? 1 : BYTES_PER_SECTOR;
    return new Reading.Counter(found.get(device) * bytesEach / BYTES_PER_MEGABYTE);
  }
}
