package dev.sluice.core.stats;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.core.pacing.Cause;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** The list that every output goes through. */
class CounterTest {

  @Test
  void eachCauseOfGivingUpHasACounterOfItsOwn() {
    Set<Counter> ofCauses = EnumSet.noneOf(Counter.class);
    for (Cause cause : Cause.values()) {
      Counter counter = Counter.droppedFor(cause);
      assertThat(counter).hasToString("DROPPED_" + cause);
      ofCauses.add(counter);
    }
    assertThat(Arrays.stream(Counter.values()).filter(Counter::isOfCause))
        .containsExactlyInAnyOrderElementsOf(ofCauses);
  }

  @ParameterizedTest
  @EnumSource
  void anOutputShowsAllThatGoThatFarAfterThoseWithAPlaceOfTheirOwn(Reach reach) {
    List<Counter> far = Counter.reaching(reach);
    assertThat(Counter.reaching(Reach.EVIDENCE)).containsAll(far).hasSize(Counter.values().length);
    for (Reach farther : Reach.values()) {
      if (farther.compareTo(reach) > 0) {
        assertThat(far).containsAll(Counter.reaching(farther));
        assertThat(Counter.reaching(farther)).hasSizeLessThan(far.size());
      }
    }
    List<Counter> placed = Counter.reaching(reach, Counter.WAKE_UPS, far.get(far.size() - 1));
    assertThat(placed).startsWith(Counter.WAKE_UPS, far.get(far.size() - 1));
    assertThat(placed).doesNotHaveDuplicates().containsAll(far);
  }

  @ParameterizedTest
  @CsvSource({
    "errors, errors, errors, errors",
    "rolled back, rolledBack, rolled_back, rolled-back",
    "dropped for nothing to do, droppedForNothingToDo, dropped_for_nothing_to_do,"
        + " dropped-for-nothing-to-do"
  })
  void aLabelGivesItsNames(String label, String key, String column, String word) {
    Term name = () -> label.toUpperCase(Locale.ROOT).replace(' ', '_');
    assertThat(name.key()).isEqualTo(key);
    assertThat(name.column()).isEqualTo(column);
    assertThat(name.word()).isEqualTo(word);
  }
}
