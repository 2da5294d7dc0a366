package dev.sluice.control.endpoint.access;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.control.endpoint.access.AccessTokens.Role;
import dev.sluice.control.endpoint.access.AddressLimits.TokenLimits;
import java.net.InetAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class AddressLimitsTest {

  private static final TokenLimits LIMITS =
      new TokenLimits(
          Duration.ofSeconds(5),
          3,
          Duration.ofMillis(250),
          Duration.ofSeconds(30),
          14,
          Duration.ofMinutes(15),
          Duration.ofMinutes(1));

  private final AtomicLong nanos = new AtomicLong();
  private final List<String> logged = new ArrayList<>();
  private final AddressLimits limits = new AddressLimits(LIMITS, 2, 5, nanos::get, logged::add);
  private final InetAddress here = address(1);

  @Test
  void anAddressThatGuessesWaitsLongerEachTime() {
    List<Duration> waits = new ArrayList<>();
    for (int i = 0; i < 15; i++) {
      nanos.addAndGet(limits.waitOf(here).toNanos());
      limits.failed(here, "the command socket");
      waits.add(limits.waitOf(here));
    }
    assertThat(waits.stream().map(Duration::toMillis))
        .containsExactly(
            0L, 0L, 250L, 500L, 1000L, 2000L, 4000L, 8000L, 16000L, 30000L, 30000L, 30000L, 30000L,
            900000L, 900000L);
    assertThat(limits.waitOf(address(2))).isZero();
  }

  @Test
  void failuresAreForgottenByTheTokenAndInTime() {
    for (int i = 0; i < 3; i++) {
      limits.failed(here, "the command socket");
      limits.failed(address(2), "the command socket");
    }
    limits.succeeded(here);
    nanos.addAndGet(Duration.ofSeconds(31).toNanos());
    limits.failed(here, "the command socket");
    limits.failed(address(2), "the command socket");
    assertThat(limits.waitOf(here)).isZero();
    assertThat(limits.waitOf(address(2))).isZero();
  }

  @Test
  void theAddressesOfOneNetworkAreOne() throws Exception {
    InetAddress one = InetAddress.getByName("2001:db8:1:2::1");
    for (int i = 0; i < 14; i++) {
      limits.failed(InetAddress.getByName("2001:db8:1:2::" + i), "the command socket");
    }
    assertThat(limits.waitOf(one)).isEqualTo(Duration.ofMinutes(15));
    assertThat(limits.waitOf(InetAddress.getByName("2001:db8:1:3::1"))).isZero();
    nanos.addAndGet(Duration.ofMinutes(16).toNanos());
    assertThat(limits.waitOf(one)).isZero();
    limits.failed(one, "the command socket");
    assertThat(limits.waitOf(one)).as("forgotten after that").isZero();
  }

  @Test
  void threeThousandGuessesAreFourLinesOfLog() {
    for (int i = 0; i < 3_000; i++) {
      limits.failed(here, "the command socket");
      nanos.addAndGet(Duration.ofMillis(30).toNanos());
    }
    limits.close();
    assertThat(logged)
        .containsExactly(
            "a wrong token was sent to the command socket from 10.0.0.1",
            "a wrong token was sent to the command socket from 10.0.0.1, and 12 more before;"
                + " the address is locked out for 15 min",
            "a wrong token was sent to the command socket from 10.0.0.1, and 1999 more before",
            "986 more wrong tokens were sent");
  }

  @Test
  void anAddressHasSoManyAtOnceAndSoManyPerSecondFromThenOn() {
    for (int i = 0; i < 5; i++) {
      assertThat(limits.allowance(here, Role.WATCH).take()).isZero();
    }
    assertThat(limits.allowance(here, Role.WATCH).take()).isEqualTo(Duration.ofMillis(500));
    nanos.addAndGet(Duration.ofMillis(500).toNanos());
    assertThat(limits.allowance(here, Role.WATCH).take()).isZero();
    nanos.addAndGet(Duration.ofHours(1).toNanos());
    for (int i = 0; i < 5; i++) {
      assertThat(limits.allowance(here, Role.WATCH).take()).isZero();
    }
    assertThat(limits.allowance(here, Role.WATCH).take()).isPositive();
  }

  @Test
  void whatWatchersAndStrangersUseUpIsNotTakenFromTheTokenForCommands() {
    for (int i = 0; i < 100; i++) {
      limits.allowance(here, Role.WATCH).take();
      limits.allowance(here, Role.ANYBODY).take();
    }
    assertThat(limits.allowance(here, Role.CONTROL).take()).isZero();
  }

  private static InetAddress address(int last) {
    try {
      return InetAddress.getByAddress(new byte[] {10, 0, 0, (byte) last});
    } catch (java.net.UnknownHostException e) {
      throw new IllegalArgumentException(e);
    }
  }
}
