package dev.sluice.mqsim.manager;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;

/**
 * Put date and time as 16 digits, YYYYMMDD and HHMMSSTH in UTC. Formats at most once per second,
 * because every message has it.
 */
final class PutClock {

  private static final int MILLIS_PER_SECOND = 1_000;
  private static final DateTimeFormatter TO_SECONDS =
      DateTimeFormatter.ofPattern("yyyyMMddHHmmss'00'").withZone(ZoneOffset.UTC);

  private long second = -1;
  private byte[] digits;

  /** Valid until the next call. */
  byte[] digits(long epochMillis) {
    long now = Math.floorDiv(epochMillis, MILLIS_PER_SECOND);
    if (now != second) {
      digits = TO_SECONDS.format(Instant.ofEpochSecond(now)).getBytes(StandardCharsets.US_ASCII);
      second = now;
    }
    int hundredths = Math.floorMod(epochMillis, MILLIS_PER_SECOND) / 10;
    digits[digits.length - 2] = (byte) ('0' + hundredths / 10);
    digits[digits.length - 1] = (byte) ('0' + hundredths % 10);
    return digits;
  }
}
