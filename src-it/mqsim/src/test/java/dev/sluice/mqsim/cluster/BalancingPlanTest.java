package dev.sluice.mqsim.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.mqsim.cluster.BalancingPlan.Move;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

class BalancingPlanTest {

  @Test
  void halfOfEachApplicationMovesToANewMember() {
    List<Move> moves = BalancingPlan.of(counts(Map.of("S", 180, "R", 180), Map.of()));
    assertThat(moves)
        .containsExactly(new Move("R", "QM0", "QM1", 90), new Move("S", "QM0", "QM1", 90));
  }

  @Test
  void balancedMembersAreLeftAlone() {
    assertThat(BalancingPlan.of(counts(Map.of("S", 3, "R", 2), Map.of("S", 2, "R", 3)))).isEmpty();
  }

  @Test
  void whateverTheCountsEveryApplicationAndTheSumEndWithinOne() {
    Random random = new Random(7);
    for (int round = 0; round < 1_000; round++) {
      Map<String, Map<String, Integer>> counts = new LinkedHashMap<>();
      int members = 2 + random.nextInt(11);
      for (int m = 0; m < members; m++) {
        Map<String, Integer> byApplication = new HashMap<>();
        for (String application : List.of("A", "B", "C")) {
          byApplication.put(application, random.nextInt(40));
        }
        counts.put("QM" + m, byApplication);
      }
      for (Move move : BalancingPlan.of(counts)) {
        counts.get(move.from()).merge(move.application(), -move.count(), Integer::sum);
        counts.get(move.to()).merge(move.application(), move.count(), Integer::sum);
      }
      for (String application : List.of("A", "B", "C")) {
        assertWithinOne(counts.values().stream().map(m -> m.get(application)).toList());
      }
      assertWithinOne(
          counts.values().stream()
              .map(m -> m.values().stream().mapToInt(Integer::intValue).sum())
              .toList());
    }
  }

  private static void assertWithinOne(List<Integer> counts) {
    int least = counts.stream().mapToInt(Integer::intValue).min().orElseThrow();
    int most = counts.stream().mapToInt(Integer::intValue).max().orElseThrow();
    assertThat(most - least).isBetween(0, 1);
  }

  @SafeVarargs
  private static Map<String, Map<String, Integer>> counts(Map<String, Integer>... members) {
    Map<String, Map<String, Integer>> counts = new LinkedHashMap<>();
    for (int m = 0; m < members.length; m++) {
      counts.put("QM" + m, members[m]);
    }
    return counts;
  }
}
