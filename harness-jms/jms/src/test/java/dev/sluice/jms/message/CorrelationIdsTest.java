package dev.sluice.jms.message;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class CorrelationIdsTest {

  private static CorrelationIds ids(boolean nativeBytes, String prefix, int workerIndex) {
    return new CorrelationForm(nativeBytes, prefix).forWorker(workerIndex);
  }

  @Test
  void nativeIdsAre24BytesInHexadecimalDigits() {
    assertThat(ids(true, "S1", 3).ofWorker()).matches("ID:[0-9a-f]{48}");
    assertThat(ids(true, "S1", 3).ofMessage(Long.MAX_VALUE)).matches("ID:[0-9a-f]{48}");
  }

  @Test
  void nativeIdsDifferByProcessWorkerAndMessageAndAreOtherwiseTheSame() {
    Set<String> all = new HashSet<>();
    for (String prefix : List.of("S1", "S2", "", "P8{worker}", "P9{worker}")) {
      for (int worker = 0; worker < 300; worker++) {
        CorrelationIds ids = ids(true, prefix, worker);
        all.add(ids.ofWorker());
        all.add(ids.ofMessage(1));
        all.add(ids.ofMessage(1L << 40));
      }
    }
    assertThat(all).hasSize(5 * 300 * 3);
    assertThat(all).contains(ids(true, "S2", 7).ofMessage(1));
  }

  /** As JMSPerfHarness makes them of its -id. */
  @Test
  void aNativeIdMayBeATextThatEndsInTheWorkersNumber() {
    assertThat(ids(true, "P8{worker}", 11).ofWorker())
        .isEqualTo("ID:5038" + "00".repeat(20) + "3132");
    assertThat(ids(true, "as long as 24 bytes at least{worker}", 8).ofWorker())
        .isEqualTo("ID:" + HexFormat.of().formatHex("as long as 24 bytes at 9".getBytes(UTF_8)));
    assertThat(ids(true, "P8{worker}", 11).ofMessage(1))
        .isNotEqualTo(ids(true, "P8{worker}", 11).ofWorker());
  }

  @Test
  void textsCountFromOne() {
    assertThat(ids(false, "S1", 3).ofWorker()).isEqualTo("S1-4");
    assertThat(ids(false, "S1", 3).ofMessage(9)).isEqualTo("S1-4-9");
  }

  @Test
  void aTextMayHaveThePlaceOfTheWorker() {
    assertThat(ids(false, "P1Sender{worker}:u", 3).ofWorker()).isEqualTo("P1Sender4:u");
    assertThat(ids(false, "P1Sender{worker}:u", 3).ofMessage(9)).isEqualTo("P1Sender4:u-9");
  }

  @Test
  void aQuoteInAnIdDoesNotEndTheSelector() {
    assertThat(CorrelationIds.selector("it's-1")).isEqualTo("JMSCorrelationID='it''s-1'");
  }
}
