package dev.sluice.control.fleet.link;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Strangers fill no log. */
class CappedLogTest {

  private final List<String> lines = new ArrayList<>();
  private long nowNanos;

  @Test
  void aMinuteHasSoManyLinesAndTellsHowManyMoreThereWere() {
    CappedLog log = new CappedLog(lines::add, () -> nowNanos);
    for (int i = 0; i < 100_000; i++) {
      log.line("line " + i);
    }
    assertThat(lines).hasSize(CappedLog.LINES_PER_MINUTE);
    nowNanos += TimeUnit.MINUTES.toNanos(1);
    log.tick();
    assertThat(lines)
        .hasSize(CappedLog.LINES_PER_MINUTE + 1)
        .last()
        .isEqualTo("99980 more such lines in the last minute");
  }

  @Test
  void theSameLineIsSaidOnceAMinute() {
    CappedLog log = new CappedLog(lines::add, () -> nowNanos);
    log.line("refused");
    log.line("refused");
    nowNanos += TimeUnit.MINUTES.toNanos(1);
    log.line("refused");
    assertThat(lines).containsExactly("refused", "1 more such lines in the last minute", "refused");
  }
}
