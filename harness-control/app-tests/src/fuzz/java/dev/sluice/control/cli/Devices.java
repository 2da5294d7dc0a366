package dev.sluice.control.cli;

import java.util.Arrays;

/**
 * Files that have no end, or wait for a person, which a fuzzer may find and a test must not read.
 */
final class Devices {

  private Devices() {}

  static boolean areNamedIn(String... words) {
    return Arrays.stream(words).anyMatch(word -> word.contains("/dev") || word.contains("/proc"));
  }
}
