package dev.sluice.jms.destination;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class DestinationPlanTest {

  @Test
  void givesAllWorkersOneQueue() {
    DestinationPlan plan = DestinationPlan.of("REQUEST");

    assertThat(plan.nameFor(0)).isEqualTo("REQUEST");
    assertThat(plan.nameFor(179)).isEqualTo("REQUEST");
  }

  @Test
  void givesWorkersNumberedQueuesRoundRobin() {
    DestinationPlan plan = DestinationPlan.numbered("REQUEST", 9, 11);

    assertThat(IntStream.range(0, 5).mapToObj(plan::nameFor))
        .containsExactly("REQUEST9", "REQUEST10", "REQUEST11", "REQUEST9", "REQUEST10");
  }

  @Test
  void aRangeOfOneIsOneQueue() {
    assertThat(DestinationPlan.numbered("Q", 0, 0).names()).containsExactly("Q0");
  }

  @Test
  void refusesWhatIsNoRange() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> DestinationPlan.numbered("Q", 10, 1))
        .withMessageContaining("10..1");
    assertThatIllegalArgumentException().isThrownBy(() -> DestinationPlan.numbered("Q", -1, 1));
    assertThatIllegalArgumentException().isThrownBy(() -> new DestinationPlan(List.of()));
  }
}
