package dev.sluice.mqsim.queue;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;

/**
 * Put date and time as 16 digits, YYYYMMDD and HHMMSSTH in UTC. Formats at most once per hundredth
 * of a second.
 */
final class PutClock {

  private static final DateTimeFormatter TO_SECONDS =
      DateTimeFormatter.ofPattern("yyyyMMddHHmmss").withZone(ZoneOffset.UTC);

  private long lastHundredth = -1;
  private byte[] lastDigits;

  byte[] digits(long epochMillis) {
    long hundredth = epochMillis / 10;
    if (hundredth != lastHundredth) {
      String text =
          TO_SECONDS.format(Instant.ofEpochMilli(epochMillis)) + "%02d".formatted(hundredth % 100);
      lastDigits = text.getBytes(StandardCharsets.US_ASCII);
      lastHundredth = hundredth;
    }
    return lastDigits;
  }
}
