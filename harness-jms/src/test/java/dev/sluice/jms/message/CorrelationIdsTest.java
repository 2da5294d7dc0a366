package dev.sluice.jms.message;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
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
    for (String prefix : List.of("S1", "S2", "")) {
      for (int worker = 0; worker < 300; worker++) {
        CorrelationIds ids = ids(true, prefix, worker);
        all.add(ids.ofWorker());
        all.add(ids.ofMessage(1));
        all.add(ids.ofMessage(1L << 40));
      }
    }
    assertThat(all).hasSize(3 * 300 * 3);
    assertThat(all).contains(ids(true, "S2", 7).ofMessage(1));
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
