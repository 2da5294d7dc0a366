package dev.sluice.jms.destination;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.sluice.jms.destination.DestinationPlan.DestinationKind;
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
  void rejectsAnInvalidRange() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> DestinationPlan.numbered("Q", 10, 1))
        .withMessageContaining("10..1");
    assertThatIllegalArgumentException().isThrownBy(() -> DestinationPlan.numbered("Q", -1, 1));
    assertThatIllegalArgumentException()
        .isThrownBy(
            () ->
                new DestinationPlan(
                    DestinationKind.QUEUE, List.of(), DestinationPlan.Order.ROUND_ROBIN));
  }

  @Test
  void theFirstWorkerMayHaveAnotherThanTheFirst() {
    DestinationPlan plan = DestinationPlan.numbered("Q", 4, 6).startingAt(1);

    assertThat(IntStream.range(0, 4).mapToObj(plan::nameFor))
        .containsExactly("Q5", "Q6", "Q4", "Q5");
  }

  @Test
  void aRandomOrderIsTheSameEveryTimeAndLeavesNoneOut() {
    DestinationPlan plan =
        DestinationPlan.numbered("Q", 1, 3).inOrder(DestinationPlan.Order.RANDOM);
    List<String> names = IntStream.range(0, 100).mapToObj(plan::nameFor).toList();

    assertThat(IntStream.range(0, 100).mapToObj(plan::nameFor)).isEqualTo(names);
    assertThat(names).contains("Q1", "Q2", "Q3");
  }
}
