package dev.sluice.control.scenario.running.observe;

import dev.sluice.control.measure.Reading;
import dev.sluice.control.scenario.model.ObserverSpec;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The bytes that devices of a Linux host have moved since it was started, in 10^6 bytes: network
 * cards as {@code /proc/net/dev} has them (proc_pid_net(5)), disks as {@code /proc/diskstats}
 * (iostats of the kernel's documentation), which counts sectors of 512 bytes on every disk.
 */
final class ProcDevices {

  /** A name, what it received and what it sent: the first and the ninth of its numbers. */
  private static final Pattern CARD =
      Pattern.compile("\\s*([^\\s:]+):\\s*(\\d+)(?:\\s+\\d+){7}\\s+(\\d+)(?:\\s+\\d+){7,}");

  /** A name, what was read from it and written to it: the third and the seventh of its numbers. */
  private static final Pattern DISK =
      Pattern.compile(
          "(?:\\s*\\d+){2}\\s+(\\S+)(?:\\s+\\d+){2}\\s+(\\d+)(?:\\s+\\d+){3}\\s+(\\d+)(?:\\s+\\d+)+");

  private static final double BYTES_PER_SECTOR = 512;
  private static final double BYTES_PER_MEGABYTE = 1e6;

  private ProcDevices() {}

  /**
   * Reads one.
   *
   * @param what is of a device
   * @throws ObservationException if the text is not that of the file, or has no such device
   */
  static Reading.Counter read(ObserverSpec.Reads what, String device, String text)
      throws ObservationException {
    boolean network =
        what == ObserverSpec.Reads.NETWORK_RECEIVED || what == ObserverSpec.Reads.NETWORK_SENT;
    boolean in =
        what == ObserverSpec.Reads.NETWORK_RECEIVED || what == ObserverSpec.Reads.DISK_READ;
    double bytesEach = network ? 1 : BYTES_PER_SECTOR;
    Map<String, Double> found = new LinkedHashMap<>();
    text.lines()
        .map((network ? CARD : DISK)::matcher)
        .filter(Matcher::matches)
        .forEach(
            line ->
                found.put(
                    line.group(1),
                    Double.parseDouble(line.group(in ? 2 : 3)) * bytesEach / BYTES_PER_MEGABYTE));
    if (found.isEmpty()) {
      throw new ObservationException(
          "this is not the format of Linux's " + (network ? "/proc/net/dev" : "/proc/diskstats"));
    }
    Double megabytes = found.get(device);
    if (megabytes == null) {
      throw new ObservationException(
          "unknown device " + device + "; use one of " + String.join(", ", found.keySet()));
    }
    return new Reading.Counter(megabytes);
  }
}
