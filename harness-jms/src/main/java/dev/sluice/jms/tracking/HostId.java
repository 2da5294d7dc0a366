package dev.sluice.jms.tracking;

import java.io.IOException;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.CRC32C;

/**
 * Tells processes with the same clock from others: a number that all processes of one host have in
 * common, those in its containers too, and other hosts have not, but for a chance of one in four
 * thousand millions.
 */
final class HostId {

  /** On Linux: a text that each start of the kernel makes again. */
  private static final Path BOOT_ID = Path.of("/proc/sys/kernel/random/boot_id");

  private HostId() {}

  /** That of the host this process runs on. */
  static int ofThisHost() {
    CRC32C crc = new CRC32C();
    crc.update(nameOfThisHost().getBytes(StandardCharsets.UTF_8));
    return (int) crc.getValue();
  }

  private static String nameOfThisHost() {
    try {
      return Files.isReadable(BOOT_ID)
          ? Files.readString(BOOT_ID)
          : InetAddress.getLocalHost().getHostName();
    } catch (IOException e) {
      // then only this process is sure to have this clock
      return ProcessHandle.current().toString();
    }
  }
}
