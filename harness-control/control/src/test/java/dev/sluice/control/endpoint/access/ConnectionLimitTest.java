package dev.sluice.control.endpoint.access;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.control.endpoint.access.AccessTokens.Role;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Who gives way when too many connect. */
class ConnectionLimitTest {

  private static final int MOST = 16;

  private final Set<String> unread = new HashSet<>();
  private final ConnectionLimit<String> limit = new ConnectionLimit<>(MOST, unread::contains);

  private static InetAddress host(int number) throws UnknownHostException {
    return InetAddress.getByAddress(new byte[] {10, 0, 0, (byte) number});
  }

  @Test
  void streamsThatNobodyReadsGiveWayToANewConnection() throws Exception {
    for (int i = 0; i < MOST; i++) {
      limit.came("stream-" + i, host(1));
      limit.works("stream-" + i);
      unread.add("stream-" + i);
    }
    assertThat(limit.came("owner", host(2))).hasValue("stream-0");
    assertThat(limit.came("another", host(1))).hasValue("stream-1");
  }

  @Test
  void theLongestSilentGivesWayAndThoseThatDoNotReadBefore() throws Exception {
    for (int i = 0; i < MOST; i++) {
      limit.came("c" + i, host(1));
      limit.works("c" + i);
    }
    limit.works("c0"); // asks again
    limit.waits("c3");
    unread.add("c7");
    List<String> leaving = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      leaving.add(limit.came("new-" + i, host(1)).orElseThrow());
      limit.works("new-" + i);
    }
    assertThat(leaving).containsExactly("c3", "c7", "c1", "c2");
  }

  @Test
  void addressesOfOneNetworkAreOne() throws Exception {
    limit.came("lonely", host(1));
    for (int i = 1; i < MOST; i++) {
      limit.came("v6-" + i, InetAddress.getByName("2001:db8::" + i));
    }
    assertThat(limit.came("new", host(1))).hasValue("v6-1");
  }

  /** Whoever does what: all get in, and none that has few connections gives way to many. */
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
  void whateverOthersDo(long seed) throws Exception {
    SplittableRandom random = new SplittableRandom(seed);
    limit.came("owner", host(1));
    limit.works("owner");
    limit.allowed("owner", Role.CONTROL);
    limit.came("visitor", host(2));
    List<String> others = new ArrayList<>();
    for (int i = 0; i < 10_000; i++) {
      String come = "c" + i;
      Optional<String> leaving = limit.came(come, host(random.nextInt(1, 5) == 1 ? 1 : 9));
      assertThat(leaving).isNotEqualTo(Optional.of(come)).isNotEqualTo(Optional.of("owner"));
      assertThat(leaving).as("alone at its address").isNotEqualTo(Optional.of("visitor"));
      others.add(come);
      leaving.ifPresent(others::remove);
      assertThat(others).hasSizeLessThanOrEqualTo(MOST - 2);
      String some = others.get(random.nextInt(others.size()));
      switch (random.nextInt(5)) {
        case 0 -> limit.works(some);
        case 1 -> limit.waits(some);
        case 2 -> limit.allowed(some, Role.WATCH);
        case 3 -> unread.add(some);
        default -> {
          limit.gone(some);
          others.remove(some);
        }
      }
    }
  }
}
