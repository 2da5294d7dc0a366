package dev.sluice.control.format;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.core.stats.DeliveryCounts;
import dev.sluice.core.stats.DeliveryFigure;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What is said of a check of deliveries. */
class DeliveryTextTest {

  private static String brief(Map<DeliveryFigure, Long> counts) {
    return DeliveryText.brief(DeliveryCounts.of(counts));
  }

  @Test
  void onlyWhatWasCheckedIsPraised() {
    assertThat(brief(Map.of(DeliveryFigure.CHECKED, 2L)))
        .isEqualTo("2 checked, each arrived once, as it was sent");
    assertThat(brief(Map.of())).isEqualTo("0 checked, so nothing is known of any");
    assertThat(brief(Map.of(DeliveryFigure.UNCHECKED, 3L)))
        .isEqualTo("0 checked, so nothing is known of any; 3 could not be checked");
    assertThat(brief(Map.of(DeliveryFigure.LOST, 1L))).isEqualTo("0 checked, lost 1");
  }
}
