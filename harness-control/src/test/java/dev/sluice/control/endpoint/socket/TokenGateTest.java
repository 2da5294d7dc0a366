package dev.sluice.control.endpoint.socket;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
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
          Duration.ofMinutes(1));

  private final AtomicLong nanos = new AtomicLong();
  private final List<String> logged = new ArrayList<>();
  private final TokenGate<String> gate =
      new TokenGate<>(new AccessToken(TOKEN), 2, LIMITS, nanos::get, logged::add);
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
    assertThat(gate.opens(here, TOKEN)).isTrue();
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
    for (int i = 0; i < 12; i++) {
      nanos.addAndGet(gate.waitOf(here).toNanos());
      assertThat(gate.opens(here, "guess-" + i)).isFalse();
      gate.failed(here);
      waits.add(gate.waitOf(here));
    }
    assertThat(waits.stream().map(Duration::toMillis))
        .containsExactly(
            0L, 0L, 250L, 500L, 1000L, 2000L, 4000L, 8000L, 16000L, 30000L, 30000L, 30000L);
    assertThat(gate.waitOf(address(2))).isZero();
  }

  @Test
  void failuresAreForgottenByTheTokenAndInTime() {
    for (int i = 0; i < 3; i++) {
      gate.failed(here);
      gate.failed(address(2));
    }
    gate.opens(here, TOKEN);
    nanos.addAndGet(Duration.ofSeconds(31).toNanos());
    gate.failed(here);
    gate.failed(address(2));
    assertThat(gate.waitOf(here)).isZero();
    assertThat(gate.waitOf(address(2))).isZero();
  }

  @Test
  void threeThousandGuessesAreThreeLinesOfLog() {
    for (int i = 0; i < 3_000; i++) {
      gate.failed(here);
      nanos.addAndGet(Duration.ofMillis(30).toNanos());
    }
    gate.close();
    assertThat(logged)
        .containsExactly(
            "a wrong token was sent to the command socket from 10.0.0.1",
            "a wrong token was sent to the command socket from 10.0.0.1, and 1999 more before",
            "999 more wrong tokens were sent to the command socket");
  }

  private static InetAddress address(int last) {
    try {
      return InetAddress.getByAddress(new byte[] {10, 0, 0, (byte) last});
    } catch (java.net.UnknownHostException e) {
      throw new IllegalArgumentException(e);
    }
  }
}
