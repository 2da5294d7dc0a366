package dev.sluice.jms.message;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class TraceparentsTest {

  private static final int MESSAGES = 100_000;

  private static List<String> all(Traceparents traces, int worker) {
    Traceparents.OfWorker its = traces.forWorker(worker);
    List<String> all = new ArrayList<>();
    for (int i = 0; i < MESSAGES; i++) {
      if (its.isNext()) {
        all.add(its.next());
      }
    }
    return all;
  }

  @Test
  void aShareOfTheMessagesHasOneOfItsOwn() {
    List<String> found = all(new Traceparents(0.01, 1), 0);
    assertThat(found.size()).isCloseTo(MESSAGES / 100, within(160)); // five standard errors
    assertThat(found)
        .doesNotHaveDuplicates()
        .allMatch(each -> each.matches("00-[0-9a-f]{32}-[0-9a-f]{16}-01"))
        .noneMatch(each -> each.contains("-0000000000000000"));
    assertThat(all(new Traceparents(1, 1), 0)).hasSize(MESSAGES);
    assertThat(all(Traceparents.NONE, 0)).isEmpty();
  }

  @Test
  void theSameSeedGivesTheSameWorkerTheSame() {
    Traceparents traces = new Traceparents(0.001, 5);
    List<String> first = all(traces, 0);
    assertThat(all(traces, 0)).isEqualTo(first);
    Set<String> others = new HashSet<>(all(traces, 1));
    others.addAll(all(new Traceparents(0.001, 6), 0));
    assertThat(first).doesNotContainAnyElementsOf(others);
  }

  @Test
  void theFirstOnesAreThoseThatAreSentFirst() {
    Traceparents traces = new Traceparents(0.001, 5);
    assertThat(traces.first(10, 3)).isEqualTo(all(traces, 3).subList(0, 10));
    assertThat(Traceparents.NONE.first(10, 0)).isEmpty();
  }
}
