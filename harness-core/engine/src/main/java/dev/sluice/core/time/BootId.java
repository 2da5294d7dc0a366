package dev.sluice.core.time;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** The text that a Linux kernel makes anew at each start: one host, its containers included. */
public final class BootId {

  private static final Path FILE = Path.of("/proc/sys/kernel/random/boot_id");

  private BootId() {}

  /** Reads it; empty on other systems. */
  public static Optional<String> read() {
    try {
      return Optional.of(Files.readString(FILE));
    } catch (IOException e) {
      return Optional.empty();
    }
  }
}
