package dev.sluice.control.endpoint.access;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.control.endpoint.access.AccessTokens.Role;
import java.net.InetAddress;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class RequestBudgetTest {

  private final AtomicLong nanos = new AtomicLong();
  private final RequestBudget budget = new RequestBudget(2, 5, nanos::get);
  private final InetAddress here = InetAddress.getLoopbackAddress();

  @Test
  void anAddressHasSoManyAtOnceAndSoManyPerSecondFromThenOn() {
    for (int i = 0; i < 5; i++) {
      assertThat(budget.of(here, Role.WATCH).take()).isZero();
    }
    assertThat(budget.of(here, Role.WATCH).take()).isEqualTo(Duration.ofMillis(500));
    nanos.addAndGet(Duration.ofMillis(500).toNanos());
    assertThat(budget.of(here, Role.WATCH).take()).isZero();
    nanos.addAndGet(Duration.ofHours(1).toNanos());
    for (int i = 0; i < 5; i++) {
      assertThat(budget.of(here, Role.WATCH).take()).isZero();
    }
    assertThat(budget.of(here, Role.WATCH).take()).isPositive();
  }

  @Test
  void whatWatchersAndStrangersUseUpIsNotTakenFromTheTokenForCommands() {
    for (int i = 0; i < 100; i++) {
      budget.of(here, Role.WATCH).take();
      budget.of(here, Role.ANYBODY).take();
    }
    assertThat(budget.of(here, Role.CONTROL).take()).isZero();
  }
}
