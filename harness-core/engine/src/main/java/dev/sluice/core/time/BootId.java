package dev.sluice.core.time;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** Identifier that a Linux kernel generates at boot, the same for all processes of the host. */
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
