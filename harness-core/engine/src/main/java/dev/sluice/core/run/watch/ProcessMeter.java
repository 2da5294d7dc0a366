package dev.sluice.core.run.watch;

import dev.sluice.core.result.Hindrance.Kind;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.OperatingSystemMXBean;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.StringTokenizer;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The meter of this JVM. What the kernel counts is read from {@code /proc/stat} and from the {@code
 * cpu.stat} of the process's cgroup (see proc(5) and the kernel's cgroup-v2 documentation), so it
 * is 0 on other systems. Any thread.
 */
final class ProcessMeter implements CpuMeter {

  private static final Path PROCESSORS = Path.of("/proc/stat");
  private static final Path CGROUP = Path.of("/proc/self/cgroup");
  private static final Path CGROUP_ROOT = Path.of("/sys/fs/cgroup");

  /** Of the first line; the first is {@code cpu}. */
  private static final int STEAL = 8;

  /** User, nice, system, interrupts, soft interrupts and stolen. */
  private static final List<Integer> USES = List.of(1, 2, 3, 6, 7, STEAL);

  private static final Pattern PROCESSOR = Pattern.compile("^cpu\\d", Pattern.MULTILINE);
  private static final Pattern THROTTLED =
      Pattern.compile("^throttled_(?:usec (\\d+)|time (\\d+))$", Pattern.MULTILINE);

  /** The kernel shows hundredths of a second. */
  private static final long NANOS_PER_TICK = 10_000_000;

  /** The first line of {@code /proc/stat}, or all of a {@code cpu.stat}. */
  private static final int HEAD_BYTES = 1_024;

  private static final int WHOLE = Integer.MAX_VALUE;

  private final OperatingSystemMXBean system = ManagementFactory.getOperatingSystemMXBean();
  private final List<GarbageCollectorMXBean> collectors =
      ManagementFactory.getGarbageCollectorMXBeans().stream()
          .filter(each -> !each.getName().endsWith("Cycles")) // beside the application
          .toList();
  private final Optional<Path> limit = limitStatistics();

  /** Counted once: looking through the whole text each time would cost more than all the rest. */
  private final long processors = processors(text(PROCESSORS, WHOLE));

  @Override
  public long cpuNanos() {
    return system instanceof com.sun.management.OperatingSystemMXBean process
        ? Math.max(0, process.getProcessCpuTime())
        : 0;
  }

  @Override
  public Map<Kind, Long> withheld() {
    String processorTimes = text(PROCESSORS, HEAD_BYTES);
    long collectingMillis =
        collectors.stream().mapToLong(each -> Math.max(0, each.getCollectionTime())).sum();
    return Map.of(
        Kind.GARBAGE_COLLECTION,
        TimeUnit.MILLISECONDS.toNanos(collectingMillis),
        Kind.CPU_LIMIT,
        limit.map(file -> throttledNanos(text(file, HEAD_BYTES))).orElse(0L),
        Kind.STOLEN_CPU,
        stolenNanos(processorTimes, processors),
        Kind.BUSY_HOST,
        usedNanos(processorTimes, processors));
  }

  /** How many processors the host has, from the text of {@code /proc/stat}. */
  static long processors(String stat) {
    return PROCESSOR.matcher(stat).results().count();
  }

  /** Time of each processor on average that was stolen, from the text of {@code /proc/stat}. */
  static long stolenNanos(String stat, long processors) {
    return nanos(stat, processors, List.of(STEAL));
  }

  /** The same of time in which it did anything, for whomever. */
  static long usedNanos(String stat, long processors) {
    return nanos(stat, processors, USES);
  }

  /** Without a pattern, because a look ten times a second is mostly interpreted. */
  private static long nanos(String stat, long processors, List<Integer> columns) {
    StringTokenizer fields = new StringTokenizer(stat.substring(0, stat.indexOf('\n') + 1));
    if (processors == 0 || !stat.startsWith("cpu ") || fields.countTokens() <= STEAL) {
      return 0;
    }
    long ticks = 0;
    for (int column = 0; column <= STEAL; column++) {
      String field = fields.nextToken();
      ticks += columns.contains(column) ? Long.parseLong(field) : 0;
    }
    return ticks * NANOS_PER_TICK / processors;
  }

  /** Throttled time from the text of a {@code cpu.stat}, of either version of cgroups. */
  static long throttledNanos(String stat) {
    Matcher throttled = THROTTLED.matcher(stat);
    if (!throttled.find()) {
      return 0;
    }
    return throttled.group(1) == null
        ? Long.parseLong(throttled.group(2))
        : TimeUnit.MICROSECONDS.toNanos(Long.parseLong(throttled.group(1)));
  }

  private static Optional<Path> limitStatistics() {
    return text(CGROUP, WHOLE)
        .lines()
        .map(line -> line.split(":", 3))
        .filter(parts -> parts.length == 3)
        .flatMap(
            parts -> {
              Path controller = CGROUP_ROOT.resolve(parts[1]); // empty for version 2
              return List.of(
                  controller.resolve(Path.of("/").relativize(Path.of(parts[2]))), controller)
                  .stream();
            })
        .map(folder -> folder.resolve("cpu.stat"))
        .filter(file -> THROTTLED.matcher(text(file, WHOLE)).find())
        .findFirst();
  }

  private static String text(Path file, int mostBytes) {
    try (InputStream in = new FileInputStream(file.toFile())) { // opens faster than a channel
      return new String(in.readNBytes(mostBytes), StandardCharsets.ISO_8859_1);
    } catch (IOException | RuntimeException e) {
      return ""; // not on this system, or not for this user
    }
  }
}
