package dev.sluice.control.endpoint.socket;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.control.endpoint.access.AccessToken;
import dev.sluice.control.endpoint.access.AccessTokens;
import dev.sluice.control.endpoint.access.AddressBackOff;
import dev.sluice.control.endpoint.access.AddressLimits;
import dev.sluice.control.endpoint.access.RequestBudget;
import dev.sluice.control.endpoint.access.Role;
import dev.sluice.control.endpoint.access.TokenLimits;
import java.net.InetAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class TokenGateTest {

  private static final String TOKEN = "s3cretW0rd";
  private static final TokenLimits LIMITS =
      new TokenLimits(
          Duration.ofSeconds(5),
          6,
          3,
          3,
          Duration.ofMillis(250),
          Duration.ofSeconds(30),
          14,
          Duration.ofMinutes(15),
          Duration.ofMinutes(1));

  private final AtomicLong nanos = new AtomicLong();
  private final List<String> logged = new ArrayList<>();
  private final TokenGate<String> gate =
      new TokenGate<>(
          new AccessTokens(Optional.of(new AccessToken(TOKEN)), Optional.empty()),
          2,
          new AddressLimits(
              new AddressBackOff(LIMITS, nanos::get, logged::add),
              new RequestBudget(1, 1, nanos::get),
              LIMITS));
  private final InetAddress here = address(1);

  @Test
  void theOldestOfAnAddressMakesRoomForTheNext() {
    assertThat(gate.came(here, "a")).isEmpty();
    assertThat(gate.came(here, "b")).isEmpty();
    assertThat(gate.came(here, "c")).isEmpty();
    assertThat(gate.came(address(2), "x")).isEmpty();
    assertThat(gate.came(here, "d")).hasValue("a");
    gate.went("b");
    assertThat(gate.came(here, "e")).isEmpty();
  }

  @Test
  void theOldestOfAllMakesRoomWhenThereAreTooManyAddresses() {
    for (int i = 1; i <= 6; i++) {
      assertThat(gate.came(address(i), "c" + i)).isEmpty();
    }
    assertThat(gate.came(address(7), "c7")).hasValue("c1");
  }

  @Test
  void anAuthenticatedClientDoesNotCountAsAStranger() {
    gate.came(here, "a");
    assertThat(gate.roleOf(here, TOKEN)).isEqualTo(Role.CONTROL);
    assertThat(gate.enter("a")).isTrue();
    for (String stranger : List.of("b", "c", "d")) {
      assertThat(gate.came(here, stranger)).isEmpty();
    }
    assertThat(gate.enter("b")).isTrue();
    assertThat(gate.enter("c")).as("two have entered").isFalse();
    gate.went("a");
    assertThat(gate.enter("c")).isTrue();
  }

  @Test
  void anAddressThatGuessesWaitsLongerEachTime() {
    List<Duration> waits = new ArrayList<>();
    for (int i = 0; i < 15; i++) {
      nanos.addAndGet(gate.waitOf(here).toNanos());
      assertThat(gate.roleOf(here, "guess-" + i)).isEqualTo(Role.ANYBODY);
      gate.failed(here);
      waits.add(gate.waitOf(here));
    }
    assertThat(waits.stream().map(Duration::toMillis))
        .containsExactly(
            0L, 0L, 250L, 500L, 1000L, 2000L, 4000L, 8000L, 16000L, 30000L, 30000L, 30000L, 30000L,
            900000L, 900000L);
    assertThat(gate.waitOf(address(2))).isZero();
  }

  @Test
  void failuresAreForgottenByTheTokenAndInTime() {
    for (int i = 0; i < 3; i++) {
      gate.failed(here);
      gate.failed(address(2));
    }
    assertThat(gate.roleOf(here, TOKEN)).isEqualTo(Role.CONTROL);
    nanos.addAndGet(Duration.ofSeconds(31).toNanos());
    gate.failed(here);
    gate.failed(address(2));
    assertThat(gate.waitOf(here)).isZero();
    assertThat(gate.waitOf(address(2))).isZero();
  }

  @Test
  void theAddressesOfOneNetworkAreOne() throws Exception {
    InetAddress one = InetAddress.getByName("2001:db8:1:2::1");
    for (int i = 0; i < 14; i++) {
      gate.failed(InetAddress.getByName("2001:db8:1:2::" + i));
    }
    assertThat(gate.waitOf(one)).isEqualTo(Duration.ofMinutes(15));
    assertThat(gate.waitOf(InetAddress.getByName("2001:db8:1:3::1"))).isZero();
    nanos.addAndGet(Duration.ofMinutes(16).toNanos());
    assertThat(gate.waitOf(one)).isZero();
    gate.failed(one);
    assertThat(gate.waitOf(one)).as("forgotten after that").isZero();
  }

  @Test
  void threeThousandGuessesAreFourLinesOfLog() {
    for (int i = 0; i < 3_000; i++) {
      gate.failed(here);
      nanos.addAndGet(Duration.ofMillis(30).toNanos());
    }
    gate.close();
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
