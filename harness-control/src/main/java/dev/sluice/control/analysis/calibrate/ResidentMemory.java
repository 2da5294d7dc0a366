package dev.sluice.control.analysis.calibrate;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/** How much memory the operating system had to give this process. */
final class ResidentMemory {

  private static final Path STATUS = Path.of("/proc/self/status");

  private ResidentMemory() {}

  /** The peak so far in bytes ({@code VmHWM} of Linux); 0 where it cannot be had. */
  static long peakBytes() {
    try (Stream<String> lines = Files.lines(STATUS)) {
      return lines
          .filter(line -> line.startsWith("VmHWM:"))
          .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")) * 1024)
          .findFirst()
          .orElse(0);
    } catch (IOException e) {
      return 0;
    }
  }
}
