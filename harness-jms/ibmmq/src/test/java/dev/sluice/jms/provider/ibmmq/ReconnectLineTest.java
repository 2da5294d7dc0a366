package dev.sluice.jms.provider.ibmmq;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.core.time.NanoClock;
import dev.sluice.jms.provider.ibmmq.ReconnectSignals.ReconnectLine;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Since when connections are lost that the client gets back one after the other. */
class ReconnectLineTest {

  private final HandClock clock = new HandClock();
  private final ReconnectLine line = new ReconnectLine(clock);

  @Test
  void theFirstIsLostSinceItsTurnBegan() {
    assertThat(line.turnBegins()).isZero();
  }

  @Test
  void thoseBehindItWereLostWithIt() {
    line.turnBegins();
    clock.advance(Duration.ofSeconds(5));
    line.turnEnds();
    clock.advance(Duration.ofMillis(10));
    assertThat(line.turnBegins()).isEqualTo(Duration.ofMillis(5_010).toNanos());
    clock.advance(Duration.ofMillis(40));
    line.turnEnds();
    assertThat(line.turnBegins()).isEqualTo(Duration.ofMillis(5_050).toNanos());
  }

  @Test
  void afterAPauseNobodyWasWaiting() {
    line.turnBegins();
    clock.advance(Duration.ofSeconds(5));
    line.turnEnds();
    clock.advance(Duration.ofMillis(251));
    assertThat(line.turnBegins()).isZero();
  }

  private static final class HandClock implements NanoClock {

    private long nowNanos = Long.MIN_VALUE; // readings may be negative

    void advance(Duration by) {
      nowNanos += by.toNanos();
    }

    @Override
    public long nanos() {
      return nowNanos;
    }

    @Override
    public void parkUntil(long deadlineNanos) {
      throw new UnsupportedOperationException();
    }
  }
}
