package dev.sluice.jms.provider.ibmmq;

import static org.assertj.core.api.Assertions.assertThat;

import com.ibm.mq.constants.MQConstants;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class MqReasonTest {

  static List<MqReason> all() {
    return MqReason.ALL;
  }

  @ParameterizedTest
  @MethodSource("all")
  void hasTheNameTheProductGivesTheCode(MqReason reason) {
    // some codes have two names, as MQRC_STORAGE_MEDIUM_FULL/MQRC_PAGESET_FULL
    assertThat(MQConstants.lookup(reason.code(), "MQRC_.*").split("/")).contains(reason.name());
    assertThat(MqReason.of(reason.code())).contains(reason);
    assertThat(reason.meaning()).isNotBlank().doesNotContain("\n");
  }

  @ParameterizedTest
  @ValueSource(
      ints = {
        2003, 2009, 2017, 2033, 2035, 2042, 2053, 2058, 2059, 2085, 2087, 2161, 2162, 2202, 2203,
        2278, 2279, 2393, 2397, 2400, 2459, 2519, 2537, 2538, 2539, 2540, 2543, 2546, 2547, 2548,
        2549, 2555, 2556, 2596
      })
  void knowsTheUsualReasons(int code) {
    assertThat(MqReason.of(code)).isPresent();
  }

  @ParameterizedTest
  @CsvSource({
    "2017, MAXHANDS",
    "2042, NOSHARE",
    "2087, transmission queue",
    "2510, --subscription",
    "2524, --subscription"
  })
  void hasARemedy(int code, String remedy) {
    assertThat(MqReason.of(code).orElseThrow().remedy()).contains(remedy);
  }

  /** The next attempt would fail alike: a Job is not to repeat it. */
  @ParameterizedTest
  @ValueSource(ints = {2017, 2035, 2058, 2278})
  void isOneOfSettings(int code) {
    assertThat(MqReason.of(code).orElseThrow().scope()).isEqualTo(MqReason.FailureScope.SETTING);
  }

  @Test
  void knowsNotEverything() {
    assertThat(MqReason.of(2001)).isEmpty();
  }
}
