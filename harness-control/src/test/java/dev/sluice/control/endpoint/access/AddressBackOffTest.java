package dev.sluice.control.endpoint.access;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.control.endpoint.access.AddressLimits.TokenLimits;
import java.net.InetAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class AddressBackOffTest {

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
  private final AddressBackOff backOff = new AddressBackOff(LIMITS, nanos::get, logged::add);
  private final InetAddress here = address(1);

  @Test
  void anAddressThatGuessesWaitsLongerEachTime() {
    List<Duration> waits = new ArrayList<>();
    for (int i = 0; i < 15; i++) {
      nanos.addAndGet(backOff.waitOf(here).toNanos());
      backOff.failed(here, "the command socket");
      waits.add(backOff.waitOf(here));
    }
    assertThat(waits.stream().map(Duration::toMillis))
        .containsExactly(
            0L, 0L, 250L, 500L, 1000L, 2000L, 4000L, 8000L, 16000L, 30000L, 30000L, 30000L, 30000L,
            900000L, 900000L);
    assertThat(backOff.waitOf(address(2))).isZero();
  }

  @Test
  void failuresAreForgottenByTheTokenAndInTime() {
    for (int i = 0; i < 3; i++) {
      backOff.failed(here, "the command socket");
      backOff.failed(address(2), "the command socket");
    }
    backOff.succeeded(here);
    nanos.addAndGet(Duration.ofSeconds(31).toNanos());
    backOff.failed(here, "the command socket");
    backOff.failed(address(2), "the command socket");
    assertThat(backOff.waitOf(here)).isZero();
    assertThat(backOff.waitOf(address(2))).isZero();
  }

  @Test
  void theAddressesOfOneNetworkAreOne() throws Exception {
    InetAddress one = InetAddress.getByName("2001:db8:1:2::1");
    for (int i = 0; i < 14; i++) {
      backOff.failed(InetAddress.getByName("2001:db8:1:2::" + i), "the command socket");
    }
    assertThat(backOff.waitOf(one)).isEqualTo(Duration.ofMinutes(15));
    assertThat(backOff.waitOf(InetAddress.getByName("2001:db8:1:3::1"))).isZero();
    nanos.addAndGet(Duration.ofMinutes(16).toNanos());
    assertThat(backOff.waitOf(one)).isZero();
    backOff.failed(one, "the command socket");
    assertThat(backOff.waitOf(one)).as("forgotten after that").isZero();
  }

  @Test
  void threeThousandGuessesAreFourLinesOfLog() {
    for (int i = 0; i < 3_000; i++) {
      backOff.failed(here, "the command socket");
      nanos.addAndGet(Duration.ofMillis(30).toNanos());
    }
    backOff.close();
    assertThat(logged)
        .containsExactly(
            "a wrong token was sent to the command socket from 10.0.0.1",
            "a wrong token was sent to the command socket from 10.0.0.1, and 12 more before;"
                + " the address is locked out for 15 min",
            "a wrong token was sent to the command socket from 10.0.0.1, and 1999 more before",
            "986 more wrong tokens were sent");
  }

  private static InetAddress address(int last) {
    try {
      return InetAddress.getByAddress(new byte[] {10, 0, 0, (byte) last});
    } catch (java.net.UnknownHostException e) {
      throw new IllegalArgumentException(e);
    }
  }
}
