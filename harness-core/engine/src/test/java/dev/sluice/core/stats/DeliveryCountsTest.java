package dev.sluice.core.stats;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class DeliveryCountsTest {

  private static DeliveryCounts lost(long count) {
    return DeliveryCounts.of(Map.of(DeliveryFigure.CHECKED, 10L, DeliveryFigure.LOST, count));
  }

  @Test
  void lostMessagesThatLieSomewhereHaveNotArrivedYet() {
    DeliveryCounts counts = lost(5).withStranded(3, "QM1 ORDERS: 3");

    assertThat(counts.lost()).isEqualTo(2);
    assertThat(counts.get(DeliveryFigure.NOT_ARRIVED)).isEqualTo(3);
    assertThat(counts.missing()).isEqualTo(5);
    assertThat(counts.whereabouts()).isEqualTo("QM1 ORDERS: 3");
  }

  @Test
  void noMoreMessagesAreStrandedThanWereLost() {
    assertThat(lost(2).withStranded(7, "here").get(DeliveryFigure.NOT_ARRIVED)).isEqualTo(2);
    assertThat(lost(0).withStranded(7, "here")).isEqualTo(lost(0));
  }

  @Test
  void placesOfBothAreNamedOnce() {
    DeliveryCounts here = new DeliveryCounts(Map.of(), "here");
    DeliveryCounts there = new DeliveryCounts(Map.of(), "there");

    assertThat(here.plus(there).whereabouts()).isEqualTo("here, there");
    assertThat(here.plus(here).whereabouts()).isEqualTo("here");
    assertThat(here.plus(DeliveryCounts.NONE)).isEqualTo(here);
    assertThat(DeliveryCounts.NONE.plus(here)).isEqualTo(here);
  }

  @ParameterizedTest
  @EnumSource
  void onlyFaultsAreNotClean(DeliveryFigure figure) {
    assertThat(DeliveryCounts.of(Map.of(figure, 1L)).clean())
        .isEqualTo(figure.severity() != DeliveryFigure.Severity.FAULT);
  }

  /** The others are always shown, so that a 0 is seen. */
  @Test
  void messagesThatCanStillArriveAreAFindingOnlyIfThereAreAny() {
    assertThat(lost(1).findings())
        .startsWith(DeliveryFigure.LOST, DeliveryFigure.POSSIBLY_LOST)
        .contains(DeliveryFigure.DUPLICATES)
        .doesNotContain(DeliveryFigure.NOT_ARRIVED, DeliveryFigure.CHECKED);
    assertThat(lost(1).withStranded(1, "here").findings())
        .startsWith(DeliveryFigure.LOST, DeliveryFigure.NOT_ARRIVED, DeliveryFigure.POSSIBLY_LOST);
  }
}
