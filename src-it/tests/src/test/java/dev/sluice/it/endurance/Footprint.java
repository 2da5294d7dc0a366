package dev.sluice.it.endurance;

import dev.sluice.it.run.ChildProcess;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;

/**
 * What a process holds at some moment.
 *
 * @param liveHeapBytes what is left of its heap after a full collection
 * @param residentBytes of memory
 * @param threads of the kernel
 * @param descriptors open files and sockets
 */
public record Footprint(long liveHeapBytes, long residentBytes, long threads, long descriptors) {

  private static final String TOTAL = "Total";
  private static final int BYTES_PER_KIB = 1_024;

  /** Measures a process of this host, which collects its garbage for it. */
  static Footprint of(long pid) throws IOException {
    return new Footprint(liveHeapBytes(pid), residentBytes(pid), threads(pid), descriptors(pid));
  }

  /** The memory that a process has now. */
  public static long residentBytes(long pid) throws IOException {
    return number(pid, "VmRSS:") * BYTES_PER_KIB;
  }

  /** Its threads of the kernel. */
  public static long threads(long pid) throws IOException {
    return number(pid, "Threads:");
  }

  /** The open files and sockets of a process. */
  public static long descriptors(long pid) throws IOException {
    try (Stream<Path> files = Files.list(Path.of("/proc", Long.toString(pid), "fd"))) {
      return files.count();
    }
  }

  /** The most memory that a process has had. */
  static long peakBytes(long pid) throws IOException {
    return number(pid, "VmHWM:") * BYTES_PER_KIB;
  }

  private static long number(long pid, String name) throws IOException {
    List<String> status = Files.readAllLines(Path.of("/proc", Long.toString(pid), "status"));
    String line = status.stream().filter(each -> each.startsWith(name)).findFirst().orElseThrow();
    return Long.parseLong(line.replaceAll("\\D", ""));
  }

  /** The histogram of classes is one of what a full collection leaves. */
  private static long liveHeapBytes(long pid) throws IOException {
    Path jcmd = Path.of(System.getProperty("java.home"), "bin", "jcmd");
    Process process =
        ChildProcess.builder(
                jcmd.toString(),
                "-J-XX:TieredStopAtLevel=1",
                Long.toString(pid),
                "GC.class_histogram")
            .redirectErrorStream(true)
            .start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    return output
        .lines()
        .filter(line -> line.startsWith(TOTAL))
        .map(line -> line.strip().split(" +", 3)[2])
        .mapToLong(Long::parseLong)
        .findFirst()
        .orElseThrow(() -> new IOException("no histogram: " + output));
  }

  /** The one in the middle of a figure, which a single moment does not move. */
  static long median(List<Footprint> several, ToLongFunction<Footprint> figure) {
    long[] sorted = several.stream().mapToLong(figure).sorted().toArray();
    return sorted[sorted.length / 2];
  }

  @Override
  public String toString() {
    return String.format(
        Locale.ROOT,
        "live heap %,d bytes, resident %,d bytes, %d threads, %d descriptors",
        liveHeapBytes,
        residentBytes,
        threads,
        descriptors);
  }
}
